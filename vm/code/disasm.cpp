// The disassembler prints each operand by its kind.
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

class InstructionText {
 public:
  InstructionText(const Module& module, CodeAddress at) : module_(module), at_(at) {}

  std::string run(const OpInfo& info) const {
    std::string text = fmt::format("{:6}  {}", offset_of(at_), info.name);
    const char* separator = "  ";
    for (unsigned i = 0; i < info.operand_count; i++) {
      const Word* word = at_ + 1 + i;
      if (info.form(i) == OperandForm::kHeader) continue;
      const bool is_list = info.form(i) == OperandForm::kList;
      text += separator + (is_list ? list(info.kinds[i], word) : operand(info.kinds[i], *word));
      separator = ", ";
    }
    return text;
  }

 private:
  Word offset_of(CodeAddress address) const {
    return static_cast<Word>(address - module_.code.data());
  }

  std::string operand(OperandKind kind, Word word) const {
    switch (kind_info(kind).form) {
      case OperandForm::kValue:
      case OperandForm::kY:
        return value(word);
      case OperandForm::kAddress:
        return label(word);
      case OperandForm::kNumber:
        return fmt::format("{}", word);
      case OperandForm::kFloat:
        return fmt::format("fr{}", word);
      case OperandForm::kTerm:
        return term(Term::from_bits(word));
      case OperandForm::kExport:
        return mfa_text(reinterpret_cast<const Export*>(word)->info);
      case OperandForm::kFun:
        return fun(*reinterpret_cast<const FunEntry*>(word));
      case OperandForm::kBif:
      case OperandForm::kPointer:
        return fmt::format("{:#x}", word);
      case OperandForm::kHeader:
      case OperandForm::kList:
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

  std::string list(OperandKind kind, const Word* words) const {
    std::string text = "[";
    for (Word i = 0; i < *words; i++) {
      if (i > 0) text += ", ";
      text += operand(item_kind(kind, i), words[1 + i]);
    }
    return text + "]";
  }

  const Module& module_;
  CodeAddress at_;
};

}  // namespace

std::string instruction_text(const Module& module, CodeAddress at, Word word,
                             const OpOfHandler& op_of, Word* words) {
  Op op;
  if (!op_of(reinterpret_cast<OpHandler>(word), &op)) {
    *words = 1;
    return fmt::format("{:6}  {:#x}", static_cast<Word>(at - module.code.data()), word);
  }
  *words = 1 + words_of_operands(op_info(op), at + 1);
  return InstructionText(module, at).run(op_info(op));
}

std::string disassemble(const Module& module, const FuncInfo& function, const OpOfHandler& op_of) {
  const CodeAddress end = module.end_of(function);
  VM_CHECK(end != nullptr, "the function belongs to the module");
  // relaxed: a snapshot
  bool changed = load_shared(*function.entry(), kRelaxed) != function.original.load(kRelaxed);
  std::string text =
      fmt::format("{}{}\n", mfa_text(function), changed ? "  (entry word changed)" : "");
  CodeAddress at = function.entry() - kFuncInfoWords - 1;
  while (at < end) {
    Word words = 0;
    // relaxed: as above
    Word word = load_shared(at == function.entry() ? function.interpreted : *at, kRelaxed);
    text += instruction_text(module, at, word, op_of, &words) + "\n";
    at += words;
  }
  return text;
}

}  // namespace vm
