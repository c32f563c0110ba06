// NullTraceHooks: a machine without tracing. No process has a flag and no function a breakpoint, so
// nothing here is reached but the notices of processes that come and go. Threads: no state.
#pragma once

#include "vm/proc/trace_hooks.h"

namespace vm {

class NullTraceHooks : public TraceHooks {
 public:
#define TRACE_POINT(name, flag, parameters, arguments) \
  void on_##name parameters override { VM_UNREACHABLE(); }
#include "vm/proc/trace_points.def"
  OpHandler on_breakpoint(Process&, FuncInfo&) override { VM_UNREACHABLE(); }
  void on_traced_return(Process&, CodeAddress) override { VM_UNREACHABLE(); }
  void on_traced_exception(Process&, StackWord*) override { VM_UNREACHABLE(); }
  void on_process_created(Process&) override {}
  void on_port_created(PortTracee&) override {}
  void on_process_freed(Process&) override {}
  void on_token_sent(Process&, Term, Term) override { VM_UNREACHABLE(); }
  void on_token_received(Process&, Term, Term) override {}  // messages of the machine come here
  void on_token_exit(Process&, Term, Term) override { VM_UNREACHABLE(); }
  Term on_token_spawn(Process&, Process&, SpawnReport&) override { VM_UNREACHABLE(); }
  Term seq_token(Process&, HeapBuilder&) override { return Term::nil(); }
  void on_collected(Process&, SWord) override { VM_UNREACHABLE(); }
  void on_slice_end(Process&, CodeAddress, SWord) override { VM_UNREACHABLE(); }
  void on_queue_length(Process&) override { VM_UNREACHABLE(); }
  void on_busy_port(Process&, Term) override { VM_UNREACHABLE(); }
  void on_runnable(Process&, bool) override { VM_UNREACHABLE(); }
  void on_scheduler(unsigned, bool, unsigned) override { VM_UNREACHABLE(); }
};

}  // namespace vm
