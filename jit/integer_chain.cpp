// A chain is tried with as many instructions as there are, then with fewer. Of each value an upper
// bound of its magnitude is known. Sums, products, shifts to the left and bitwise operations are
// right in their lower 128 bits even where more would be needed; `band` with a natural constant
// makes of them a value that is right.
#include "jit/integer_chain.h"

#include "jit/type_facts.h"
#include "vm/code/register_use.h"

#include <algorithm>
#include <bit>

namespace jit {
namespace {

using vm::Term;
using Operation = IntegerChain::Operation;
using Source = IntegerChain::Source;

constexpr int kLongestChain = 24;
constexpr int kMostResults = 4;
constexpr int kSmallBits = IntegerChain::kSmallBits;
constexpr int kMostShift = IntegerChain::kMostShift;
constexpr int kLimbBits = 64;
constexpr int kExactBits = 127;  // the most that fit a signed integer of 128 bits
constexpr int kMostSteps = 32;   // how far the reader of a register is looked for
constexpr int kMostBranches = 3;

/// A value is at least -2^bits, or 0 if it is natural, and below 2^bits.
struct Extent {
  int bits = 0;
  bool natural = false;

  /// Whether 128 bits hold the value, and not only its lower part.
  bool is_exact() const { return bits <= kExactBits; }
};

Extent extent_of(__int128 value) {
  const auto bits = static_cast<unsigned __int128>(value < 0 ? -(value + 1) : value);
  const auto high = static_cast<Word>(bits >> 64);
  const int width = high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                              : static_cast<int>(std::bit_width(static_cast<Word>(bits)));
  return {width, value >= 0};
}

/// Nothing: no operation of a chain.
std::optional<Operation> operation_of(Op op) {
  switch (op) {
    case Op::i_plus:
      return Operation::kPlus;
    case Op::i_minus:
      return Operation::kMinus;
    case Op::i_times:
      return Operation::kTimes;
    case Op::i_band:
      return Operation::kAnd;
    case Op::i_bor:
      return Operation::kOr;
    case Op::i_bxor:
      return Operation::kXor;
    case Op::i_bsl:
      return Operation::kLeft;
    case Op::i_bsr:
      return Operation::kRight;
    default:
      return std::nullopt;
  }
}

/// Whether only the lower 64 bits of both operands decide on those of the result.
bool is_modular(Operation operation) { return operation != Operation::kRight; }

vm::SWord small(vm::SWord word) { return Term::from_bits(static_cast<Word>(word)).as_small(); }

/// An operand that is an integer of at most one limb in the code.
std::optional<__int128> constant(const FunctionCode& code, int i, unsigned operand) {
  const Term term = Term::from_bits(code.operands(i)[operand]);
  if (term.is_small()) return term.as_small();
  const FunctionCode::Literal* literal = code.literal(i, operand);
  if (literal == nullptr) return std::nullopt;
  const auto magnitude = static_cast<__int128>(literal->limb);
  switch (vm::header_subtag(literal->header)) {
    case vm::Subtag::kBigPositive:
      return magnitude;
    case vm::Subtag::kBigNegative:
      return -magnitude;
    default:
      return std::nullopt;
  }
}

/// Whether an instruction from number `i` on may read the register.
bool is_read_from(const FunctionCode& code, const Plan& plan, int i, Word reg, int branches) {
  const bool is_y = vm::is_y_word(reg);
  if (!is_y && vm::register_number(reg) < vm::kMachineX) {
    if (i >= code.count()) return true;
    return (plan.live[static_cast<std::size_t>(i)] >> vm::register_number(reg) & 1) != 0;
  }
  for (const int end = std::min(code.count(), i + kMostSteps); i < end; ++i) {
    const vm::OpInfo& info = code.info(i);
    bool is_read = false, is_written = false;
    vm::for_each_read(info, code.operands(i), [&](Word read) { is_read |= read == reg; });
    if (is_read || info.is_select()) return true;
    vm::for_each_written(info, code.operands(i), [&](Word word) { is_written |= word == reg; });
    if (const CodeAddress label = code.fail_label(i); label != nullptr) {
      const int target = code.find(label);
      if (target <= i || branches == 0) return true;
      if (is_read_from(code, plan, target, reg, branches - 1)) return true;
    }
    if (is_written) return false;
    switch (info.control()) {
      case vm::Control::kNext:
        break;
      case vm::Control::kBranch:
        return false;
      case vm::Control::kCall:
      case vm::Control::kTailCall:
      case vm::Control::kReturn:
        return is_y;
      default:
        return true;
    }
    if (is_y &&
        (info.has_operand(vm::OperandKind::kNewFrame) ||
         info.has_operand(vm::OperandKind::kFrame) || info.has_operand(vm::OperandKind::kTrim))) {
      return true;
    }
  }
  return true;
}

/// Tries one number of instructions.
class Builder {
 public:
  Builder(const FunctionCode& code, const Plan& plan) : code_(code), plan_(plan) {}

