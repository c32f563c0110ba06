// One pass over the instructions, forwards. What is known at a label is what all places know that
// branch there; of a label that a later instruction branches to, or an exception, nothing is known.
#include "jit/integer_facts.h"

#include "vm/code/bs_flags.h"
#include "vm/code/register_use.h"
#include "vm/term/boxed.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace jit {
namespace {

using vm::OperandKind;
using vm::SWord;
using vm::Term;

/// An integer with inclusive bounds; kNoBeginning and kNoEnd: without one. All bounds are small
/// integers.
struct Bounds {
  static constexpr SWord kNoBeginning = std::numeric_limits<SWord>::min();
  static constexpr SWord kNoEnd = std::numeric_limits<SWord>::max();
  SWord min = kNoBeginning;
  SWord max = kNoEnd;

  bool is_small() const { return min != kNoBeginning && max != kNoEnd; }
  bool is_natural() const { return min >= 0; }
};

constexpr Bounds kAnyInteger{};
// Of a list, a tuple, a map, a bitstring, in bits: far beyond what memory can hold.
constexpr Bounds kSize{0, SWord{1} << 58};

using Wide = __int128;

Bounds bounds(Wide min, Wide max) {
  const auto fits = [](Wide value) { return value >= vm::kSmallMin && value <= vm::kSmallMax; };
  return {fits(min) ? static_cast<SWord>(min) : Bounds::kNoBeginning,
          fits(max) ? static_cast<SWord>(max) : Bounds::kNoEnd};
}
/// Bits that are enough for `natural`, an upper bound.
SWord all_ones(SWord natural) {
  return static_cast<SWord>((Word{1} << std::bit_width(static_cast<Word>(natural))) - 1);
}

/// The integers in registers: the word of the register, and the bounds.
class Known {
 public:
  const Bounds* find(Word reg) const {
    const auto at = std::ranges::find(entries_, reg, &Entry::reg);
    return at == entries_.end() ? nullptr : &at->bounds;
  }
  void forget(Word reg) {
    std::erase_if(entries_, [reg](const Entry& entry) { return entry.reg == reg; });
  }
  void set(Word reg, const Bounds& bounds) {
    forget(reg);
    entries_.push_back({reg, bounds});
  }
  void forget_all(bool y_registers) {
    std::erase_if(entries_, [&](const Entry& e) { return vm::is_y_word(e.reg) == y_registers; });
  }
  /// Keeps what holds of both.
  void join(const Known& other) {
    std::erase_if(entries_, [&](Entry& entry) {
      const Bounds* same = other.find(entry.reg);
      if (same == nullptr) return true;
      entry.bounds = {std::min(entry.bounds.min, same->min), std::max(entry.bounds.max, same->max)};
      return false;
    });
  }

 private:
  struct Entry {
    Word reg;
    Bounds bounds;
  };
  std::vector<Entry> entries_;
};

Bounds plus(const Bounds& a, const Bounds& b) {
  return bounds(Wide{a.min} + b.min, Wide{a.max} + b.max);
}
Bounds minus(const Bounds& a, const Bounds& b) {
  return bounds(Wide{a.min} - b.max, Wide{a.max} - b.min);
}
Bounds times(const Bounds& a, const Bounds& b) {
  const auto [least, most] = std::minmax(
      {Wide{a.min} * b.min, Wide{a.min} * b.max, Wide{a.max} * b.min, Wide{a.max} * b.max});
  return bounds(least, most);
}
/// Of a bitwise operation that sets only bits that one of two naturals has.
Bounds bits_of_either(const Bounds& a, const Bounds& b) {
  return {0, all_ones(std::max(a.max, b.max))};
}

class Pass {
 public:
  explicit Pass(FunctionCode* code)
      : code_(*code), at_label_(static_cast<std::size_t>(code->count())) {}

  void run() {
    forget_what_comes_back();
    for (int i = 0; i < code_.count(); ++i) {
      enter(i);
      add_facts(i);
      follow(i);
    }
    merge();
  }

 private:
  std::optional<Known>& at_label(int i) { return at_label_[static_cast<std::size_t>(i)]; }

  /// Calls f(int) for each instruction of the function that instruction `i` may branch to.
  void for_each_target(int i, auto f) const {
    const auto found = [&](CodeAddress label) {
      if (label == nullptr) return;
      if (const int target = code_.find(label); target != FunctionCode::kNone) f(target);
    };
    found(code_.fail_label(i));
    code_.for_each_select_label(i, found);
  }

