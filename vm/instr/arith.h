// Arithmetic on integers of up to 128 bits and floats, and the guard BIFs that have instructions of
// their own.
// All other cases are out of line (arith.cpp).
// Threads: the thread that runs the process.
#pragma once

#include "vm/instr/floats.h"
#include "vm/instr/machine.h"
#include "vm/instr/value.h"
#include "vm/proc/dictionary.h"
#include "vm/term/compare.h"
#include "vm/term/wide_arith.h"

#include <functional>

namespace vm::instr {

/// Computes with two floats if the result is finite and there is heap space for it; otherwise
/// returns kSlow.
[[gnu::always_inline]] inline Flow float_operation(Machine& m, Term l, Term r, auto to,
                                                   auto operation) {
  if (!both_floats(l, r) || !m.has_room(kFloatWords)) [[unlikely]]
    return Flow::kSlow;
  const double result = operation(float_value(l), float_value(r));
  if (!is_finite(result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, m.put_float(result));
  return Flow::kNext;
}

/// Computes with integers of up to 128 bits, where two small ones are not enough; if there is no
/// heap space or the result is larger, returns kSlow.
[[gnu::always_inline]] inline Flow wide_operation(Machine& m, Term l, Term r, auto to,
                                                  WideOperation operation) {
  const auto [value, top] = operation(l, r, m.H, m.E);
  if (value.is_none()) [[unlikely]]
    return Flow::kSlow;
  m.H = top;
  to.set(m, value);
  return Flow::kNext;
}

/// Computes with two small integers if the result is one, too; with two floats as above. Returns
/// what otherwise() returns in all other cases.
[[gnu::always_inline]] inline Flow number_operation(Machine& m, Term l, Term r, auto to,
                                                    auto on_small, auto on_floats, auto otherwise) {
  Term result;
  if (Term::both_small(l, r) && on_small(l, r, &result)) [[likely]] {
    to.set(m, result);
    return Flow::kNext;
  }
  return both_floats(l, r) ? float_operation(m, l, r, to, on_floats) : otherwise();
}

/// Adds or subtracts. Steps from a wide integer or a float are rare, and out of line: so compiled
/// code knows that the result of X - 1 is small.
[[gnu::always_inline]] inline Flow sum_operation(Machine& m, auto a, auto b, auto to, auto on_small,
                                                 auto on_floats, WideOperation on_wide) {
  const Term l = a.get(m), r = b.get(m);
  // Inline, or the handlers of small integers would have a frame for what it captures.
  return number_operation(m, l, r, to, on_small, on_floats, [&]() __attribute__((always_inline)) {
    return is_step(a) || is_step(b) ? Flow::kSlow : wide_operation(m, l, r, to, on_wide);
  });
}

INSTR_FAST(i_plus, Label, Uint live, auto a, auto b, auto to) {
  return sum_operation(m, a, b, to, add_small, std::plus<double>(), wide_add);
}

INSTR_FAST(i_minus, Label, Uint live, auto a, auto b, auto to) {
  return sum_operation(m, a, b, to, sub_small, std::minus<double>(), wide_subtract);
}

INSTR_FAST(i_times, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  return number_operation(
      m, l, r, to, mul_small, std::multiplies<double>(),
      [&]() __attribute__((always_inline)) { return wide_operation(m, l, r, to, wide_multiply); });
}

/// Whether two terms are small integers whose quotient is one, too. The smallest small integer has
/// no negation, so division by -1 is left out, with that by 0: only these two words plus 1 are no
/// more than 16.
[[gnu::always_inline]] inline bool can_divide(Term l, Term r) {
  static_assert(Term::small(0).bits() + 1 == 16 && Term::small(-1).bits() + 1 == 0);
  return Term::both_small(l, r) && r.bits() + 1 > 16;
}

INSTR_FAST(i_int_div, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  if (can_divide(l, r)) [[likely]] {
    to.set(m, Term::small(l.as_scaled_small() / r.as_scaled_small()));
    return Flow::kNext;
  }
  return wide_operation(m, l, r, to, wide_div);
}

INSTR_FAST(i_rem, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  if (can_divide(l, r)) [[likely]] {
    to.set(m, Term::from_bits(Term::small(0).bits() +
                              static_cast<Word>(l.as_scaled_small() % r.as_scaled_small())));
    return Flow::kNext;
  }
  return wide_operation(m, l, r, to, wide_rem);
}

/// Combines the bits of two integers. The result of two small ones is always small.
[[gnu::always_inline]] inline Flow bit_operation(Machine& m, Term l, Term r, auto to,
                                                 auto operation, WideOperation on_wide) {
  if (!Term::both_small(l, r)) [[unlikely]]
    return wide_operation(m, l, r, to, on_wide);
  to.set(m, Term::small(operation(l.as_small(), r.as_small())));
  return Flow::kNext;
}

INSTR_FAST(i_band, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_and<SWord>(), wide_band);
}

INSTR_FAST(i_bor, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_or<SWord>(), wide_bor);
}

