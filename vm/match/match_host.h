// MatchHost: what the actions of a match spec's body reach outside the program (M3, M7). Tracing
// implements it for the process and session at hand; match_spec_test and tables use the one that
// answers as if nothing were traced. Threads: called by the thread that runs the process.
#pragma once

#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <span>

namespace vm {

class Process;

/// What {enable_trace, ...}, {disable_trace, ...} and {trace, ...} ask for.
enum class MatchTraceChange : std::uint8_t { kEnable, kDisable, kTrace };

class MatchHost {
 public:
  virtual ~MatchHost() = default;
  /// {M,F,A} that the call will return to, or `undefined` (M5).
  virtual Term caller(Process& p) { return am::undefined; }
  /// {M,F,A,{File,Line}} of the same, or `undefined`.
  virtual Term caller_line(Process& p) { return am::undefined; }
  virtual Term current_stacktrace(Process& p, Word depth) { return Term::nil(); }
  virtual Word trace_control_word(Process& p) { return 0; }
  virtual void set_trace_control_word(Process& p, Word value) {}
  /// {silent, Value}: true and false change the flag, anything else nothing; the value is true.
  virtual void silent(Process& p, Term value) {}
  virtual void display(Process& p, Term value) {}
  /// What {process_dump} puts in its place, a binary.
  virtual Term process_dump(Process& p) { return am::true_; }
  virtual bool is_seq_trace(Process& p) { return false; }
  virtual Term seq_token(Process& p) { return Term::nil(); }
  /// False: not a legal component, or no token to change.
  virtual bool set_seq_token(Process& p, Term component, Term value) { return false; }
  /// False where the arguments make no sense; the action has failed then.
  virtual bool change_trace(Process& p, MatchTraceChange change, std::span<const Term> arguments) {
    return false;
  }
};

}  // namespace vm
