// Arithmetic on other numbers than small integers, and guard BIFs called through the export table.
// On failure an instruction jumps to its label or raises the exception of the BIF of the same name.
#include "vm/instr/arith.h"

#include "vm/code/export.h"
#include "vm/instr/floats.h"
#include "vm/instr/raise.h"
#include "vm/proc/dictionary.h"
#include "vm/proc/operation.h"
#include "vm/term/arith.h"
#include "vm/term/atom_table.h"

namespace vm::instr {
namespace {

Word words_of_number(Term t) { return t.is_boxed() ? 1 + header_words(t.header()) : 2; }

Flow fail_arith(Machine& m, Label fail, ArithError error, Term function,
                std::span<const Term> arguments) {
  const Term reason = error == ArithError::kSystemLimit ? am::system_limit : am::badarith;
  return fail_call(m, fail, reason, {am::erlang, function, arguments});
}

using BinaryOperation = ArithResult (*)(HeapBuilder&, Term, Term);
using UnaryOperation = ArithResult (*)(HeapBuilder&, Term);

Flow binary_operation(Machine& m, Label fail, Word live, Any a, Any b, Any to,
                      BinaryOperation operation, Term function) {
  // Make space for most results, so that a fragment is rarely needed.
  m.ensure(words_of_number(a.get(m)) + words_of_number(b.get(m)) + 1, live);
  const Term arguments[] = {a.get(m), b.get(m)};
  m.save_heap();
  ArithResult result = [&] {
    HeapBuilder builder(*m.p);
    return operation(builder, arguments[0], arguments[1]);
  }();
  m.load_heap();
  if (!result.ok()) return fail_arith(m, fail, result.error(), function, arguments);
  to.set(m, result.value());
  return Flow::kNext;
}

Flow unary_operation(Machine& m, Label fail, Word live, Any a, Any to, UnaryOperation operation,
                     Term function) {
  m.ensure(words_of_number(a.get(m)) + 2, live);
  const Term argument = a.get(m);
  m.save_heap();
  ArithResult result = [&] {
    HeapBuilder builder(*m.p);
    return operation(builder, argument);
  }();
  m.load_heap();
  if (!result.ok()) return fail_arith(m, fail, result.error(), function, {&argument, 1});
  to.set(m, result.value());
  return Flow::kNext;
}

Flow fail_float(Machine& m, Label fail) {
  return fail.branches() ? Flow::kFail : raise_error(m, am::badarith);
}

template <Rounding rounding>
ArithResult rounded(HeapBuilder& builder, Term number) {
  return arith_to_integer(builder, number, rounding);
}

Flow badarg(Machine& m, Label fail, Term function, std::initializer_list<Term> arguments) {
  return fail_call(m, fail, am::badarg,
                   {am::erlang, function, {arguments.begin(), arguments.size()}});
}

/// Converts a number by a guard BIF that raises badarg for what it does not convert.
Flow converted(Machine& m, Label fail, Word live, Any a, Any to, Term function,
               ArithResult (*conversion)(HeapBuilder&, Term)) {
  const Term argument = a.get(m);
  if (!argument.is_number()) return badarg(m, fail, function, {argument});
  m.ensure(words_of_number(argument) + 2, live);
  const Term number = a.get(m);
  m.save_heap();
  const ArithResult result = [&] {
    HeapBuilder builder(*m.p);
    return conversion(builder, number);
  }();
  m.load_heap();
  if (!result.ok()) return badarg(m, fail, function, {number});
  to.set(m, result.value());
  return Flow::kNext;
}

Term guard_result(Process& p, const Export* bif, const Term* arguments) {
  const Term result = bif->bif(p, arguments);
  return result.is_none() && p.raising.outcome == Outcome::kSuspended ? finish_without_pauses(p)
                                                                      : result;
}

/// Calls a guard BIF, or another without effects. Returns none() if it raised.
Term call_guard(Machine& m, ExportRef bif, const Term* arguments) {
  m.save();
  const Term result = guard_result(*m.p, bif.operator->(), arguments);
  m.load();
  return result;
}

template <std::size_t n>
Flow guard(Machine& m, Label fail, ExportRef bif, const Term (&arguments)[n], Any to) {
  const Term result = call_guard(m, bif, arguments);
  if (result.is_none())
    return fail_raised_call(m, fail, {bif->info.module, bif->info.function, {arguments, n}});
  to.set(m, result);
  return Flow::kNext;
}

template <std::size_t n>
Flow collecting_guard(Machine& m, Label fail, Word live, ExportRef bif, const Term (&arguments)[n],
                      Any to) {
  const Term result = call_guard(m, bif, arguments);
  if (result.is_none())
    return fail_raised_call(m, fail, {bif->info.module, bif->info.function, {arguments, n}});
  if (!m.p->wants_collection()) {
    to.set(m, result);
    return Flow::kNext;
  }
  m.set_x(live, result);
  m.collect(0, live + 1);
  to.set(m, m.x(live));
  return Flow::kNext;
}

}  // namespace

// The inline versions do not try wide integers where an operand is a small constant: see
// sum_operation().
INSTR_SLOW(i_plus, Label fail, Uint live, Any a, Any b, Any to) {
  if (wide_operation(m, a.get(m), b.get(m), to, wide_add) == Flow::kNext) return Flow::kNext;
  return binary_operation(m, fail, live, a, b, to, arith_add, am::plus);
}
INSTR_SLOW(i_minus, Label fail, Uint live, Any a, Any b, Any to) {
  if (wide_operation(m, a.get(m), b.get(m), to, wide_subtract) == Flow::kNext) return Flow::kNext;
  return binary_operation(m, fail, live, a, b, to, arith_subtract, am::minus);
}
INSTR_SLOW(i_times, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_multiply, am::times);
}
INSTR_SLOW(i_int_div, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_div, am::div);
}
INSTR_SLOW(i_rem, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_rem, am::rem);
}
INSTR_SLOW(i_band, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_band, am::band);
}
INSTR_SLOW(i_bor, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_bor, am::bor);
}
INSTR_SLOW(i_bxor, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_bxor, am::bxor);
}
INSTR_SLOW(i_bsl, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_bsl, am::bsl);
}
INSTR_SLOW(i_bsr, Label fail, Uint live, Any a, Any b, Any to) {
  return binary_operation(m, fail, live, a, b, to, arith_bsr, am::bsr);
}
INSTR_SLOW(i_unary_minus, Label fail, Uint live, Any a, Any to) {
  return unary_operation(m, fail, live, a, to, arith_negate, am::minus);
}
INSTR_SLOW(i_bnot, Label fail, Uint live, Any a, Any to) {
  return unary_operation(m, fail, live, a, to, arith_bnot, am::bnot);
}

