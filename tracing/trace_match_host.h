// TraceMatchHost: what the body of a match spec reaches while it runs for one tracee and session:
// the call's caller, the process's flags, the token. Threads: in the context of the process.
// Contract: M2, M3, M7.
#pragma once

#include "tracing/session.h"
#include "vm/match/match_host.h"

namespace tracing {

class Tracing;

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
