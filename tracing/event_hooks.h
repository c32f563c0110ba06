// EventHooks: tracing's side of the seam (vm/proc/trace_points.def): from a reported event to
// messages for those sessions that want it. Threads: in the context of the process that an event is
// about.
#pragma once

#include "tracing/trace_api.h"
#include "vm/proc/trace_hooks.h"

namespace tracing {

using vm::Message;
using vm::PortTracee;

class EventHooks final : public vm::TraceHooks {
 public:
  explicit EventHooks(Tracing& tracing) : tracing_(tracing) {}

#define TRACE_POINT(name, flag, parameters, arguments) void on_##name parameters override;
#include "vm/proc/trace_points.def"
  vm::OpHandler on_breakpoint(Process& p, vm::FuncInfo& function) override;
  void on_traced_return(Process& p, vm::CodeAddress frame) override;
  void on_traced_exception(Process& p, vm::StackWord* frame) override;
  void on_process_created(Process& p) override;
  void on_port_created(vm::PortTracee& p) override;
  void on_process_freed(Process& p) override;
  void on_token_sent(Process& from, Term to, Term message) override;
  void on_token_received(Process& p, Term token, Term message) override;
  void on_token_exit(Process& p, Term to, Term reason) override;
  Term on_token_spawn(Process& parent, Process& child, vm::SpawnReport& report) override;
  Term seq_token(Process& p, vm::HeapBuilder& builder) override;
  void on_collected(Process& p, SWord ns) override;
  void on_slice_end(Process& p, vm::CodeAddress from, SWord ns) override;
  void on_queue_length(Process& p) override;
  void on_busy_port(Process& p, Term port) override;
  void on_runnable(Process& p, bool active) override;
  void on_scheduler(unsigned index, bool woken, unsigned active) override;

 private:
  /// `tag, first` to all sessions with the flag.
  void report(Process& p, vm::TraceFlag flag, Term tag, Term first, Term second = Term::none());
  void report_scheduling(Process& p, Term tag);
  /// `first`: words needed, or given back; none() without. `heap_block_words`: as the event tells
  /// it.
  void report_collection(Process& p, Term tag, Term first, Word heap_block_words);
  /// Runs a session's filter; false: no message. `*extra` is what {message, _} asked for.
  bool passes(Process& p, const TraceeEntry& entry, vm::TraceFlag flag,
              std::span<const Term> subject, Term* extra);

  Tracing& tracing_;
};

}  // namespace tracing
