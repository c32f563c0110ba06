// Tracer: where trace messages go: a process, or a port (O3), which writes each of them in the
// external term format. Tracer modules (T) become a further kind here, and nowhere else: all
// senders hand a Tracer to deliver(). Threads: a value.
#pragma once

#include "tracing/bounds.h"

namespace tracing {

using vm::Term;

struct Tracer {
  Term id;                         // pid or port; none(): no tracer
  vm::SharedRef<Bounds> bounds{};  // of the session; null: none

  bool is_none() const { return id.is_none(); }
  bool operator==(const Tracer&) const = default;
};

}  // namespace tracing
