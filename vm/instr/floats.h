// Operations on float registers. A result that is not finite raises badarith. A preceding test_heap
// has made space for boxed floats.
#pragma once

#include "vm/instr/machine.h"
#include "vm/instr/value.h"

namespace vm::instr {

// The bits of a float: sign, exponent; the exponent of 2^58. What is below it fits a small integer.
constexpr Word kFloatSign = Word{1} << 63;
constexpr Word kFloatExponent = Word{0x7FF} << 52;
constexpr Word kFloatOf2To58 = Word{1023 + 58} << 52;
/// The bits of a float term.
inline Word float_bits(Term t) { return std::bit_cast<Word>(float_value(t)); }

/// True if both terms are floats.
inline bool both_floats(Term a, Term b) { return Value(a).is_float() && Value(b).is_float(); }
inline bool is_finite(double value) {
  return (std::bit_cast<Word>(value) & kFloatExponent) != kFloatExponent;
}

/// True if the operand is an integer in the code and close to zero, as in X + 1 or X > 0. Operands
/// of other types than these are never constants.
inline bool is_step(auto) { return false; }
inline bool is_step(Any operand) {
  constexpr SWord kLimit = 1024;
  const Term value = Term::from_bits(operand.word);
  return value.is_small() && value.as_small() > -kLimit && value.as_small() < kLimit;
}
inline bool is_step(Const operand) { return is_step(Any{operand.word}); }
/// The number that it is, exactly.
inline double step_value(Term step) { return static_cast<double>(step.as_small()); }

/// The source is a float in all code that compilers make. The test costs less than a proof: where a
/// function gets floats as arguments, the loader would have to test them with an instruction.
INSTR_FAST(fload, auto from, FloatRegister to) {
  const Value value(from.get(m));
  if (!value.is_float()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, float_value(value));
  return Flow::kNext;
}

INSTR(fstore, FloatRegister from, auto to) {
  to.set(m, m.put_float(from.get(m)));
  return Flow::kNext;
}

INSTR_FAST(fconv, auto from, FloatRegister to) {
  const Value value(from.get(m));
  if (value.is_small()) {
    to.set(m, static_cast<double>(value.as_small()));
  } else if (value.is_float()) {
    to.set(m, float_value(value));
  } else {
    return Flow::kSlow;
  }
  return Flow::kNext;
}

INSTR_FAST(fadd, Label, FloatRegister a, FloatRegister b, FloatRegister to) {
  const double result = a.get(m) + b.get(m);
  if (!is_finite(result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(fsub, Label, FloatRegister a, FloatRegister b, FloatRegister to) {
  const double result = a.get(m) - b.get(m);
  if (!is_finite(result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(fmul, Label, FloatRegister a, FloatRegister b, FloatRegister to) {
  const double result = a.get(m) * b.get(m);
  if (!is_finite(result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(fdiv, Label, FloatRegister a, FloatRegister b, FloatRegister to) {
  const double result = a.get(m) / b.get(m);
  if (!is_finite(result)) [[unlikely]]
    return Flow::kSlow;
  to.set(m, result);
  return Flow::kNext;
}

/// Changes the sign bit as an integer: a mask in memory would be data of a stencil.
INSTR(fnegate, Label, FloatRegister a, FloatRegister to) {
  to.set_bits(m, a.bits(m) ^ kFloatSign);
  return Flow::kNext;
}

}  // namespace vm::instr
