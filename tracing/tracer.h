// Tracer: who gets trace messages. A process for now; ports and tracer modules (O3, T) become
// further kinds here, and nowhere else: everybody hands a Tracer to deliver(). Threads: a value.
#pragma once

#include "tracing/bounds.h"

namespace tracing {

using vm::Term;

struct Tracer {
  Term pid;                        // none(): nobody
  vm::SharedRef<Bounds> bounds{};  // of the session; null: none

  bool is_none() const { return pid.is_none(); }
  bool operator==(const Tracer&) const = default;
};

}  // namespace tracing
