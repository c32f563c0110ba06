// The rules per kind of operand.
#include "loader/check_operand.h"

#include "loader/bit_syntax.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::OperandForm;
using vm::OperandKind;
using Wrong = std::optional<WrongOperand>;

/// Is a literal, in external form, a list of flags of a segment?
bool is_flag_list(Bytes literal) {
  constexpr Byte kVersion = 131, kList = 108, kNil = 106, kAtom = 100, kSmallAtom = 115,
                 kAtomUtf8 = 118, kSmallAtomUtf8 = 119;
  constexpr std::string_view kFlags[] = {"little",   "big",     "native", "signed",
                                         "unsigned", "aligned", "exact"};
  ByteReader reader(literal, 0);
  if (reader.u8() != kVersion || reader.u8() != kList) return false;
  for (std::uint32_t left = reader.u32(); left > 0 && !reader.failed(); left--) {
    const Byte tag = reader.u8();
    if (tag != kAtom && tag != kSmallAtom && tag != kAtomUtf8 && tag != kSmallAtomUtf8)
      return false;
    const bool is_small = tag == kSmallAtom || tag == kSmallAtomUtf8;
    const Bytes text = reader.take(is_small ? reader.u8() : reader.u16());
    const std::string_view flag(reinterpret_cast<const char*>(text.data()), text.size());
    if (std::ranges::find(kFlags, flag) == std::end(kFlags)) return false;
  }
  return reader.u8() == kNil && !reader.failed();
}

class InstructionCheck {
 public:
  InstructionCheck(const OperandContext& context, const GenericInstr& instr)
      : context_(context),
        info_(generic_op_info(static_cast<std::uint8_t>(instr.op))),
        operands_(context.code.operands_of(instr)) {}

  Wrong run() {
    const auto kinds = info_.operand_kinds();
    for (position_ = 0; position_ < static_cast<int>(kinds.size()); position_++) {
      check(kinds[static_cast<std::size_t>(position_)], operand(position_));
      if (wrong_) return wrong_;
    }
    position_ = -1;
    check_together();
    return wrong_;
  }

 private:
  void check(GenericKind kind, const Operand& operand) {
    if (is_loaded_kind(kind)) return check_loaded(loaded_kind(kind), operand);
    switch (kind) {
      case GenericKind::kFailOrAtom:
        return need_atom_or(operand, {"no_fail", "resume"}, [&] { need_fail(operand); });
      case GenericKind::kRecordName:
        return need(operand.is(Tag::kAtom) || operand.is(Tag::kLiteral), operand,
                    "an atom or a literal");
      case GenericKind::kFloatOrSource:
        return operand.is(Tag::kFr) ? need_float_register(operand) : need_source(operand);
      case GenericKind::kFloatOrDest:
        return operand.is(Tag::kFr) ? need_float_register(operand) : need_register(operand);
      case GenericKind::kFlagList:
        return need(operand.is(Tag::kNil) || is_flag_list(operand), operand, "flags");
      case GenericKind::kInteger:
        return need(
            operand.is(Tag::kNumber) || operand.is(Tag::kInteger) || operand.is(Tag::kBigInteger),
            operand, "an integer");
      case GenericKind::kLine:
        return need_line(operand);
      case GenericKind::kMatchCommands:
        return check_commands(operand);
      case GenericKind::kSegments:
        return check_segments(operand);
      case GenericKind::kNewLabel:  // done before
      case GenericKind::kAny:
      default:
        return;
    }
  }

  bool is_flag_list(const Operand& operand) const {
    return operand.is(Tag::kLiteral) &&
           loader::is_flag_list(context_.beam.literals[operand.index()]);
  }

  void check_loaded(OperandKind kind, const Operand& operand) {
    const vm::OperandKindInfo& info = vm::kind_info(kind);
    switch (info.form) {
      case OperandForm::kValue:
        if (info.place != vm::ValuePlace::kConstantToo) return need_register(operand);
        if (kind == OperandKind::kSize && operand.is(Tag::kNumber))
          return need_number(operand, OperandKind::kBytes);
        return need_source(operand);
      case OperandForm::kY:
        return need_y(operand);
      case OperandForm::kFloat:
        return need_float_register(operand);
      case OperandForm::kAddress:
        return kind == OperandKind::kFail ? need_fail(operand) : need_label(operand, kind);
      case OperandForm::kNumber:
        if (kind == OperandKind::kHeap && operand.is(Tag::kAllocList))
          return need_alloc_list(operand);
        return need_number(operand, kind);
      case OperandForm::kTerm:
        return check_term(kind, operand);
      case OperandForm::kExport:
        return need_row(operand, context_.beam.imports.size());
      case OperandForm::kFun:
        return need_row(operand, context_.beam.lambdas.size());
      case OperandForm::kPointer:
        return need_number(operand, 0, static_cast<std::int64_t>(context_.beam.strings.size()));
      case OperandForm::kList:
        return check_list(kind, operand);
      case OperandForm::kBif:
      case OperandForm::kHeader:
        break;  // no instruction of files has one
    }
    VM_UNREACHABLE();
  }

