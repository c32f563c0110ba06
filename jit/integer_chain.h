// Chains: successive arithmetic instructions, most of whose results only later ones of them read,
// like `(A * B + C) band Mask`. Compiled code computes such results in processor registers, as
// integers of 128 bits, and makes terms only of those that are read afterwards; results between
// that are no small integers are never on the heap. It does so if all integers that the chain reads
// have at most one limb, else it runs the instructions one by one.
// Threads: none; a function of its arguments. Contract: B12.
#pragma once

#include "jit/plan.h"

#include <optional>

namespace jit {

struct IntegerChain {
  enum class Source : std::uint8_t {
    kRegister,        // an integer of at most one limb
    kConstant,        // `constant`
    kOperation,       // `operation` with the values `a` and `b`
    kSmallOperation,  // the same with small integers, which nothing else in the chain reads
  };
  enum class Operation : std::uint8_t { kPlus, kMinus, kTimes, kAnd, kOr, kXor, kLeft, kRight };
  struct Value {
    Source source;
    bool is_low = false;  // nobody needs more than its lower 64 bits
    int bits = 0;         // it is at least -2^bits, and below 2^bits
    Operation operation{};
    int a = 0;
    int b = 0;
    Word reg = 0;  // the word of the register
    __int128 constant = 0;
  };
  /// A register that is read afterwards, and its value.
  struct Result {
    Word reg;
    int value;
  };

  static constexpr int kSmallBits = 59;  // of a small integer
  static constexpr int kMostShift = 63;  // of a shift by a register, which the code tests

  int instructions = 0;
  std::vector<Value> values;  // each after those that it refers to
  std::vector<Result> results;
};

/// The longest chain that begins with an instruction and that is worth it: without it, a result in
/// between would often not be small. Whatever the integers in its registers are, all that is needed
/// of its values fits 128 bits.
std::optional<IntegerChain> find_chain(const FunctionCode& code, const Plan& plan, int first);

}  // namespace jit