  void forget_what_comes_back() {
    at_label(0) = Known();  // where the function begins
    for (int i = 0; i < code_.count(); ++i) {
      for_each_target(i, [&](int target) {
        if (target <= i) at_label(target) = Known();
      });
      const CodeAddress handler = code_.at(i).catch_label;
      const int target = handler == nullptr ? FunctionCode::kNone : code_.find(handler);
      if (target != FunctionCode::kNone) at_label(target) = Known();
    }
  }

  /// What is known where instruction `i` begins.
  void enter(int i) {
    const std::optional<Known>& branches = at_label(i);
    if (!comes_from_above_) {
      // Without a branch, too, control may get here: by an address on the stack, for example.
      known_ = branches.value_or(Known());
    } else if (branches) {
      known_.join(*branches);
    }
  }

  void add_facts(int i) {
    const vm::OpInfo& info = code_.info(i);
    for (unsigned n = 0; n < info.operand_count; ++n) {
      const Word operand = code_.operands(i)[n];
      if (!vm::kind_info(info.kinds[n]).is_read() || vm::is_float(info.kinds[n])) continue;
      if (!vm::is_register_word(operand)) {
        if (info.form(n) == vm::OperandForm::kValue) add_literal(code_.at(i).operands + n);
        continue;
      }
      const Bounds* bounds = known_.find(operand);
      if (bounds == nullptr || !bounds->is_small()) continue;
      const vm::ValueType type{.kinds = static_cast<std::uint16_t>(bit(vm::TypeBit::kInteger)),
                               .has_min = true,
                               .has_max = true,
                               .min = bounds->min,
                               .max = bounds->max};
      added_.push_back({code_.at(i).operands + n, type});
    }
  }

  void add_literal(std::uint32_t word) {
    const Term term = Term::from_bits(code_.words[word]);
    Word content = 0;
    if (term.is_big() && term.as_boxed<vm::Big>().size() == 1)
      content = term.as_boxed<vm::Big>().limbs[0];
    else if (term.is_float())
      content = std::bit_cast<Word>(vm::float_value(term));
    else if (!term.is_tuple())
      return;
    code_.literals.push_back({word, term.header(), content});
  }

  /// What is known behind instruction `i`, and at its labels.
  void follow(int i) {
    const vm::OpInfo& info = code_.info(i);
    const std::optional<Bounds> result = result_of(i);
    const std::optional<Bounds> swapped[] = {swapped_by(i, 0), swapped_by(i, 1)};
    vm::for_each_written(info, code_.operands(i), [&](Word reg) { known_.forget(reg); });
    const bool keeps_x =
        info.control() == vm::Control::kNext || info.control() == vm::Control::kBranch;
    if (!keeps_x) known_.forget_all(false);
    if (changes_frame(info)) known_.forget_all(true);
    Known failed = known_;
    if (code_.at(i).op == Op::is_integer || is_comparison(i)) compare(i, &failed);
    for_each_target(i, [&](int target) {
      std::optional<Known>& there = at_label(target);
      if (!there) {
        there = failed;
      } else if (target > i) {
        there->join(failed);
      }
    });
    if (result) known_.set(code_.operands(i)[info.operand_count - 1], *result);
    for (unsigned n = 0; n < 2; ++n) {
      if (swapped[n]) known_.set(code_.operands(i)[n], *swapped[n]);
    }
    comes_from_above_ = info.falls_through();
  }
  static bool changes_frame(const vm::OpInfo& info) {
    return info.has_operand(OperandKind::kNewFrame) || info.has_operand(OperandKind::kFrame) ||
           info.has_operand(OperandKind::kTrim);
  }

  /// Bounds of an operand; nothing: it may be no integer.
  std::optional<Bounds> bounds_of(Word operand) const {
    if (vm::is_register_word(operand)) {
      const Bounds* bounds = known_.find(operand);
      return bounds == nullptr ? std::nullopt : std::optional(*bounds);
    }
    const Term constant = Term::from_bits(operand);
    if (!constant.is_small()) return std::nullopt;
    return Bounds{constant.as_small(), constant.as_small()};
  }
  std::optional<Bounds> swapped_by(int i, unsigned n) const {
    if (code_.at(i).op != Op::swap) return std::nullopt;
    return bounds_of(code_.operands(i)[1 - n]);
  }

