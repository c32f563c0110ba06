// Raising of exceptions: from the instruction or BIF that fails to the handler. Raising::exception
// is the exception in flight. At its handler x0 is the non-value, x1 the class, x2 the reason and
// x3 the *raw trace*: a tuple of the function that failed and of return addresses as raw words of a
// big integer. build_stacktrace makes from it the list that a program sees, only when it is needed.
// Raw traces are terms, so they may be stored in y registers across collections. The functions
// return the Flow to continue with.
// Threads: the thread that runs the process.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

/// The function that the top entry of a stack trace names, if it is not the function whose code was
/// running: a BIF or operator.
struct FailedCall {
  Term module;
  Term function;
  std::span<const Term> arguments;
};

/// Raises error `reason` at this instruction, for errors of the instruction itself (badmatch,
/// case_clause and others).
Flow raise_error(Machine& m, Term reason);
/// Raises error {tag, value}.
Flow raise_error(Machine& m, Term tag, Term value);
/// Jumps to `fail`, or raises error `reason` as a failure of the BIF or operator `call`.
Flow fail_call(Machine& m, Label fail, Term reason, const FailedCall& call);
/// Like fail_call(), if the BIF or operator has set the class and reason of Raising::exception.
Flow fail_raised_call(Machine& m, Label fail, const FailedCall& call);
/// Handles a BIF that was called as a function and raised. The registers are saved and its
/// arguments are in p.x. m.I is the calling instruction, or null if the caller is known only by its
/// return address on the stack.
Flow raise_from_bif(Machine& m, const Mfa& bif);
/// Raises function_clause for the arguments in the x registers. m.I is the function's func_info.
Flow raise_function_clause(Machine& m, const FuncInfo& info);
/// Raises with a trace that exists already, raw or a list.
Flow raise_again(Machine& m, ExceptionClass kind, Term reason, Term raw_trace);
/// Raises Raising::exception, which is complete except for the trace: builds the raw trace, finds
/// the handler and continues there.
Flow handle_exception(Machine& m);

/// Converts a raw trace to the stack trace that a program sees; a list is returned unchanged. Never
/// collects.
Term stacktrace_of(Process& p, HeapBuilder& builder, Term raw);
/// The class of the exception to which a raw trace belongs.
ExceptionClass class_of_trace(Term raw);
/// The atom error, exit or throw.
Term class_atom(ExceptionClass kind);
/// Converts an atom to a class; returns false if it does not name one.
bool class_from_atom(Term atom, ExceptionClass* kind);

}  // namespace vm::instr
