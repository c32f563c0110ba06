// NullTraceHooks: a machine without tracing. No process has a flag and no function a breakpoint, so
// nothing here is reached but the notices of processes that come and go. Threads: no state.
#pragma once

#include "vm/proc/trace_hooks.h"

namespace vm {

class NullTraceHooks final : public TraceHooks {
 public:
#define TRACE_POINT(name, flag, parameters, arguments) \
  void on_##name parameters override { VM_UNREACHABLE(); }
#include "vm/proc/trace_points.def"
  OpHandler on_breakpoint(Process&, FuncInfo&) override { VM_UNREACHABLE(); }
  void on_traced_return(Process&, CodeAddress) override { VM_UNREACHABLE(); }
  void on_traced_exception(Process&, StackWord*) override { VM_UNREACHABLE(); }
  void on_process_created(Process&) override {}
  void on_process_freed(Process&) override {}
  void on_trace_signal(Process&, Signal&) override { VM_UNREACHABLE(); }
  void visit_roots(Process&, RootVisitor&) override {}
};

}  // namespace vm
