// The rules per kind of operand.
#include "loader/check_operand.h"

#include <fmt/format.h>

namespace loader {

namespace {

using Tag = Operand::Tag;
using Wrong = std::optional<WrongOperand>;

constexpr std::int64_t kMaxNumber = INT32_MAX;
constexpr std::int64_t kMaxTupleArity = (1 << 24) - 1;
constexpr std::int64_t kMaxHeapNeed = 1 << 26;
constexpr std::size_t kSegmentItems = 6;

class InstructionCheck {
 public:
  InstructionCheck(OperandContext& context, const GenericInstr& instr)
      : context_(context), instr_(instr), operands_(context.code.operands_of(instr)) {}

  Wrong run() {
    auto kinds = generic_op_info(static_cast<std::uint8_t>(instr_.op)).operand_kinds();
    for (position_ = 0; position_ < static_cast<int>(kinds.size()); position_++) {
      check(kinds[position_], operands_[position_]);
      if (wrong_) return wrong_;
    }
    position_ = -1;
    check_together();
    return wrong_;
  }

 private:
  void check(GenericKind kind, const Operand& operand) {
    switch (kind) {
      case GenericKind::NewLabel:
        return;  // done before
      case GenericKind::Label:
        return need_label(operand);
      case GenericKind::Fail:
        return need_fail(operand);
      case GenericKind::FailOrAtom:
        return need_atom_or(operand, {"no_fail", "resume"}, kind);
      case GenericKind::Arity:
        return need_number(operand, kMaxFunctionArity);
      case GenericKind::Live:
        return need_number(operand, kXRegisters);
      case GenericKind::FrameSize:
        return need_number(operand, kMaxFrame);
      case GenericKind::HeapNeed:
        return need_heap(operand);
      case GenericKind::Import:
        return need_row(operand, context_.beam.imports.size());
      case GenericKind::LambdaIndex:
        return need_row(operand, context_.beam.lambdas.size());
      case GenericKind::FunTag:
        return need_atom_or(operand, {"safe", "unsafe"}, kind);
      case GenericKind::Atom:
        return need(operand.is(Tag::kAtom), operand, "an atom");
      case GenericKind::RecordId:
        return need(operand.is(Tag::kAtom) || operand.is(Tag::kLiteral), operand,
                    "an atom or a literal");
      case GenericKind::Src:
        return need_source(operand);
      case GenericKind::SizeSrc:
        return operand.is(Tag::kNumber) ? need_number(operand, kMaxNumber) : need_source(operand);
      case GenericKind::Reg:
      case GenericKind::Dst:
        return need_register(operand);
      case GenericKind::Y:
        return need_y(operand);
      case GenericKind::Fr:
        return need_float_register(operand);
      case GenericKind::FloatSrc:
        return operand.is(Tag::kFr) ? need_float_register(operand) : need_source(operand);
      case GenericKind::FloatDst:
        return operand.is(Tag::kFr) ? need_float_register(operand) : need_register(operand);
      case GenericKind::Number:
        return need_number(operand, kMaxNumber);
      case GenericKind::TupleArity:
        return need_number(operand, kMaxTupleArity);
      case GenericKind::Element:
        return need_number(operand, kMaxTupleArity - 1);
      case GenericKind::Line:
        return need_line(operand);
      case GenericKind::StringOffset:
        return need_number(operand, static_cast<std::int64_t>(context_.beam.strings.size()));
      case GenericKind::Any:
        return;
      default:
        return check_list(kind, operand);
    }
  }

  void check_list(GenericKind kind, const Operand& list) {
    if (!list.is(Tag::kList)) return fail(list, "a list");
    auto items = context_.code.items_of(list);
    switch (kind) {
      case GenericKind::MatchCommands:
        return check_commands(items);
      case GenericKind::Segments:
        return check_segments(items);
      case GenericKind::Elements:
      case GenericKind::Keys:
        for (const Operand& item : items) need_source(item);
        return;
      case GenericKind::YList:
        for (const Operand& item : items) need_y(item);
        return;
      default:
        break;
    }
    if (items.size() % 2 != 0) return fail_with("pairs", fmt::format("{} items", items.size()));
    for (std::size_t i = 0; i < items.size() && !wrong_; i += 2) {
      check_pair(kind, items[i], items[i + 1]);
    }
  }

