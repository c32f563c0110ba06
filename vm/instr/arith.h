// Arithmetic on small integers and floats, and the guard BIFs that have instructions of their own.
// All other cases are out of line (arith.cpp).
// Threads: the thread that runs the process.
#pragma once

#include "vm/instr/floats.h"
#include "vm/instr/machine.h"
#include "vm/proc/dictionary.h"

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

/// Computes with two small integers if the result is one, too; with two floats as above.
[[gnu::always_inline]] inline Flow number_operation(Machine& m, Term l, Term r, auto to,
                                                    auto on_small, auto on_floats) {
  if (!Term::both_small(l, r)) [[unlikely]]
    return float_operation(m, l, r, to, on_floats);
  Term result;
  if (!on_small(l, r, &result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(i_plus, Label, Uint live, auto a, auto b, auto to) {
  return number_operation(m, a.get(m), b.get(m), to, add_small, std::plus<double>());
}

INSTR_FAST(i_minus, Label, Uint live, auto a, auto b, auto to) {
  return number_operation(m, a.get(m), b.get(m), to, sub_small, std::minus<double>());
}

INSTR_FAST(i_times, Label, Uint live, auto a, auto b, auto to) {
  return number_operation(m, a.get(m), b.get(m), to, mul_small, std::multiplies<double>());
}

INSTR_FAST(i_int_div, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  // Division by -1 is slow, too: the negation of the smallest small integer is not a small.
  if (!Term::both_small(l, r) || r == Term::small(0) || r == Term::small(-1)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(l.as_small() / r.as_small()));
  return Flow::kNext;
}

INSTR_FAST(i_rem, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  if (!Term::both_small(l, r) || r == Term::small(0)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(l.as_small() % r.as_small()));
  return Flow::kNext;
}

/// Combines the bits of two small integers. The result is always a small integer.
[[gnu::always_inline]] inline Flow bit_operation(Machine& m, Term l, Term r, auto to,
                                                 auto operation) {
  if (!Term::both_small(l, r)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(operation(l.as_small(), r.as_small())));
  return Flow::kNext;
}

INSTR_FAST(i_band, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_and<SWord>());
}

INSTR_FAST(i_bor, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_or<SWord>());
}

INSTR_FAST(i_bxor, Label, Uint live, auto a, auto b, auto to) {
  return bit_operation(m, a.get(m), b.get(m), to, std::bit_xor<SWord>());
}

INSTR_FAST(i_bsl, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  if (!Term::both_small(l, r)) [[unlikely]]
    return Flow::kSlow;
  const Word count = static_cast<Word>(r.as_small());
  if (count > 59) [[unlikely]]
    return Flow::kSlow;  // this includes negative counts
  const SWord value = l.as_small();
  const auto shifted = static_cast<SWord>(static_cast<Word>(value) << count);
  if ((shifted >> count) != value || !Term::fits_small(shifted)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(shifted));
  return Flow::kNext;
}

INSTR_FAST(i_bsr, Label, Uint live, auto a, auto b, auto to) {
  const Term l = a.get(m), r = b.get(m);
  if (!Term::both_small(l, r)) [[unlikely]]
    return Flow::kSlow;
  const Word count = static_cast<Word>(r.as_small());
  if (count > 63) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(l.as_small() >> count));
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

INSTR_FAST(i_length, Label, Uint live, auto a, auto to) {
  SWord length = 0;
  Term rest = a.get(m);
  for (; rest.is_cons(); rest = rest.as_cons().tail) ++length;
  if (!rest.is_nil()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(length));
  return Flow::kNext;
}

INSTR_FAST(i_element, Label, auto index, auto tuple, auto to) {
  const Term n = index.get(m), t = tuple.get(m);
  if (!n.is_small() || !t.is_tuple()) [[unlikely]]
    return Flow::kSlow;
  const Word position = static_cast<Word>(n.as_small()) - 1;
  if (position >= t.as_tuple().arity()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, t.as_tuple().elements[position]);
  return Flow::kNext;
}

INSTR_FAST(i_tuple_size, Label, auto a, auto to) {
  const Term t = a.get(m);
  if (!t.is_tuple()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>(t.as_tuple().arity())));
  return Flow::kNext;
}

INSTR_FAST(i_map_size, Label, auto a, auto to) {
  const Term t = a.get(m);
  if (!t.is_map()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, Term::small(static_cast<SWord>(map_size(t))));
  return Flow::kNext;
}

INSTR_FAST(i_hd, Label, auto a, auto to) {
  const Term t = a.get(m);
  if (!t.is_cons()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, t.as_cons().head);
  return Flow::kNext;
}

INSTR_FAST(i_tl, Label, auto a, auto to) {
  const Term t = a.get(m);
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

INSTR_OUT_OF_LINE(bif0);
INSTR_OUT_OF_LINE(bif1);
INSTR_OUT_OF_LINE(bif2);
INSTR_OUT_OF_LINE(bif3);
INSTR_OUT_OF_LINE(gc_bif1);
INSTR_OUT_OF_LINE(gc_bif2);
INSTR_OUT_OF_LINE(gc_bif3);

}  // namespace vm::instr
