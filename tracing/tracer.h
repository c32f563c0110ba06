// Tracer: where events go: to a process as messages, to a port (O3), which writes each of them in
// the external term format, or to a tracer module (T), whose functions are called. All that report
// something hand a Tracer to delivery.h, which alone tells the kinds apart. Threads: a value.
#pragma once

#include "tracing/bounds.h"
#include "tracing/tracer_module.h"

namespace tracing {

struct Tracer {
  Term id;                               // pid or port; none(): a module, or no tracer
  vm::SharedRef<Bounds> bounds{};        // of the session; null: none
  vm::SharedRef<TracerModule> module{};  // null: a process or port, or no tracer

  bool is_none() const { return id.is_none() && !module; }
  bool operator==(const Tracer& other) const {
    const bool same_module =
        module == other.module || (module && other.module && *module == *other.module);
    return id == other.id && bounds == other.bounds && same_module;
  }
  /// As programs see it: a pid or port, or {Module, State}.
  Term to_term(vm::HeapBuilder& builder) const { return module ? module->to_term(builder) : id; }
};

}  // namespace tracing