  /// Of what the instruction writes to its last operand, if it is an integer.
  std::optional<Bounds> result_of(int i) const {
    const Word* operands = code_.operands(i);
    switch (code_.at(i).op) {
      case Op::move:
        return bounds_of(operands[0]);
      case Op::i_plus:
      case Op::i_minus:
      case Op::i_times:
      case Op::i_int_div:
      case Op::i_rem:
      case Op::i_band:
      case Op::i_bor:
      case Op::i_bxor:
      case Op::i_bsl:
      case Op::i_bsr:
        return arithmetic(code_.at(i).op, bounds_of(operands[2]), bounds_of(operands[3]));
      case Op::i_bnot:
        if (const auto a = bounds_of(operands[2]); a && a->is_small())
          return bounds(-Wide{a->max} - 1, -Wide{a->min} - 1);
        return kAnyInteger;
      case Op::i_length:
      case Op::i_tuple_size:
      case Op::i_map_size:
      case Op::i_byte_size:
      case Op::i_bit_size:
        return kSize;
      case Op::i_element:
        return element(operands[2]);
      case Op::i_literal_element:
        return element(operands[3]);
      case Op::i_min:
      case Op::i_max:
        return extreme(code_.at(i).op, bounds_of(operands[0]), bounds_of(operands[1]));
      case Op::i_bs_integer:
        return field(operands[2], operands[3]);
      case Op::i_bs_field:
        return field(operands[1], operands[2]);
      case Op::bs_get_integer2:
        return field_of_size(bounds_of(operands[3]), operands[4], operands[5]);
      case Op::bs_get_utf8:
      case Op::bs_get_utf16:
      case Op::bs_get_utf32:
        return Bounds{0, 0x10FFFF};
      default:
        return std::nullopt;
    }
  }

  /// An integer of so many bits of a bitstring.
  static std::optional<Bounds> field(Word flags, Word bits) {
    if (bits > 58) return kAnyInteger;
    const SWord end = SWord{1} << bits;
    if ((flags & vm::kBsSigned) != 0 && bits > 0) return Bounds{-end / 2, end / 2 - 1};
    return Bounds{0, end - 1};
  }
  static std::optional<Bounds> field_of_size(std::optional<Bounds> size, Word unit, Word flags) {
    if (!size || size->min != size->max || size->min < 0 || size->max > 58) return kAnyInteger;
    return field(flags, static_cast<Word>(size->max) * unit);
  }
  /// Of any element of a constant tuple.
  static std::optional<Bounds> element(Word operand) {
    const Term tuple = Term::from_bits(operand);
    constexpr Word kMost = 1024;
    if (vm::is_register_word(operand) || !tuple.is_tuple()) return std::nullopt;
    const std::span<const Term> all(tuple.as_tuple().elements, tuple.as_tuple().arity());
    if (all.empty() || all.size() > kMost) return std::nullopt;
    Bounds result{vm::kSmallMax, vm::kSmallMin};
    for (const Term each : all) {
      if (!each.is_small()) return std::nullopt;
      result = {std::min(result.min, each.as_small()), std::max(result.max, each.as_small())};
    }
    return result;
  }
  static std::optional<Bounds> extreme(Op op, std::optional<Bounds> a, std::optional<Bounds> b) {
    if (!a || !b) return std::nullopt;
    if (op == Op::i_min) return Bounds{std::min(a->min, b->min), std::min(a->max, b->max)};
    return Bounds{std::max(a->min, b->min), std::max(a->max, b->max)};
  }