INSTR_SLOW(i_abs, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::abs, arith_abs);
}
INSTR_SLOW(i_float, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::float_, [](HeapBuilder& builder, Term number) {
    double value;
    return number_to_double(number, &value) ? ArithResult(builder.float_(value))
                                            : ArithResult(Err(ArithError::kBadArith));
  });
}
INSTR_SLOW(i_trunc, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::trunc, rounded<Rounding::kTruncate>);
}
INSTR_SLOW(i_round, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::round, rounded<Rounding::kNearest>);
}
INSTR_SLOW(i_floor, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::floor, rounded<Rounding::kDown>);
}
INSTR_SLOW(i_ceil, Label fail, Uint live, Any a, Any to) {
  return converted(m, fail, live, a, to, am::ceil, rounded<Rounding::kUp>);
}

INSTR_SLOW(i_length, Label fail, Uint, Any a, Any to) {
  const Term list = a.get(m);
  SWord length = 0;
  Term rest = list;
  for (; rest.is_cons(); rest = rest.as_cons().tail) ++length;
  if (!rest.is_nil()) return badarg(m, fail, am::length, {list});
  to.set(m, Term::small(length));
  return Flow::kNext;
}

// Only failures reach these versions; the inline versions handle all cases that succeed.
INSTR_SLOW(i_element, Label fail, Any index, Any tuple, Any) {
  return badarg(m, fail, am::element, {index.get(m), tuple.get(m)});
}
INSTR_SLOW(i_literal_element, Label fail, Any index, Uint, Literal tuple, Any) {
  return badarg(m, fail, am::element, {index.get(m), tuple});
}
INSTR_SLOW(i_tuple_size, Label fail, Any a, Any) {
  return badarg(m, fail, am::tuple_size, {a.get(m)});
}
INSTR_SLOW(i_byte_size, Label fail, Any a, Any) {
  return badarg(m, fail, am::byte_size, {a.get(m)});
}
INSTR_SLOW(i_bit_size, Label fail, Any a, Any) { return badarg(m, fail, am::bit_size, {a.get(m)}); }
INSTR_SLOW(i_hd, Label fail, Any a, Any) { return badarg(m, fail, am::hd, {a.get(m)}); }
INSTR_SLOW(i_tl, Label fail, Any a, Any) { return badarg(m, fail, am::tl, {a.get(m)}); }

