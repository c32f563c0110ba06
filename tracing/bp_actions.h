// What happens when a process comes by a breakpoint: the loop over the actions of the active
// generation. Threads: the process that calls the function, on its scheduler, with its registers
// saved. Contract: F3 to F6, B6, P4 to P6.
#pragma once

#include "tracing/breakpoint.h"
#include "tracing/tracee.h"
#include "vm/match/match_host.h"

namespace tracing {

class Tracing;

/// Runs the actions of `function` for a call by `p`, arguments in p.x. Answers the handler to go on
/// with.
vm::OpHandler hit_breakpoint(Tracing& tracing, Process& p, vm::FuncInfo& function);

/// A frame that tracing pushed is returned to: tells, and pops its data.
void traced_return(Tracing& tracing, Process& p, vm::CodeAddress frame);
/// An exception passes the frame at `slot`.
void traced_exception(Tracing& tracing, Process& p, vm::StackWord* slot);

/// What a match spec's body reaches while it runs for one tracee and session.
class TraceMatchHost final : public vm::MatchHost {
 public:
  TraceMatchHost(Tracing& tracing, const SharedRef<Session>& session)
      : tracing_(tracing), session_(session) {}
  Term caller(Process& p) override;
  Term caller_line(Process& p) override;
  Term current_stacktrace(Process& p, Word depth) override;
  Word trace_control_word(Process& p) override;
  void set_trace_control_word(Process& p, Word value) override;
  void silent(Process& p, Term value) override;
  Term process_dump(Process& p) override;
  void display(Process& p, Term value) override;
  bool is_seq_trace(Process& p) override;
  Term seq_token(Process& p) override;
  bool set_seq_token(Process& p, Term component, Term value) override;
  bool change_trace(Process& p, vm::MatchTraceChange change,
                    std::span<const Term> arguments) override;

 private:
  Tracing& tracing_;
  SharedRef<Session> session_;
};

}  // namespace tracing