  void check_term(OperandKind kind, const Operand& operand) {
    switch (kind) {
      case OperandKind::kAtom:
        return need(operand.is(Tag::kAtom), operand, "an atom");
      case OperandKind::kCatch:
        return need_label(operand, kind);
      case OperandKind::kFunTag:
        return need_atom_or(operand, {"safe", "unsafe"},
                            [&] { need_row(operand, context_.beam.lambdas.size()); });
      default:
        need(!operand.is_register(), operand, "a constant");
        return need_source(operand);
    }
  }

  void check_list(OperandKind kind, const Operand& list) {
    if (!list.is(Tag::kList)) return fail(list, "a list");
    const auto items = context_.code.items_of(list);
    if (items.size() % vm::kind_info(kind).items_per_entry != 0)
      return fail_with("pairs", fmt::format("{} items", items.size()));
    for (std::size_t i = 0; i < items.size() && !wrong_; i++)
      check_loaded(vm::item_kind(kind, i), items[i]);
  }

  void check_segments(const Operand& list) {
    if (!list.is(Tag::kList)) return fail(list, "a list");
    const auto items = context_.code.items_of(list);
    if (items.size() % kSegmentItems != 0)
      return fail_with("six items a segment", fmt::format("{} items", items.size()));
    for (std::size_t i = 0; i < items.size() && !wrong_; i += kSegmentItems)
      check_segment(items.subspan(i, kSegmentItems));
  }

  void check_segment(std::span<const Operand> items) {
    const Operand& value = items[kSegmentValue];
    const Operand& size = items[kSegmentSize];
    const std::string_view type = atom_name(items[kSegmentType]);
    const bool is_string = type == "string";
    const bool is_utf = type == "utf8" || type == "utf16" || type == "utf32";
    const bool known = is_string || is_utf || type == "append" || type == "private_append" ||
                       type == "binary" || type == "integer" || type == "float";
    need(known, items[kSegmentType], "a segment type");
    need_number(items[kSegmentNumber], OperandKind::kSegment);
    if (!is_utf || items[kSegmentUnit].value != 0)
      need_number(items[kSegmentUnit], OperandKind::kUnit);
    check(GenericKind::kFlagList, items[kSegmentFlags]);
    if (!is_string) {
      need_source(value);
      return need_source(size);
    }
    need_number(value, OperandKind::kBytes);
    need(size.is(Tag::kInteger) && size.value >= 0, size, "a size in bytes");
    if (!wrong_) need_string(value.value, static_cast<std::uint64_t>(size.value));
  }

  void check_commands(const Operand& list) {
    if (!list.is(Tag::kList)) return fail(list, "a list");
    const auto items = context_.code.items_of(list);
    for (std::size_t i = 0; i < items.size() && !wrong_;) {
      const MatchCommandInfo* command = find_match_command(atom_name(items[i]));
      if (command == nullptr) return fail(items[i], "a bs_match command");
      const auto operands = items.subspan(i + 1);
      if (operands.size() < command->operand_count) {
        return fail_with(fmt::format("{} operands of {}", command->operand_count, command->name),
                         fmt::format("{}", operands.size()));
      }
      for (std::size_t n = 0; n < command->operand_count; n++)
        check(command->kinds[n], operands[n]);
      i += 1 + command->operand_count;
    }
  }

  /// Rules that join operands. Everything else follows from the kinds.
  void check_together() {
    if (const Operand* callee = find(OperandKind::kCallee)) need_callee(*callee);
    if (const Operand* import = find(OperandKind::kExport)) need_import_arity(*import);
    if (const Operand* text = find(OperandKind::kData)) need_string(*text);
    if (const Operand* fun = find(OperandKind::kFun)) need_environment(*fun);
    if (const Operand* updates = find(OperandKind::kPositionsAndSources)) need_positions(*updates);
    if (info_.arity == 2 && info_.kinds[0] == GenericKind::kFloatOrSource) need_one_float();
  }

  const Operand& operand(int position) const {
    return operands_[static_cast<std::size_t>(position)];
  }
  /// The first operand of this kind, or null.
  const Operand* find(OperandKind kind) const {
    const std::size_t position = info_.position_of(generic_kind(kind));
    return position == info_.arity ? nullptr : &operands_[position];
  }

  void need_callee(const Operand& label) {
    const Operand& arity = *find(OperandKind::kArity);
    const GenericFunction* callee = context_.entries[label.index()];
    if (callee == nullptr) return fail_with("the label of a function", text(label));
    if (callee->arity != arity.index()) {
      fail_with(fmt::format("a function of arity {}", arity.value),
                context_.beam.function_text(callee->name, callee->arity));
    }
  }

