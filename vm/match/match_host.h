// MatchHost: the interface through which the actions of a match spec's body affect the outside.
// Tracing implements it for the current process and session. match_spec_test/3 and tables use the
// base class, whose results are those of a process that is not traced.
// Threads: called by the thread that runs the process.
// Contract: M3, M7.
#pragma once

#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <span>

namespace vm {

class Process;

/// The actions {enable_trace, ...}, {disable_trace, ...} and {trace, ...}.
enum class MatchTraceChange : std::uint8_t { kEnable, kDisable, kTrace };

class MatchHost {
 public:
  virtual ~MatchHost() = default;
  /// Returns the {M,F,A} of the function to which the call returns, or `undefined` (M5).
  virtual Term caller(Process& p) { return am::undefined; }
  /// Like caller(), but returns {M,F,A,{File,Line}}.
  virtual Term caller_line(Process& p) { return am::undefined; }
  /// Returns the stack trace with at most `depth` entries.
  virtual Term current_stacktrace(Process& p, Word depth) { return Term::nil(); }
  virtual Word trace_control_word(Process& p) { return 0; }
  virtual void set_trace_control_word(Process& p, Word value) {}
  /// {silent, Value}: true and false set the flag; any other value has no effect.
  virtual void silent(Process& p, Term value) {}
  virtual void display(Process& p, Term value) {}
  /// Returns the value of {process_dump}: a binary if the process is traced.
  virtual Term process_dump(Process& p) { return am::true_; }
  virtual bool is_seq_trace(Process& p) { return false; }
  virtual Term seq_token(Process& p) { return Term::nil(); }
  /// Returns false if the component is not valid or there is no token to change.
  virtual bool set_seq_token(Process& p, Term component, Term value) { return false; }
  /// Returns false if the arguments are not valid; then the action has failed.
  virtual bool change_trace(Process& p, MatchTraceChange change, std::span<const Term> arguments) {
    return false;
  }
};

}  // namespace vm