  void check_pair(GenericKind kind, const Operand& first, const Operand& second) {
    switch (kind) {
      case GenericKind::ValueLabels:
        need(!first.is_register(), first, "a constant");
        need_source(first);
        return need_label(second);
      case GenericKind::ArityLabels:
        need_number(first, kMaxTupleArity);
        return need_label(second);
      case GenericKind::KeysAndDsts:
        need_source(first);
        return need_register(second);
      case GenericKind::FieldsAndValues:
        need(first.is(Tag::kAtom), first, "an atom");
        return need_source(second);
      case GenericKind::FieldsAndDsts:
        need(first.is(Tag::kAtom), first, "an atom");
        return need_register(second);
      case GenericKind::Updates:
        need_number(first, operands_[1].value);
        need(first.value >= 1, first, "a position from 1");
        return need_source(second);
      default:
        need_source(first);
        return need_source(second);
    }
  }

  void check_segments(std::span<const Operand> items) {
    if (items.size() % kSegmentItems != 0) {
      return fail_with("six items a segment", fmt::format("{} items", items.size()));
    }
    for (std::size_t i = 0; i < items.size() && !wrong_; i += kSegmentItems) {
      const Operand& type = items[i];
      const Operand& value = items[i + 4];
      const Operand& size = items[i + 5];
      std::string_view name = atom_name(type);
      bool is_string = name == "string";
      bool known = is_string || name == "append" || name == "private_append" || name == "binary" ||
                   name == "integer" || name == "float" || name == "utf8" || name == "utf16" ||
                   name == "utf32";
      need(known, type, "a segment type");
      need_number(items[i + 1], kMaxNumber);
      need_number(items[i + 2], 256);
      need(items[i + 3].is(Tag::kNil) || items[i + 3].is(Tag::kLiteral), items[i + 3], "flags");
      if (!is_string) {
        need_source(value);
        need_source(size);
        continue;
      }
      need_number(value, kMaxNumber);
      need(size.is(Tag::kInteger) && size.value >= 0, size, "a size in bytes");
      if (!wrong_) need_string(value.value, static_cast<std::uint64_t>(size.value));
    }
  }

  void check_commands(std::span<const Operand> items) {
    std::size_t i = 0;
    while (i < items.size() && !wrong_) {
      std::string_view name = atom_name(items[i]);
      std::size_t count = name == "ensure_at_least"               ? 2
                          : name == "ensure_exactly"              ? 1
                          : name == "skip"                        ? 1
                          : name == "integer" || name == "binary" ? 5
                          : name == "get_tail" || name == "=:="   ? 3
                                                                  : 0;
      if (count == 0) return fail(items[i], "a bs_match command");
      if (items.size() - i - 1 < count) {
        return fail_with(fmt::format("{} operands of {}", count, name),
                         fmt::format("{}", items.size() - i - 1));
      }
      check_command(name, items.subspan(i + 1, count));
      i += count + 1;
    }
  }

  void check_command(std::string_view name, std::span<const Operand> args) {
    if (name == "=:=") {
      need_number(args[1], 64);
      bool number =
          args[2].is(Tag::kNumber) || args[2].is(Tag::kInteger) || args[2].is(Tag::kBigInteger);
      return need(number, args[2], "an integer");
    }
    if (name == "integer" || name == "binary") {
      need_number(args[0], kXRegisters);
      need(args[1].is(Tag::kNil) || args[1].is(Tag::kLiteral), args[1], "flags");
      need_number(args[2], kMaxNumber);
      need_number(args[3], 256);
      return need_register(args[4]);
    }
    if (name == "get_tail") {
      need_number(args[0], kXRegisters);
      need_number(args[1], 256);
      return need_register(args[2]);
    }
    for (const Operand& arg : args) need_number(arg, kMaxNumber);
  }