INSTR_FAST(i_bxor, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_xor<SWord>(), wide_bxor);
}

INSTR_FAST(i_bsl, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  const Word count = static_cast<Word>(r.as_small());
  if (Term::both_small(l, r) && count <= 59) [[likely]] {
    const auto shifted = static_cast<SWord>(static_cast<Word>(l.as_scaled_small()) << count);
    if ((shifted >> count) == l.as_scaled_small()) [[likely]] {
      to.set(m, Term::from_bits(static_cast<Word>(shifted) | Term::small(0).bits()));
      return Flow::kNext;
    }
  }
  return wide_operation(m, l, r, to, wide_bsl);  // this includes negative counts
}

INSTR_FAST(i_bsr, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  const Word count = static_cast<Word>(r.as_small());
  if (!Term::both_small(l, r) || count > 63) [[unlikely]]
    return wide_operation(m, l, r, to, wide_bsr);
  // What is shifted into the tag is replaced by it.
  const SWord shifted = static_cast<SWord>(l.bits()) >> count;
  to.set(m, Term::from_bits(static_cast<Word>(shifted) | Term::small(0).bits()));
  return Flow::kNext;
}

INSTR_FAST(i_unary_minus, Label, Uint live, auto a, auto to) {
  const Term value = a.get(m);
  Term negated;
  if (!value.is_small() || !sub_small(Term::small(0), value, &negated)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, negated);
  return Flow::kNext;
}

INSTR_FAST(i_bnot, Label, Uint live, auto a, auto to) {
  const Term value = a.get(m);
  if (!value.is_small()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(~value.as_small()));
  return Flow::kNext;
}

/// A float without its sign. Clears the bit: a mask in memory would be data of a stencil.
INSTR_FAST(i_abs, Label, Uint live, auto a, auto to) {
  const Term value = a.get(m);
  if (value.is_small()) {
    Term negated;
    if (value.as_small() >= 0) {
      to.set(m, value);
    } else if (sub_small(Term::small(0), value, &negated)) {
      to.set(m, negated);
    } else {
      return Flow::kSlow;
    }
    return Flow::kNext;
  }
  if (!value.is_float() || !m.has_room(kFloatWords)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, m.put_float_bits(float_bits(value) & ~kFloatSign));
  return Flow::kNext;
}

INSTR_FAST(i_float, Label, Uint live, auto a, auto to) {
  const Term value = a.get(m);
  if (value.is_float()) {
    to.set(m, value);
    return Flow::kNext;
  }
  if (!value.is_small() || !m.has_room(kFloatWords)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, m.put_float(static_cast<double>(value.as_small())));
  return Flow::kNext;
}

/// Makes an integer of a float whose integer part is a small integer, by what `correction` returns
/// for the integer part and the fraction, which has the sign of the float; keeps small integers.
[[gnu::always_inline]] inline Flow to_integer(Machine& m, auto a, auto to, auto correction) {
  const Term value = a.get(m);
  if (value.is_small()) {
    to.set(m, value);
    return Flow::kNext;
  }
  if (!value.is_float() || (float_bits(value) & kFloatExponent) >= kFloatOf2To58) [[unlikely]]
    return Flow::kSlow;
  const double number = float_value(value);
  const auto whole = static_cast<SWord>(number);
  const double fraction = number - static_cast<double>(whole);
  to.set(m, Term::small(whole + correction(fraction)));
  return Flow::kNext;
}

INSTR_FAST(i_trunc, Label, Uint live, auto a, auto to) {
  return to_integer(m, a, to, [](double) { return SWord{0}; });
}

/// Half away from zero. Twice the fraction is exact, and its integer part -1, 0 or 1.
INSTR_FAST(i_round, Label, Uint live, auto a, auto to) {
  return to_integer(m, a, to,
                    [](double fraction) { return static_cast<SWord>(fraction + fraction); });
}

INSTR_FAST(i_floor, Label, Uint live, auto a, auto to) {
  return to_integer(m, a, to, [](double fraction) { return fraction < 0 ? SWord{-1} : SWord{0}; });
}

INSTR_FAST(i_ceil, Label, Uint live, auto a, auto to) {
  return to_integer(m, a, to, [](double fraction) { return fraction > 0 ? SWord{1} : SWord{0}; });
}

