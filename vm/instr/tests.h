// Tests and jumps: they continue with the next instruction or at the label operand.
#pragma once

#include "vm/instr/floats.h"
#include "vm/instr/machine.h"
#include "vm/instr/value.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"

#include <functional>

namespace vm::instr {

/// The outcome of a test.
inline Flow when(bool holds) { return holds ? Flow::kNext : Flow::kFail; }

INSTR(jump, Label) { return Flow::kFail; }

// Comparisons. Small integers, floats and identical words are compared inline. Comparisons change
// nothing, so other terms are compared by a call, and no out-of-line version is needed.

/// Whether `holds` is true of two operands, as it is of two numbers in the same order. Often one
/// operand is an integer in the code, and the other any term: `when C >= $a, C =< $z`.
[[gnu::always_inline]] inline Flow compare_operands(Machine& m, auto a, auto b, auto holds) {
  const Term l = a.get(m), r = b.get(m);
  if (Term::both_small(l, r)) [[likely]]
    return when(holds(static_cast<SWord>(l.bits()), static_cast<SWord>(r.bits())));
  if (both_floats(l, r)) return when(holds(float_value(l), float_value(r)));
  // Numbers come before all other terms, of which most are immediate or lists.
  if (is_step(b)) {
    if (!Value(l).is_boxed()) return when(holds(1, 0));
    if (Value(l).is_float()) return when(holds(float_value(l), step_value(r)));
  } else if (is_step(a)) {
    if (!Value(r).is_boxed()) return when(holds(0, 1));
    if (Value(r).is_float()) return when(holds(step_value(l), float_value(r)));
  }
  return when(holds(l == r ? 0 : ::vm::detail::compare_slow(l, r, false), 0));
}

INSTR(is_lt, Label, auto a, auto b) { return compare_operands(m, a, b, std::less<>()); }
INSTR(is_ge, Label, auto a, auto b) { return compare_operands(m, a, b, std::greater_equal<>()); }

INSTR(is_small_in, Label, auto a, Literal first, Uint count) {
  return when(a.get(m).is_small_in(first, count));
}

INSTR(is_eq, Label, auto a, auto b) { return when(equal(a.get(m), b.get(m))); }
INSTR(is_ne, Label, auto a, auto b) { return when(!equal(a.get(m), b.get(m))); }
INSTR(is_eq_exact, Label, auto a, auto b) { return when(exactly_equal(a.get(m), b.get(m))); }
INSTR(is_ne_exact, Label, auto a, auto b) { return when(!exactly_equal(a.get(m), b.get(m))); }

/// Stores the outcome of a test as true or false.
[[gnu::always_inline]] inline Flow put_truth(Machine& m, auto to, Flow test) {
  to.set(m, test == Flow::kNext ? am::true_ : am::false_);
  return Flow::kNext;
}
INSTR(i_lt, auto a, auto b, auto to) { return put_truth(m, to, is_lt::run(m, Label{0}, a, b)); }
INSTR(i_ge, auto a, auto b, auto to) { return put_truth(m, to, is_ge::run(m, Label{0}, a, b)); }
INSTR(i_eq, auto a, auto b, auto to) { return put_truth(m, to, is_eq::run(m, Label{0}, a, b)); }
INSTR(i_ne, auto a, auto b, auto to) { return put_truth(m, to, is_ne::run(m, Label{0}, a, b)); }
INSTR(i_eq_exact, auto a, auto b, auto to) {
  return put_truth(m, to, is_eq_exact::run(m, Label{0}, a, b));
}
INSTR(i_ne_exact, auto a, auto b, auto to) {
  return put_truth(m, to, is_ne_exact::run(m, Label{0}, a, b));
}

INSTR(is_integer, Label, auto a) { return when(a.get(m).is_integer()); }
INSTR(is_float, Label, auto a) { return when(Value(a.get(m)).is_float()); }
INSTR(is_number, Label, auto a) { return when(a.get(m).is_number()); }
INSTR(is_atom, Label, auto a) { return when(a.get(m).is_atom()); }
INSTR(is_pid, Label, auto a) { return when(a.get(m).is_pid()); }
INSTR(is_reference, Label, auto a) { return when(a.get(m).is_ref()); }
INSTR(is_port, Label, auto a) { return when(a.get(m).is_port()); }
INSTR(is_nil, Label, auto a) { return when(a.get(m).is_nil()); }
INSTR(is_binary, Label, auto a) { return when(a.get(m).is_binary()); }
INSTR(is_bitstr, Label, auto a) { return when(Value(a.get(m)).is_bitstring()); }
INSTR(is_list, Label, auto a) {
  const Value t(a.get(m));
  if (t.is_cons()) [[likely]]
    return Flow::kNext;
  return when(t.is_nil());
}
INSTR(is_nonempty_list, Label, auto a) { return when(Value(a.get(m)).is_cons()); }
INSTR(is_tuple, Label, auto a) { return when(Value(a.get(m)).is_tuple()); }
INSTR(is_map, Label, auto a) { return when(Value(a.get(m)).is_map()); }

/// The source is known to be a tuple.
INSTR(test_arity, Label, auto a, Uint arity) {
  return when(a.get(m).header() == make_header(Subtag::kTuple, arity));
}

INSTR(is_tuple_of, Label, auto a, Uint arity) { return when(Value(a.get(m)).is_tuple_of(arity)); }

/// Headers of tuples differ only in the number of elements. The difference from the least header
/// has no other bits either, unless it is below zero.
INSTR(has_elements, Label, auto a, Uint least) {
  constexpr auto kMostArity = static_cast<Word>(kind_info(OperandKind::kTupleArity).most);
  const Value t(a.get(m));
  return when(t.is_boxed() && ((t.header() - make_header(Subtag::kTuple, least)) &
                               ~make_header(Subtag::kTuple, kMostArity)) == 0);
}

INSTR(is_tagged_tuple, Label, auto a, Uint arity, Literal tag) {
  const Value t(a.get(m));
  return when(t.is_tuple_of(arity) && t.as_tuple().elements[0] == tag);
}

INSTR(is_boolean, Label, auto a) {
  const Term t = a.get(m);
  return when(t == am::true_ || t == am::false_);
}

INSTR(is_function, Label, auto a) { return when(Value(a.get(m)).is_fun()); }

INSTR(is_function2, Label, auto a, auto arity) {
  const Value t(a.get(m));
  const Term n = arity.get(m);
  return when(t.is_fun() && n.is_small() &&
              t.as_boxed<Fun>().call_arity() == static_cast<Word>(n.as_small()));
}

}  // namespace vm::instr