  /// Rules that join operands. Everything else follows from the kinds.
  void check_together() {
    switch (instr_.op) {
      case GenericOp::k_call:
      case GenericOp::k_call_last:
      case GenericOp::k_call_only:
        return need_callee();
      case GenericOp::k_call_ext:
      case GenericOp::k_call_ext_last:
      case GenericOp::k_call_ext_only:
        return need_import_arity(operands_[1], operands_[0].value);
      case GenericOp::k_bif0:
        return need_import_arity(operands_[0], 0);
      case GenericOp::k_bif1:
        return need_import_arity(operands_[1], 1);
      case GenericOp::k_bif2:
        return need_import_arity(operands_[1], 2);
      case GenericOp::k_bif3:
        return need_import_arity(operands_[1], 3);
      case GenericOp::k_gc_bif1:
        return need_import_arity(operands_[2], 1);
      case GenericOp::k_gc_bif2:
        return need_import_arity(operands_[2], 2);
      case GenericOp::k_gc_bif3:
        return need_import_arity(operands_[2], 3);
      case GenericOp::k_bs_put_string:
        return need_string(operands_[1].value, static_cast<std::uint64_t>(operands_[0].value));
      case GenericOp::k_bs_match_string:
        return need_string(operands_[3].value,
                           (static_cast<std::uint64_t>(operands_[2].value) + 7) / 8);
      case GenericOp::k_make_fun3:
        return need_environment();
      case GenericOp::k_on_load:
        context_.has_on_load = true;
        return;
      default:
        return;
    }
  }

  void need_callee() {
    const Operand& label = operands_[1];
    const GenericFunction* callee = context_.entries[label.index()];
    if (callee == nullptr) return fail_with("the label of a function", text(label));
    if (callee->arity != operands_[0].index()) {
      fail_with(fmt::format("a function of arity {}", operands_[0].value),
                context_.beam.function_text(callee->name, callee->arity));
    }
  }

  void need_import_arity(const Operand& import, std::int64_t arity) {
    const Import& row = context_.beam.imports[import.index()];
    if (row.arity == arity) return;
    fail_with(fmt::format("an import of arity {}", arity),
              fmt::format("{}:{}", context_.beam.atoms[row.module],
                          context_.beam.function_text(row.name, row.arity)));
  }

  void need_environment() {
    const Lambda& row = context_.beam.lambdas[operands_[0].index()];
    if (row.free_count == operands_[2].count) return;
    fail_with(fmt::format("{} free variables", row.free_count),
              fmt::format("{}", operands_[2].count));
  }

  void need_string(std::int64_t offset, std::uint64_t bytes) {
    std::uint64_t size = context_.beam.strings.size();
    if (static_cast<std::uint64_t>(offset) <= size && bytes <= size - offset) return;
    fail_with(fmt::format("a string within {} bytes", size),
              fmt::format("{} bytes at {}", bytes, offset));
  }

  /// Calls may leave the function (need_callee() says where to), nothing else may.
  void need_label(const Operand& operand) {
    const auto& labels = context_.code.labels;
    if (!operand.is(Tag::kLabel)) return fail(operand, "a label");
    if (operand.index() == 0 || operand.index() >= labels.size() ||
        labels[operand.index()] == kNowhere) {
      return fail(operand, "a label that is defined");
    }
    std::uint32_t at = labels[operand.index()];
    bool is_call = instr_.op == GenericOp::k_call || instr_.op == GenericOp::k_call_last ||
                   instr_.op == GenericOp::k_call_only;
    if (is_call || (at >= context_.function.begin && at < context_.function.end)) return;
    fail(operand, "a label of the same function");
  }

  void need_fail(const Operand& operand) {
    if (operand.is(Tag::kLabel) && operand.value == 0) return;
    need_label(operand);
  }

  void need_atom_or(const Operand& operand, std::initializer_list<std::string_view> atoms,
                    GenericKind kind) {
    std::string_view name = atom_name(operand);
    for (std::string_view atom : atoms) {
      if (name == atom) return;
    }
    if (kind == GenericKind::FailOrAtom) return need_fail(operand);
    need_row(operand, context_.beam.lambdas.size());
  }

  void need_row(const Operand& operand, std::size_t rows) {
    if (operand.is(Tag::kNumber) && static_cast<std::uint64_t>(operand.value) < rows) return;
    fail(operand, fmt::format("a row below {}", rows));
  }