  std::optional<IntegerChain> build(int first, int count) {
    chain_.instructions = count;
    for (int i = first; i < first + count; ++i) {
      if (!add(i)) return std::nullopt;
    }
    if (!find_results(first + count) || !is_connected() || !is_worth_it()) return std::nullopt;
    find_sizes();
    return std::move(chain_);
  }

 private:
  struct Known {
    Extent extent;
    Extent usual;  // if all registers hold small integers
    int reads = 0;
    bool is_result = false;
  };

  IntegerChain::Value& value(int n) { return chain_.values[static_cast<std::size_t>(n)]; }
  Known& known(int n) { return known_[static_cast<std::size_t>(n)]; }
  bool is_operation(int n) { return value(n).source == Source::kOperation; }

  int add_value(const IntegerChain::Value& value, Extent extent, Extent usual) {
    chain_.values.push_back(value);
    known_.push_back({extent, usual});
    return static_cast<int>(known_.size()) - 1;
  }

  /// The value of a source operand; kNone: it can be no integer of one limb.
  int read(int i, unsigned operand) {
    const Word word = code_.operands(i)[operand];
    if (!vm::is_register_word(word)) {
      const auto integer = constant(code_, i, operand);
      if (!integer) return FunctionCode::kNone;
      const Extent extent = extent_of(*integer);
      return add_value({.source = Source::kConstant, .constant = *integer}, extent, extent);
    }
    const auto found = std::ranges::find(registers_, word, &IntegerChain::Result::reg);
    const int n = found != registers_.end() ? found->value : read_register(word);
    // Once the chain has found that its registers hold integers, it raises nothing before this
    // instruction, whose facts are true then.
    const vm::ValueType* type = code_.type_of(i, operand);
    const auto range = type == nullptr ? std::nullopt : range_of(*type);
    if (range && value(n).source == Source::kRegister) {
      const Extent low = extent_of(small(range->min)), high = extent_of(small(range->max));
      const Extent both{std::max(low.bits, high.bits), low.natural};
      if (both.bits < known(n).extent.bits) known(n).extent = both;
      if (both.bits < known(n).usual.bits) known(n).usual = both;
    }
    return n;
  }
  int read_register(Word reg) {
    const int n = add_value({.source = Source::kRegister, .reg = reg}, {kLimbBits, false},
                            {kSmallBits, false});
    registers_.push_back({reg, n});
    return n;
  }

  bool add(int i) {
    if (code_.fail_label(i) != nullptr) return false;
    const Operation operation = *operation_of(code_.at(i).op);
    const int a = read(i, 2), b = read(i, 3);
    if (a == FunctionCode::kNone || b == FunctionCode::kNone) return false;
    const auto extent = extent_after(operation, b, known(a).extent, known(b).extent);
    const auto usual = extent_after(operation, b, known(a).usual, known(b).usual);
    if (!extent || !usual) return false;
    ++known(a).reads;
    ++known(b).reads;
    const int n = add_value({.source = Source::kOperation, .operation = operation, .a = a, .b = b},
                            *extent, *usual);
    const Word reg = code_.operands(i)[4];
    const auto found = std::ranges::find(registers_, reg, &IntegerChain::Result::reg);
    if (found == registers_.end()) {
      registers_.push_back({reg, n});
    } else {
      found->value = n;
    }
    return true;
  }

  /// Of an operation whose right operand is value `right`; nothing: 128 bits are not enough.
  std::optional<Extent> extent_after(Operation operation, int right, Extent a, Extent b) {
    const bool are_natural = a.natural && b.natural;
    const int most = std::max(a.bits, b.bits);
    switch (operation) {
      case Operation::kPlus:
        return Extent{most + 1, are_natural};
      case Operation::kMinus:
        return Extent{most + 1, false};
      case Operation::kTimes:
        return Extent{a.bits + b.bits + (are_natural ? 0 : 1), are_natural};
      case Operation::kAnd:
        if (a.natural && a.is_exact() && (!b.natural || a.bits < b.bits)) return a;
        if (b.natural && b.is_exact()) return b;
        return Extent{most, false};
      case Operation::kOr:
      case Operation::kXor:
        return Extent{most, are_natural};
      case Operation::kLeft: {
        const auto count = shift(right);
        if (!count) return std::nullopt;
        return Extent{a.bits + *count, a.natural};
      }
      case Operation::kRight:
        if (!a.is_exact() || !shift(right)) return std::nullopt;
        // Of a count that only the code knows nothing is certain.
        return Extent{
            value(right).source == Source::kConstant ? std::max(a.bits - *shift(right), 0) : a.bits,
            a.natural};
      default:
        return std::nullopt;
    }
  }
  /// The most places that a shift by a value can move; nothing: not to be done here.
  std::optional<int> shift(int count) {
    if (value(count).source != Source::kConstant)
      return known(count).extent.is_exact() ? std::optional(kMostShift) : std::nullopt;
    const __int128 places = value(count).constant;
    if (places < 0 || places > kMostShift) return std::nullopt;
    return static_cast<int>(places);
  }