  /// The number of arguments is that of the sources where no operand says it.
  void need_import_arity(const Operand& import) {
    const Operand* said = find(OperandKind::kArity);
    const std::int64_t arity =
        said != nullptr
            ? said->value
            : std::ranges::count(info_.operand_kinds(), generic_kind(OperandKind::kSource));
    const Import& row = context_.beam.imports[import.index()];
    if (row.arity == arity) return;
    fail_with(fmt::format("an import of arity {}", arity),
              fmt::format("{}:{}", context_.beam.atoms[row.module],
                          context_.beam.function_text(row.name, row.arity)));
  }

  void need_environment(const Operand& fun) {
    const Lambda& row = context_.beam.lambdas[fun.index()];
    const Operand& variables = *find(OperandKind::kSources);
    if (row.free_count == variables.count) return;
    fail_with(fmt::format("{} free variables", row.free_count), fmt::format("{}", variables.count));
  }

  void need_positions(const Operand& updates) {
    const std::int64_t size = find(OperandKind::kTupleArity)->value;
    const auto items = context_.code.items_of(updates);
    position_ = static_cast<int>(&updates - operands_.data());
    for (std::size_t i = 0; i < items.size(); i += 2) need_number(items[i], 1, size);
  }

  void need_one_float() {
    const bool is_first = operands_[0].is(Tag::kFr);
    if (is_first == operands_[1].is(Tag::kFr))
      fail_with("one float register", is_first ? "two" : "none");
  }

  void need_string(const Operand& offset) {
    const Operand* bits = find(OperandKind::kBits);
    const std::uint64_t bytes = bits != nullptr
                                    ? (static_cast<std::uint64_t>(bits->value) + 7) / 8
                                    : static_cast<std::uint64_t>(find(OperandKind::kBytes)->value);
    need_string(offset.value, bytes);
  }

  void need_string(std::int64_t offset, std::uint64_t bytes) {
    std::uint64_t size = context_.beam.strings.size();
    if (static_cast<std::uint64_t>(offset) <= size && bytes <= size - offset) return;
    fail_with(fmt::format("a string within {} bytes", size),
              fmt::format("{} bytes at {}", bytes, offset));
  }

  /// Calls may leave the function (need_callee() says where to), nothing else may.
  void need_label(const Operand& operand, OperandKind kind) {
    const auto& labels = context_.code.labels;
    if (!operand.is(Tag::kLabel)) return fail(operand, "a label");
    if (operand.index() == 0 || operand.index() >= labels.size() ||
        labels[operand.index()] == kNowhere) {
      return fail(operand, "a label that is defined");
    }
    std::uint32_t at = labels[operand.index()];
    if (kind == OperandKind::kCallee) return;
    if (at >= context_.function.begin && at < context_.function.end) return;
    fail(operand, "a label of the same function");
  }

  void need_fail(const Operand& operand) {
    if (operand.is(Tag::kLabel) && operand.value == 0) return;
    need_label(operand, OperandKind::kFail);
  }

  template <class Else>
  void need_atom_or(const Operand& operand, std::initializer_list<std::string_view> atoms,
                    Else otherwise) {
    if (std::ranges::count(atoms, atom_name(operand)) == 0) otherwise();
  }

  void need_row(const Operand& operand, std::size_t rows) {
    if (operand.is(Tag::kNumber) && static_cast<std::uint64_t>(operand.value) < rows) return;
    fail(operand, fmt::format("a row below {}", rows));
  }

  void need_line(const Operand& operand) {
    if (context_.beam.has_lines) return need_row(operand, context_.beam.lines.lines.size());
    need_number(operand, 0, INT32_MAX);
  }

  void need_number(const Operand& operand, OperandKind kind) {
    need_number(operand, vm::kind_info(kind).least, vm::kind_info(kind).most);
  }
  void need_number(const Operand& operand, std::int64_t least, std::int64_t most) {
    if (operand.is(Tag::kNumber) && operand.value >= least && operand.value <= most) return;
    fail(operand, least == 0 ? fmt::format("a number up to {}", most)
                             : fmt::format("a number from {} to {}", least, most));
  }

  void need_alloc_list(const Operand& operand) {
    const auto items = context_.code.items_of(operand);
    for (std::size_t i = 0; i < items.size(); i += 2) {
      need_number(items[i], 0, 2);
      need_number(items[i + 1], OperandKind::kHeap);
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
    if (operand.index() >= vm::kMaxX) fail(operand, fmt::format("x register below {}", vm::kMaxX));
  }

  void need_y(const Operand& operand) {
    if (!operand.is(Tag::kY)) return fail(operand, "y register");
    if (operand.index() < context_.largest_frame) return;
    fail(operand, fmt::format("y register below {}", context_.largest_frame));
  }

  void need_float_register(const Operand& operand) {
    if (!operand.is(Tag::kFr)) return fail(operand, "float register");
    if (operand.index() < vm::kMaxFloatRegisters) return;
    fail(operand, fmt::format("float register below {}", vm::kMaxFloatRegisters));
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

  const OperandContext& context_;
  const GenericOpInfo& info_;
  std::span<const Operand> operands_;
  int position_ = 0;
  Wrong wrong_;
};

}  // namespace

std::optional<WrongOperand> check_instruction(const OperandContext& context,
                                              const GenericInstr& instr) {
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