  /// Nothing: the result may be a float. All others raise unless both operands are integers.
  static std::optional<Bounds> arithmetic(Op op, std::optional<Bounds> a, std::optional<Bounds> b) {
    const bool may_be_float = op == Op::i_plus || op == Op::i_minus || op == Op::i_times;
    if (may_be_float && (!a || !b)) return std::nullopt;
    const Bounds left = a.value_or(kAnyInteger), right = b.value_or(kAnyInteger);
    if (left.is_small() && right.is_small()) return of_small(op, left, right);
    if (op == Op::i_band && (right.is_small() || left.is_small())) {
      const Bounds mask = right.is_small() ? right : left;
      if (mask.is_natural()) return Bounds{0, mask.max};
    }
    if (op == Op::i_rem && right.is_small()) return remainder(left, right);
    return kAnyInteger;
  }
  static Bounds of_small(Op op, const Bounds& a, const Bounds& b) {
    const bool are_natural = a.is_natural() && b.is_natural();
    switch (op) {
      case Op::i_plus:
        return plus(a, b);
      case Op::i_minus:
        return minus(a, b);
      case Op::i_times:
        return times(a, b);
      case Op::i_int_div:
        return b.min > 0 ? quotient(a, b.min) : kAnyInteger;
      case Op::i_rem:
        return remainder(a, b);
      case Op::i_band:
        if (are_natural) return {0, std::min(a.max, b.max)};
        if (a.is_natural() || b.is_natural()) return {0, a.is_natural() ? a.max : b.max};
        return kAnyInteger;
      case Op::i_bor:
      case Op::i_bxor:
        return are_natural ? bits_of_either(a, b) : kAnyInteger;
      case Op::i_bsl:
        if (b.min < 0 || b.max >= 60) return kAnyInteger;
        return times(a, {SWord{1} << b.min, SWord{1} << b.max});
      case Op::i_bsr:
        if (b.min < 0) return kAnyInteger;
        return {a.min >> std::min<SWord>(a.min < 0 ? b.min : b.max, 63),
                a.max >> std::min<SWord>(a.max < 0 ? b.max : b.min, 63)};
      default:
        VM_UNREACHABLE();
    }
  }
  /// By at least `divisor`, which is positive: nothing gets farther from 0.
  static Bounds quotient(const Bounds& a, SWord divisor) {
    return {a.min < 0 ? a.min / divisor : 0, a.max > 0 ? a.max / divisor : 0};
  }
  /// It has the sign of what is divided, and is closer to 0 than the divisor.
  static Bounds remainder(const Bounds& a, const Bounds& divisor) {
    const Wide most = std::max(-Wide{divisor.min}, Wide{divisor.max}) - 1;
    if (most < 0) return kAnyInteger;  // only 0, which raises
    return bounds(a.is_natural() ? 0 : -most, a.max <= 0 ? 0 : most);
  }

  bool is_comparison(int i) const {
    const Op op = code_.at(i).op;
    return op == Op::is_lt || op == Op::is_ge || op == Op::is_eq_exact;
  }
  /// What a test says of a register: here, and in `failed`.
  void compare(int i, Known* failed) {
    const Word* operands = code_.operands(i);
    const Word a = operands[1];
    if (code_.at(i).op == Op::is_integer) {
      if (vm::is_register_word(a) && known_.find(a) == nullptr) known_.set(a, kAnyInteger);
      return;
    }
    const Word b = operands[2];
    const auto left = bounds_of(a), right = bounds_of(b);
    if (!right || (!left && code_.at(i).op != Op::is_eq_exact)) return;
    if (code_.at(i).op == Op::is_eq_exact) {
      // Equal to an integer is an integer.
      if (vm::is_register_word(a)) narrow(&known_, a, *right);
      return;
    }
    Known* const less = code_.at(i).op == Op::is_lt ? &known_ : failed;
    Known* const greater = code_.at(i).op == Op::is_lt ? failed : &known_;
    narrow(less, a, {Bounds::kNoBeginning, below(right->max)});
    narrow(less, b, {above(left->min), Bounds::kNoEnd});
    narrow(greater, a, {right->min, Bounds::kNoEnd});
    narrow(greater, b, {Bounds::kNoBeginning, left->max});
  }
  static SWord below(SWord end) {
    return end == Bounds::kNoEnd || end == vm::kSmallMin ? end : end - 1;
  }
  static SWord above(SWord beginning) {
    return beginning == Bounds::kNoBeginning || beginning == vm::kSmallMax ? beginning
                                                                           : beginning + 1;
  }
  /// The register is between these bounds, too. Where no value is left, control does not get.
  static void narrow(Known* known, Word reg, const Bounds& to) {
    if (!vm::is_register_word(reg)) return;
    const Bounds* before = known->find(reg);
    const Bounds old = before == nullptr ? kAnyInteger : *before;
    const Bounds both{std::max(old.min, to.min), std::min(old.max, to.max)};
    known->set(reg, both.min <= both.max ? both : old);
  }

  /// Facts are in the order of their words.
  void merge() {
    std::vector<FunctionCode::Fact> all;
    auto added = added_.begin();
    for (const FunctionCode::Fact& fact : code_.facts) {
      while (added != added_.end() && added->word < fact.word) all.push_back(*added++);
      if (added == added_.end() || added->word != fact.word) all.push_back(fact);
    }
    all.insert(all.end(), added, added_.end());
    code_.facts = std::move(all);
  }

  FunctionCode& code_;
  std::vector<std::optional<Known>> at_label_;  // by instruction; of those that are branched to
  Known known_;                                 // where the pass is
  bool comes_from_above_ = false;               // control may come from the instruction before
  std::vector<FunctionCode::Fact> added_;
};

}  // namespace

void add_integer_facts(FunctionCode* code) { Pass(code).run(); }

}  // namespace jit