INSTR_SLOW(i_map_size, Label fail, Any a, Any) {
  if (fail.branches()) return Flow::kFail;
  const Term argument = a.get(m);
  m.save();
  m.p->badmap(argument);
  return fail_raised_call(m, fail, {am::erlang, am::map_size, {&argument, 1}});
}

Term guard_value(Process& p, const Export* bif, Term a, Term b, Term c) {
  const Term arguments[] = {a, b, c};
  const Term result = guard_result(p, bif, arguments);
  if (result.is_none()) p.raising.outcome = Outcome::kValue;
  return result;
}

INSTR_SLOW(bif0, ExportRef bif, Any to) {
  const Term result = call_guard(m, bif, nullptr);
  if (result.is_none())
    return fail_raised_call(m, Label{0}, {bif->info.module, bif->info.function, {}});
  to.set(m, result);
  return Flow::kNext;
}
INSTR_SLOW(bif1, Label fail, ExportRef bif, Any a, Any to) {
  const Term arguments[] = {a.get(m)};
  return guard(m, fail, bif, arguments, to);
}
INSTR_SLOW(bif2, Label fail, ExportRef bif, Any a, Any b, Any to) {
  const Term arguments[] = {a.get(m), b.get(m)};
  return guard(m, fail, bif, arguments, to);
}
INSTR_SLOW(bif3, Label fail, ExportRef bif, Any a, Any b, Any c, Any to) {
  const Term arguments[] = {a.get(m), b.get(m), c.get(m)};
  return guard(m, fail, bif, arguments, to);
}
INSTR_SLOW(gc_bif1, Label fail, Uint live, ExportRef bif, Any a, Any to) {
  const Term arguments[] = {a.get(m)};
  return collecting_guard(m, fail, live, bif, arguments, to);
}
INSTR_SLOW(gc_bif2, Label fail, Uint live, ExportRef bif, Any a, Any b, Any to) {
  const Term arguments[] = {a.get(m), b.get(m)};
  return collecting_guard(m, fail, live, bif, arguments, to);
}
INSTR_SLOW(gc_bif3, Label fail, Uint live, ExportRef bif, Any a, Any b, Any c, Any to) {
  const Term arguments[] = {a.get(m), b.get(m), c.get(m)};
  return collecting_guard(m, fail, live, bif, arguments, to);
}

INSTR_SLOW(fload, Any, FloatRegister) { return raise_error(m, am::badarith); }
INSTR_SLOW(fconv, Any from, FloatRegister to) {
  double value;
  if (!number_to_double(from.get(m), &value)) return raise_error(m, am::badarith);
  to.set(m, value);
  return Flow::kNext;
}
// Only operations with a result that is not finite reach these versions.
INSTR_SLOW(fadd, Label fail, FloatRegister, FloatRegister, FloatRegister) {
  return fail_float(m, fail);
}
INSTR_SLOW(fsub, Label fail, FloatRegister, FloatRegister, FloatRegister) {
  return fail_float(m, fail);
}
INSTR_SLOW(fmul, Label fail, FloatRegister, FloatRegister, FloatRegister) {
  return fail_float(m, fail);
}
INSTR_SLOW(fdiv, Label fail, FloatRegister, FloatRegister, FloatRegister) {
  return fail_float(m, fail);
}

}  // namespace vm::instr
