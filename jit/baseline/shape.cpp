// The one place that decides which operands are alike.
#include "jit/baseline/shape.h"

#include "vm/term/term.h"

#include <bit>
#include <charconv>

namespace jit {
namespace {

using vm::Term;

// In the order of OperandShape.
constexpr std::string_view kNames[] = {"",        "x0",   "x1",    "x2",    "x3",     "x",
                                       "y",       "nil",  "small", "wide",  "shift",  "power",
                                       "divisor", "atom", "cons",  "boxed", "number", "address"};
static_assert(std::size(kNames) == static_cast<std::size_t>(OperandShape::kExact));
constexpr Word kMostExact = 255 - static_cast<Word>(OperandShape::kExact);

/// Some kinds have small integers that make their instructions simpler than others.
OperandShape small_shape(OperandKind kind, Term small) {
  const vm::SWord value = small.as_small();
  if (kind == OperandKind::kShift && value >= 0 && value < kShiftEnd) return OperandShape::kShift;
  const bool is_narrow = small.bits() < kNarrowEnd;
  if (kind == OperandKind::kDivisor && value > 0) {
    return is_narrow && std::has_single_bit(static_cast<Word>(value)) ? OperandShape::kPower
                                                                      : OperandShape::kDivisor;
  }
  return is_narrow ? OperandShape::kSmall : OperandShape::kWideSmall;
}

OperandShape constant_shape(OperandKind kind, Word word) {
  const Term term = Term::from_bits(word);
  if (term.is_nil()) return OperandShape::kNil;
  if (term.is_small()) return small_shape(kind, term);
  if (term.is_atom() && word < kNarrowEnd) return OperandShape::kAtom;
  if (term.is_cons()) return OperandShape::kCons;
  if (term.is_boxed()) return OperandShape::kBoxed;
  return OperandShape::kAddress;
}

OperandShape y_shape(Word word) {
  return vm::register_number(word) < kWordsEnd ? OperandShape::kY : OperandShape::kNone;
}

OperandShape value_shape(OperandKind kind, Word word) {
  if (!vm::is_register_word(word)) {
    const OperandShape shape = constant_shape(kind, word);
    return shape == OperandShape::kAddress ? OperandShape::kNone : shape;
  }
  if (vm::is_y_word(word)) return y_shape(word);
  const Word number = vm::register_number(word);
  if (number >= vm::kMachineX) return OperandShape::kXMemory;
  return static_cast<OperandShape>(static_cast<Word>(OperandShape::kX0) + number);
}

/// Numbers that definitions use in a way that depends on the value: code folds by them.
bool is_exact(OperandKind kind) {
  switch (kind) {
    case OperandKind::kArity:
    case OperandKind::kFunArity:
    case OperandKind::kApplyArity:
    case OperandKind::kUnit:
    case OperandKind::kFlags:
    case OperandKind::kAppend:
    case OperandKind::kBits:
    case OperandKind::kBytes:
    case OperandKind::kRawBits:
      return true;
    default:
      return false;
  }
}

OperandShape number_shape(OperandKind kind, Word word) {
  if (kind == OperandKind::kRaw) return OperandShape::kAddress;
  if (is_exact(kind)) {
    if (word > kMostExact) return OperandShape::kNone;
    return static_cast<OperandShape>(static_cast<Word>(OperandShape::kExact) + word);
  }
  const Word scale = scale_of(kind);
  const Word end = scale == vm::kWordBytes ? kWordsEnd : kNarrowEnd / scale;
  return word < end ? OperandShape::kNumber : OperandShape::kNone;
}

OperandShape operand_shape(OperandKind kind, Word word) {
  switch (vm::kind_info(kind).form) {
    case vm::OperandForm::kValue:
      return value_shape(kind, word);
    case vm::OperandForm::kY:
      return y_shape(word);
    case vm::OperandForm::kNumber:
    case vm::OperandForm::kFloat:
      return number_shape(kind, word);
    case vm::OperandForm::kTerm:
      return constant_shape(kind, word);
    case vm::OperandForm::kHeader:
    case vm::OperandForm::kList:
      return OperandShape::kNone;
    default:
      return OperandShape::kAddress;
  }
}

std::optional<OperandShape> parse_operand(std::string_view text) {
  if (text.starts_with('=')) {
    Word value = 0;
    const auto end = std::from_chars(text.data() + 1, text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size() || value > kMostExact)
      return std::nullopt;
    return static_cast<OperandShape>(static_cast<Word>(OperandShape::kExact) + value);
  }
  for (std::size_t i = 1; i < std::size(kNames); ++i) {
    if (kNames[i] == text) return static_cast<OperandShape>(i);
  }
  return std::nullopt;
}

}  // namespace

bool operand_words(const vm::OpInfo& info, const Word* words, OperandWords* result) {
  const auto add = [&](OperandKind kind, Word word) {
    if (result->count == Shape::kMostOperands) return false;
    result->kinds[result->count] = kind;
    result->words[result->count++] = word;
    return true;
  };
  result->count = 0;
  const std::size_t fixed = info.operand_count - (info.has_list() ? 1U : 0U);
  for (std::size_t i = 0; i < fixed; ++i) {
    if (!add(info.kinds[i], words[i])) return false;
  }
  if (!info.has_list()) return true;
  for (Word i = 0; i < words[fixed]; ++i) {
    if (!add(vm::item_kind(info.list(), i), words[fixed + 1 + i])) return false;
  }
  return true;
}

std::optional<Shape> shape_of(Op op, const OperandWords& operands) {
  Shape shape{.op = op};
  for (std::size_t i = 0; i < operands.count; ++i) {
    shape.operands[i] = operand_shape(operands.kinds[i], operands.words[i]);
    if (shape.operands[i] == OperandShape::kNone) return std::nullopt;
  }
  return shape;
}

Word scale_of(OperandKind kind) {
  switch (kind) {
    case OperandKind::kNewFrame:
    case OperandKind::kFrame:
    case OperandKind::kTrim:
    case OperandKind::kHeap:
    case OperandKind::kElement:
    case OperandKind::kPosition:
    case OperandKind::kFloatSource:
    case OperandKind::kFloatDest:
      return vm::kWordBytes;
    case OperandKind::kTupleArity:
      return Word{1} << vm::kHeaderArityShift;
    default:
      return 1;
  }
}

Word known_bits(OperandShape shape) {
  switch (shape) {
    case OperandShape::kY:
      return vm::encode_y(0);
    case OperandShape::kSmall:
    case OperandShape::kWideSmall:
    case OperandShape::kDivisor:
      return Term::small(0).bits();
    case OperandShape::kAtom:
      return Term::atom(0).bits();
    case OperandShape::kCons:
      return Term::cons(nullptr).bits();
    case OperandShape::kBoxed:
      return Term::boxed(nullptr).bits();
    default:
      return 0;
  }
}

bool is_wide(OperandShape shape) {
  return shape == OperandShape::kWideSmall || shape == OperandShape::kDivisor ||
         shape == OperandShape::kCons || shape == OperandShape::kBoxed ||
         shape == OperandShape::kAddress;
}

Word hole_value(OperandShape shape, OperandKind kind, Word word) {
  if (shape == OperandShape::kNumber) return word * scale_of(kind);
  if (shape == OperandShape::kShift) return static_cast<Word>(Term::from_bits(word).as_small());
  if (shape == OperandShape::kPower) return word - Term::small(1).bits();
  return word - known_bits(shape);
}

std::string shape_text(const Shape& shape) {
  std::string text(vm::op_info(shape.op).name);
  for (const OperandShape operand : shape.operands) {
    if (operand == OperandShape::kNone) break;
    text += ' ';
    if (operand < OperandShape::kExact)
      text += kNames[static_cast<std::size_t>(operand)];
    else
      text +=
          "=" + std::to_string(static_cast<int>(operand) - static_cast<int>(OperandShape::kExact));
  }
  return text;
}

std::optional<Shape> parse_shape(std::string_view text) {
  const auto next_word = [&text] {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
  };
  const std::string_view name = next_word();
  Shape shape;
  std::size_t op = 0;
  while (op < vm::kOpCount && vm::kOps[op].name != name) ++op;
  if (op == vm::kOpCount) return std::nullopt;
  shape.op = static_cast<Op>(op);
  for (std::size_t i = 0; !text.empty(); ++i) {
    const auto operand = parse_operand(next_word());
    if (!operand || i == Shape::kMostOperands) return std::nullopt;
    shape.operands[i] = *operand;
  }
  return shape;
}

}  // namespace jit
