// SmallOperation: what match programs compute themselves of two small integers, without a call of
// the function. Most guards compare or mask small integers.
// Threads: none; functions of their arguments.
#pragma once

#include "vm/term/atom_table.h"

namespace vm {

enum class SmallOperation : std::uint8_t {
  kNone,
  kGreater,
  kGreaterEqual,
  kLess,
  kLessEqual,
  kEqual,  // both =:= and ==, which differ only for floats
  kNotEqual,
  kPlus,
  kMinus,
  kDiv,
  kRem,
  kBand,
  kBor,
  kBxor,
};

/// Whether the result is a boolean for all small integers.
constexpr bool is_comparison(SmallOperation operation) {
  return operation >= SmallOperation::kGreater && operation <= SmallOperation::kNotEqual;
}

/// The result for two small integers. none(): the function is to be called, as the result is no
/// small integer or the operation fails.
inline Term small_result(SmallOperation operation, Term a, Term b) {
  const SWord x = a.as_small(), y = b.as_small();
  const auto small = [](SWord value) {
    return Term::fits_small(value) ? Term::small(value) : Term::none();
  };
  switch (operation) {
    case SmallOperation::kNone:
      return Term::none();
    case SmallOperation::kGreater:
      return make_boolean(x > y);
    case SmallOperation::kGreaterEqual:
      return make_boolean(x >= y);
    case SmallOperation::kLess:
      return make_boolean(x < y);
    case SmallOperation::kLessEqual:
      return make_boolean(x <= y);
    case SmallOperation::kEqual:
      return make_boolean(x == y);
    case SmallOperation::kNotEqual:
      return make_boolean(x != y);
    case SmallOperation::kPlus:
      return small(x + y);
    case SmallOperation::kMinus:
      return small(x - y);
    case SmallOperation::kDiv:
      return y == 0 ? Term::none() : small(x / y);
    case SmallOperation::kRem:
      return y == 0 ? Term::none() : small(x % y);
    case SmallOperation::kBand:
      return Term::small(x & y);
    case SmallOperation::kBor:
      return Term::small(x | y);
    case SmallOperation::kBxor:
      return Term::small(x ^ y);
  }
  VM_UNREACHABLE();
}

}  // namespace vm