  void need_line(const Operand& operand) {
    if (!context_.beam.has_lines) return need_number(operand, kMaxNumber);
    need_row(operand, context_.beam.lines.lines.size());
  }

  void need_number(const Operand& operand, std::int64_t max) {
    if (operand.is(Tag::kNumber) && operand.value <= max) return;
    fail(operand, fmt::format("a number up to {}", max));
  }

  void need_heap(const Operand& operand) {
    if (!operand.is(Tag::kAllocList)) return need_number(operand, kMaxHeapNeed);
    auto items = context_.code.items_of(operand);
    for (std::size_t i = 0; i < items.size(); i += 2) {
      need_number(items[i], 2);
      need_number(items[i + 1], kMaxHeapNeed);
    }
  }

  void need_source(const Operand& operand) {
    switch (operand.tag) {
      case Tag::kX:
      case Tag::kY:
        return need_register(operand);
      case Tag::kInteger:
      case Tag::kBigInteger:
      case Tag::kAtom:
      case Tag::kNil:
      case Tag::kLiteral:
        return;
      default:
        return fail(operand, "a register or constant");
    }
  }

  void need_register(const Operand& operand) {
    if (operand.is(Tag::kY)) return need_y(operand);
    if (!operand.is(Tag::kX)) return fail(operand, "x or y register");
    if (operand.index() >= kXRegisters)
      fail(operand, fmt::format("x register below {}", kXRegisters));
  }

  void need_y(const Operand& operand) {
    if (!operand.is(Tag::kY)) return fail(operand, "y register");
    if (operand.index() < context_.largest_frame) return;
    fail(operand, fmt::format("y register below {}", context_.largest_frame));
  }

  void need_float_register(const Operand& operand) {
    if (!operand.is(Tag::kFr)) return fail(operand, "float register");
    if (operand.index() < kFloatRegisters) return;
    fail(operand, fmt::format("float register below {}", kFloatRegisters));
  }

  void need(bool right, const Operand& operand, std::string_view expected) {
    if (!right) fail(operand, std::string(expected));
  }

  std::string_view atom_name(const Operand& operand) const {
    return operand.is(Tag::kAtom) ? std::string_view(context_.beam.atoms[operand.index()])
                                  : std::string_view();
  }

  std::string text(const Operand& operand) const { return operand_text(context_.beam, operand); }

  void fail(const Operand& operand, std::string expected) {
    fail_with(std::move(expected), text(operand));
  }
  void fail_with(std::string expected, std::string found) {
    if (!wrong_) wrong_ = WrongOperand{position_, std::move(expected), std::move(found)};
  }

  OperandContext& context_;
  const GenericInstr& instr_;
  std::span<const Operand> operands_;
  int position_ = 0;
  Wrong wrong_;
};

}  // namespace

std::optional<WrongOperand> check_instruction(OperandContext& context, const GenericInstr& instr) {
  return InstructionCheck(context, instr).run();
}

std::string operand_text(const BeamFile& beam, const Operand& operand) {
  switch (operand.tag) {
    case Tag::kNumber:
      return fmt::format("{}", operand.value);
    case Tag::kInteger:
      return fmt::format("integer {}", operand.value);
    case Tag::kBigInteger:
      return "big integer";
    case Tag::kAtom:
      return fmt::format("atom {}", beam.atoms[operand.index()]);
    case Tag::kNil:
      return "[]";
    case Tag::kX:
      return fmt::format("x{}", operand.value);
    case Tag::kY:
      return fmt::format("y{}", operand.value);
    case Tag::kFr:
      return fmt::format("fr{}", operand.value);
    case Tag::kLabel:
      return fmt::format("label {}", operand.value);
    case Tag::kCharacter:
      return fmt::format("character {}", operand.value);
    case Tag::kLiteral:
      return fmt::format("literal {}", operand.value);
    case Tag::kList:
      return fmt::format("list of {}", operand.count);
    case Tag::kAllocList:
      return "allocation list";
  }
  VM_UNREACHABLE();
}

}  // namespace loader
