// Operands are printed by kind. Two things are known by name: what the items of a list are where
// they are not all values, and that a FuncInfo follows func_info.
#include "vm/code/disasm.h"

#include "vm/code/fun_table.h"
#include "vm/term/atom_table.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <algorithm>

namespace vm {

namespace {

constexpr Word kMaxTermBytes = 100;

std::string mfa_text(const FuncInfo& info) {
  return fmt::format("{}:{}/{}", atom_text(info.module), atom_text(info.function), info.arity);
}

/// What item `i` of the instruction's list is, by the comment of its row in opcodes.def.
OperandKind item_kind(Op op, Word i) {
  switch (op) {
    case Op::select_tuple_arity:
      return i % 2 == 0 ? OperandKind::kUint : OperandKind::kLabel;
    case Op::select_val:
    case Op::select_val_few:
      return i % 2 == 0 ? OperandKind::kTerm : OperandKind::kLabel;
    case Op::jump_on_val:
      return OperandKind::kLabel;
    case Op::update_record:
      return i % 2 == 0 ? OperandKind::kUint : OperandKind::kSource;
    default:
      return OperandKind::kSource;
  }
}

class InstructionText {
 public:
  InstructionText(const Module& module, CodeAddress at) : module_(module), at_(at) {}

  std::string run(Op op) {
    const OpInfo& info = op_info(op);
    std::string text = fmt::format("{:6}  {}", offset_of(at_), info.name);
    const char* separator = "  ";
    for (unsigned i = 0; i < info.operand_count; i++) {
      bool is_list = info.operands[i] == OperandKind::kList;
      text += separator + (is_list ? list(op) : operand(info.operands[i]));
      separator = ", ";
    }
    return text;
  }

  Word words() const { return static_cast<Word>(next_ - at_); }

 private:
  Word offset_of(CodeAddress address) const {
    return static_cast<Word>(address - module_.code.data());
  }

  std::string operand(OperandKind kind) {
    Word word = *next_++;
    switch (kind) {
      case OperandKind::kSource:
      case OperandKind::kDest:
        return value(word);
      case OperandKind::kLabel:
        return label(word);
      case OperandKind::kUint:
        return fmt::format("{}", word);
      case OperandKind::kFloat:
        return fmt::format("fr{}", word);
      case OperandKind::kTerm:
        return term(Term::from_bits(word));
      case OperandKind::kExport:
        return mfa_text(reinterpret_cast<const Export*>(word)->info);
      case OperandKind::kFun:
        return fun(*reinterpret_cast<const FunEntry*>(word));
      case OperandKind::kBif:
      case OperandKind::kPointer:
        return fmt::format("{:#x}", word);
      case OperandKind::kList:
        break;
    }
    VM_UNREACHABLE();
  }

  static std::string value(Word word) {
    if (!is_register_word(word)) return term(Term::from_bits(word));
    return fmt::format("{}{}", is_y_word(word) ? 'y' : 'x', register_number(word));
  }

  static std::string term(Term term) {
    if (term.is_catch()) return fmt::format("catch {}", term.catch_index());
    return term_to_text(term, PrintStyle::kErlang, kMaxTermBytes);
  }

  static std::string fun(const FunEntry& entry) {
    const Term function = entry.function.has_value() ? entry.function : function_of(entry);
    return fmt::format("fun {}:{}", atom_text(entry.module),
                       function.has_value() ? atom_text(function) : "?");
  }

  std::string label(Word word) const {
    if (word == 0) return "fail: raise";
    auto address = reinterpret_cast<CodeAddress>(word);
    if (!module_.contains(address)) return "outside";
    const FuncInfo* function = module_.function_at(address);
    if (function != nullptr && function->entry() == address) return mfa_text(*function);
    return fmt::format("->{}", offset_of(address));
  }

  std::string list(Op op) {
    Word count = *next_++;
    std::string text = "[";
    for (Word i = 0; i < count; i++) {
      if (i > 0) text += ", ";
      text += operand(item_kind(op, i));
    }
    return text + "]";
  }

  const Module& module_;
  CodeAddress at_;
  CodeAddress next_ = at_ + 1;
};

}  // namespace

std::string instruction_text(const Module& module, CodeAddress at, Word word,
                             const OpOfHandler& op_of, Word* words) {
  Op op;
  if (!op_of(reinterpret_cast<OpHandler>(word), &op)) {
    *words = 1;
    return fmt::format("{:6}  {:#x}", static_cast<Word>(at - module.code.data()), word);
  }
  InstructionText text(module, at);
  std::string line = text.run(op);
  *words = op == Op::func_info ? 1 + kFuncInfoWords : text.words();
  return line;
}

std::string disassemble(const Module& module, const FuncInfo& function, const OpOfHandler& op_of) {
  auto place = std::find(module.functions.begin(), module.functions.end(), &function);
  VM_CHECK(place != module.functions.end(), "a function is shown with the module it is of");
  CodeAddress end =
      module.code.data() +
      module.function_ends[static_cast<std::size_t>(place - module.functions.begin())];
  // relaxed: a picture of the moment
  bool changed = load_shared(*function.entry(), kRelaxed) != function.original.load(kRelaxed);
  std::string text =
      fmt::format("{}{}\n", mfa_text(function), changed ? "  (entry word changed)" : "");
  CodeAddress at = function.entry() - kFuncInfoWords - 1;
  while (at < end) {
    Word words = 0;
    // relaxed: as above
    Word word = at == function.entry() ? function.interpreted : load_shared(*at, kRelaxed);
    text += instruction_text(module, at, word, op_of, &words) + "\n";
    at += words;
  }
  return text;
}

}  // namespace vm