  /// Which registers are read after the chain. False if one has a value that 128 bits do not hold.
  bool find_results(int next) {
    for (const IntegerChain::Result& each : registers_) {
      if (!is_operation(each.value) || !is_read_from(code_, plan_, next, each.reg, kMostBranches)) {
        continue;
      }
      if (!known(each.value).extent.is_exact()) return false;
      known(each.value).is_result = true;
      chain_.results.push_back(each);
    }
    return chain_.results.size() <= kMostResults;
  }

  /// The first operation is read by another one, and the last one reads another one. Sums and
  /// differences that do neither become operations with small integers.
  bool is_connected() {
    int first = FunctionCode::kNone, last = FunctionCode::kNone;
    for (int n = 0; n < static_cast<int>(known_.size()); ++n) {
      if (!is_operation(n)) continue;
      if (first == FunctionCode::kNone) first = n;
      last = n;
      const bool reads_other = is_operation(value(n).a) || is_operation(value(n).b);
      if (reads_other || known(n).reads > 0 || !known(n).is_result) continue;
      const bool is_sum =
          value(n).operation == Operation::kPlus || value(n).operation == Operation::kMinus;
      if (is_sum && may_be_small(value(n).a) && may_be_small(value(n).b))
        value(n).source = Source::kSmallOperation;
    }
    return known(first).reads > 0 && is_operation(last) &&
           (is_operation(value(last).a) || is_operation(value(last).b));
  }

  bool may_be_small(int n) {
    return value(n).source == Source::kRegister || known(n).extent.bits <= kSmallBits;
  }

  /// Whether a result in between would be on the heap: most likely, as a constant is, or if a mask
  /// takes away what makes it large.
  bool is_worth_it() {
    bool is_wide = false, is_masked = false, is_between = false;
    for (int n = 0; n < static_cast<int>(known_.size()); ++n) {
      if (value(n).source == Source::kConstant)
        is_wide |= known(n).extent.bits > kSmallBits && known(n).reads > 0;
      if (!is_operation(n)) continue;
      is_between |= !known(n).is_result;
      if (value(n).operation != Operation::kAnd) continue;
      for (const auto [masked, mask] :
           {std::pair(value(n).a, value(n).b), std::pair(value(n).b, value(n).a)}) {
        is_masked |= value(mask).source == Source::kConstant && known(mask).extent.natural &&
                     is_operation(masked) && !known(masked).is_result &&
                     known(masked).usual.bits > kSmallBits;
      }
    }
    if (is_wide) return is_between;
    // Then its registers hold small integers most likely: other ones take the other way.
    for (Known& each : known_) each.extent = each.usual;
    return is_masked;
  }

  void find_sizes() {
    for (int n = static_cast<int>(known_.size()) - 1; n >= 0; --n) {
      // All that read it come later.
      value(n).is_low = value(n).source != Source::kSmallOperation && !known(n).is_result &&
                        known(n).reads > 0 && only_low_is_read(n);
      value(n).bits = known(n).extent.bits;
    }
  }
  bool only_low_is_read(int n) {
    for (int reader = n + 1; reader < static_cast<int>(known_.size()); ++reader) {
      const IntegerChain::Value& by = value(reader);
      if (by.source != Source::kOperation || (by.a != n && by.b != n)) continue;
      if (!is_modular(by.operation) || (by.operation == Operation::kLeft && by.b == n))
        return false;
      if (!by.is_low && !(by.operation == Operation::kAnd && is_low_mask(by.a == n ? by.b : by.a)))
        return false;
    }
    return true;
  }
  bool is_low_mask(int n) {
    return value(n).source == Source::kConstant && known(n).extent.natural &&
           known(n).extent.bits <= kLimbBits;
  }

  const FunctionCode& code_;
  const Plan& plan_;
  IntegerChain chain_;
  std::vector<Known> known_;                     // by value
  std::vector<IntegerChain::Result> registers_;  // their values so far
};

}  // namespace

std::optional<IntegerChain> find_chain(const FunctionCode& code, const Plan& plan, int first) {
  int count = 0;
  while (count < kLongestChain && first + count < code.count() &&
         operation_of(code.at(first + count).op) && plan.is_pasted(first + count) &&
         (count == 0 || !plan.is_entry_point(first + count))) {
    ++count;
  }
  for (; count >= 2; --count) {
    if (auto chain = Builder(code, plan).build(first, count)) return chain;
  }
  return std::nullopt;
}

}  // namespace jit
