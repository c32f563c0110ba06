// Raising: how an instruction or BIF that fails leaves normal execution, and how the exception
// finds its handler. The exception in flight is Raising::exception. When it is caught, x0 is the
// non-value, x1 the class, x2 the reason and x3 the *raw trace*: a tuple of what the stack trace
// needs (who failed, return addresses as raw words of a big integer), from which build_stacktrace
// makes the list that a program sees only when it asks. Raw traces are terms, so they may live in y
// registers over collections. Threads: the process's own.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

/// Whom the top entry of a stack trace names when it is not the function whose code was running: a
/// BIF or operator.
struct FailedCall {
  Term module;
  Term function;
  std::span<const Term> arguments;
};

/// Raises error `reason` at this instruction. For an Error{reason} of the instruction itself
/// (badmatch, case_clause ...).
Flow raise_error(Machine& m, Term reason);
/// Raises error {tag, value}.
Flow raise_error(Machine& m, Term tag, Term value);
/// Goes to `fail`, or raises error `reason` in the name of a BIF or operator called with
/// `arguments`.
Flow fail_call(Machine& m, Label fail, Term reason, const FailedCall& call);
/// The BIF or operator has set Raising::exception itself (reason, kind); adds who failed.
Flow fail_raised_call(Machine& m, Label fail, const FailedCall& call);
/// A BIF that was called as a function raised; its arguments are in p.x. The registers are saved;
/// m.I is the calling instruction, or null when only the stack says who called.
Flow raise_from_bif(Machine& m, const Mfa& bif);
/// No clause of this function matched the arguments in x; m.I is its func_info.
Flow raise_function_clause(Machine& m, const FuncInfo& info);
/// Raises with a trace that has been made before (raw, or a list).
Flow raise_again(Machine& m, ExceptionClass kind, Term reason, Term raw_trace);
/// An exception is in Raising::exception, complete but for the trace: builds the raw trace, finds
/// the handler, goes there.
Flow handle_exception(Machine& m);

/// Stack trace as a program sees it, from a raw trace (or a list: unchanged). Builds in `builder`;
/// never collects.
Term stacktrace_of(Process& p, HeapBuilder& builder, Term raw);
/// Class of the exception that a raw trace belongs to.
ExceptionClass class_of_trace(Term raw);
/// Atom error, exit or throw.
Term class_atom(ExceptionClass kind);
/// The class an atom names; false if none.
bool class_from_atom(Term atom, ExceptionClass* kind);

}  // namespace vm::instr