/// The second of two terms if it `is_wanted`, by its place in the order of terms relative to the
/// first, otherwise the first: also of two that are equal, as 1 and 1.0.
[[gnu::always_inline]] inline Term choose(Term first, Term second, auto is_wanted) {
  if (!Term::both_small(first, second)) [[unlikely]]
    return is_wanted(compare(second, first)) ? second : first;
  const auto l = static_cast<SWord>(first.bits()), r = static_cast<SWord>(second.bits());
  // Nobody foresees which: no branch.
  return __builtin_unpredictable(is_wanted(r < l ? -1 : r > l)) ? second : first;
}

INSTR(i_min, auto a, auto b, auto to) {
  to.set(m, choose(a.get(m), b.get(m), [](int order) { return order < 0; }));
  return Flow::kNext;
}

INSTR(i_max, auto a, auto b, auto to) {
  to.set(m, choose(a.get(m), b.get(m), [](int order) { return order > 0; }));
  return Flow::kNext;
}

INSTR_FAST(i_length, Label, Uint live, auto a, auto to) {
  SWord length = 0;
  Value rest(a.get(m));
  for (; rest.is_cons(); rest = Value(rest.as_cons().tail)) ++length;
  if (!rest.is_nil()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(length));
  return Flow::kNext;
}

INSTR_FAST(i_element, Label, auto index, auto tuple, auto to) {
  const Term n = index.get(m);
  const Value t(tuple.get(m));
  if (!n.is_small() || !t.is_tuple()) [[unlikely]]
    return Flow::kSlow;
  const Word position = static_cast<Word>(n.as_small()) - 1;
  if (position >= t.as_tuple().arity()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, t.as_tuple().elements[position]);
  return Flow::kNext;
}

INSTR_FAST(i_literal_element, Label, auto index, Uint arity, Literal tuple, auto to) {
  const Word position = index.get(m).as_index_from_one();
  if (position >= arity) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term(tuple).as_tuple().elements[position]);
  return Flow::kNext;
}

INSTR_FAST(i_tuple_size, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_tuple()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>(t.as_tuple().arity())));
  return Flow::kNext;
}

INSTR_FAST(i_map_size, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_map()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>(map_size(t))));
  return Flow::kNext;
}

INSTR_FAST(i_byte_size, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_bitstring()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>((bit_size(t) + 7) / 8)));
  return Flow::kNext;
}

INSTR_FAST(i_bit_size, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_bitstring()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>(bit_size(t))));
  return Flow::kNext;
}

INSTR_FAST(i_hd, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_cons()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, t.as_cons().head);
  return Flow::kNext;
}

INSTR_FAST(i_tl, Label, auto a, auto to) {
  const Value t(a.get(m));
  if (!t.is_cons()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, t.as_cons().tail);
  return Flow::kNext;
}

INSTR(i_self, auto to) {
  to.set(m, m.p->pid);
  return Flow::kNext;
}

INSTR(i_get, auto key, auto to) {
  to.set(m, dictionary_get(*m.p, key.get(m)));
  return Flow::kNext;
}

/// Calls a guard BIF, or another one without effects, of at most three arguments. The heap must be
/// saved. none(): it raised, and its out-of-line version is to do so.
Term guard_value(Process& p, const Export* bif, Term a, Term b, Term c);

[[gnu::always_inline]] inline Flow call_guard_bif(Machine& m, ExportRef bif, auto to, Term a,
                                                  Term b = Term(), Term c = Term()) {
  m.save_heap();
  const Term result = guard_value(*m.p, bif.operator->(), a, b, c);
  m.load_heap();
  // A result in a fragment that is too large is made again, out of line.
  if (result.is_none() || m.p->wants_collection()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(bif0, ExportRef bif, auto to) { return call_guard_bif(m, bif, to, Term()); }
INSTR_FAST(bif1, Label, ExportRef bif, auto a, auto to) {
  return call_guard_bif(m, bif, to, a.get(m));
}
INSTR_FAST(bif2, Label, ExportRef bif, auto a, auto b, auto to) {
  return call_guard_bif(m, bif, to, a.get(m), b.get(m));
}
INSTR_OUT_OF_LINE(bif3);
INSTR_FAST(gc_bif1, Label, Uint live, ExportRef bif, auto a, auto to) {
  return call_guard_bif(m, bif, to, a.get(m));
}
INSTR_FAST(gc_bif2, Label, Uint live, ExportRef bif, auto a, auto b, auto to) {
  return call_guard_bif(m, bif, to, a.get(m), b.get(m));
}
INSTR_FAST(gc_bif3, Label, Uint live, ExportRef bif, auto a, auto b, auto c, auto to) {
  return call_guard_bif(m, bif, to, a.get(m), b.get(m), c.get(m));
}

}  // namespace vm::instr
