// The instructions that raise, and those at the start of an exception handler.
#include "vm/instr/exceptions.h"

#include "vm/instr/raise.h"
#include "vm/proc/exit.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

namespace vm::instr {

INSTR_SLOW(badmatch, Any value) { return raise_error(m, am::badmatch, value.get(m)); }
INSTR_SLOW(case_end, Any value) { return raise_error(m, am::case_clause, value.get(m)); }
INSTR_SLOW(try_case_end, Any value) { return raise_error(m, am::try_clause, value.get(m)); }
INSTR_SLOW(badrecord, Any value) { return raise_error(m, am::badrecord, value.get(m)); }
INSTR_SLOW(if_end) { return raise_error(m, am::if_clause); }

INSTR_SLOW(func_info, Header header) { return raise_function_clause(m, header.info()); }

/// Raises an exception again, with the class stored in its raw trace.
INSTR_SLOW(raise, Any trace, Any reason) {
  const Term raw = trace.get(m);
  return raise_again(m, class_of_trace(raw), reason.get(m), raw);
}

/// Raises with the class in x0, the reason in x1 and the raw trace in x2. For an unknown class it
/// stores badarg in x0 instead.
INSTR_SLOW(raw_raise) {
  ExceptionClass kind;
  if (!class_from_atom(m.x0, &kind)) {
    m.x0 = am::badarg;
    return Flow::kNext;
  }
  return raise_again(m, kind, m.x1, m.x2);
}

INSTR_SLOW(build_stacktrace) {
  m.save();
  Term trace;
  {
    HeapBuilder builder(*m.p);
    trace = stacktrace_of(*m.p, builder, m.x0);
  }
  m.load();
  m.x0 = trace;
  return Flow::kNext;
}

/// After an exception, the value of a `catch` is that of a throw, or {'EXIT', Reason}, with the
/// stack trace for errors.
INSTR_SLOW(catch_end, Y slot) {
  --m.p->raising.catches;
  slot.set(m, Term::nil());
  if (m.x0.has_value()) return Flow::kNext;
  if (m.x1 == am::throw_) {
    m.x0 = m.x2;
    return Flow::kNext;
  }
  m.x0 = Term::nil();
  m.save();
  Term result;
  {
    HeapBuilder builder(*m.p);
    Term reason = m.x2;
    if (m.x1 == am::error) reason = builder.tuple(reason, stacktrace_of(*m.p, builder, m.x3));
    result = builder.tuple(Term(am::EXIT), reason);
  }
  m.load();
  m.x0 = result;
  if (m.p->wants_collection()) m.collect(0, 1);
  return Flow::kNext;
}

INSTR_SLOW(i_normal_exit) {
  m.save();
  m.p->exit.is_normal = true;
  exit_process(*m.p, am::normal);
  m.p->live = 0;
  m.p->raising.outcome = Outcome::kValue;
  m.p->ip = &m.p->vm.words.continue_exit;
  return m.leave_saved();
}

/// A process that is exiting should not run again; if it does, it leaves the engine at once.
INSTR_SLOW(i_continue_exit) { return m.yield(m.I, 0); }

}  // namespace vm::instr
