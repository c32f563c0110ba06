// The text of an operand follows from its kind in the table of generic instructions; there is no
// code for any single instruction here.
#include "tools/sonde/disasm.h"

#include "vm/heap/heap_builder.h"
#include "vm/term/external.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <cctype>

namespace tools {
namespace {

using loader::GenericCode;
using loader::GenericKind;
using loader::Operand;

/// The atom in Erlang's syntax: quoted where necessary.
std::string atom_as_written(const std::string& name) {
  bool plain = !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0;
  for (const char c : name) {
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@');
  }
  if (plain) return name;
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  return text + "'";
}

class Printer {
 public:
  Printer(const loader::BeamFile& beam, const GenericCode& code) : beam_(beam), code_(code) {}

  std::string function(const loader::GenericFunction& function) const {
    std::string text = fmt::format("{}:{}/{}\n", atom_as_written(beam_.module),
                                   atom_as_written(beam_.atoms[function.name]), function.arity);
    for (std::uint32_t i = function.begin; i < function.end; ++i) {
      text += instruction(code_.instrs[i]);
    }
    return text;
  }

 private:
  std::string instruction(const loader::GenericInstr& instr) const {
    const auto& info = loader::generic_op_info(static_cast<std::uint8_t>(instr.op));
    const auto operands = code_.operands_of(instr);
    if (!operands.empty() && info.kinds[0] == GenericKind::kNewLabel)
      return fmt::format(" L{}:\n", operands[0].value);
    if (operands.empty()) return fmt::format("    {}\n", info.name);
    std::string text;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      text += i == 0 ? " " : ", ";
      text += operand(operands[i], info.kinds[i]);
    }
    return fmt::format("    {:<20}{}\n", info.name, text);
  }

  std::string operand(const Operand& operand, GenericKind kind) const {
    switch (operand.tag) {
      case Operand::Tag::kNumber:
        return number(operand, kind);
      case Operand::Tag::kInteger:
        return std::to_string(operand.value);
      case Operand::Tag::kBigInteger:
        return big(code_.bigs[operand.index()]);
      case Operand::Tag::kAtom:
        return atom_as_written(beam_.atoms[operand.index()]);
      case Operand::Tag::kNil:
        return "[]";
      case Operand::Tag::kX:
        return fmt::format("x{}", operand.value);
      case Operand::Tag::kY:
        return fmt::format("y{}", operand.value);
      case Operand::Tag::kFr:
        return fmt::format("f{}", operand.value);
      case Operand::Tag::kLabel:
        return operand.value == 0 ? std::string("-") : fmt::format("L{}", operand.value);
      case Operand::Tag::kCharacter:
        return fmt::format("${}", operand.value);
      case Operand::Tag::kLiteral:
        return literal(operand.index());
      case Operand::Tag::kList:
        return list(operand);
      case Operand::Tag::kAllocList:
        return alloc_list(operand);
    }
    return {};
  }

  std::string number(const Operand& operand, GenericKind kind) const {
    const std::uint32_t index = operand.index();
    if (kind == GenericKind::kExport) {
      const loader::Import& import = beam_.imports[index];
      return fmt::format("{}:{}/{}", atom_as_written(beam_.atoms[import.module]),
                         atom_as_written(beam_.atoms[import.name]), import.arity);
    }
    if (kind == GenericKind::kFun) {
      const loader::Lambda& lambda = beam_.lambdas[index];
      return fmt::format("fun {}/{}", atom_as_written(beam_.atoms[lambda.name]), lambda.arity);
    }
    if (kind == GenericKind::kLine && index < beam_.lines.lines.size()) {
      const loader::SourceLine& line = beam_.lines.lines[index];
      if (line.line == 0) return "unknown";
      return fmt::format("{}:{}", beam_.lines.files[line.file], line.line);
    }
    return std::to_string(operand.value);
  }

  /// The term as Erlang writes it; a long one is cut. A fun has no such form.
  std::string literal(std::uint32_t index) const {
    constexpr vm::Word kMost = 200;
    vm::HeapBuilder builder(vm::Word{64});
    const vm::Term term = vm::decode_external(builder, beam_.literals[index]);
    if (term.is_none()) return fmt::format("literal({})", index);
    return vm::term_to_text(term, vm::PrintStyle::kErlang, kMost);
  }

  /// More than 64 bits: in hexadecimal, in the bytes of the file (two's complement).
  static std::string big(loader::Bytes bytes) {
    std::string text = "16#";
    for (const auto byte : bytes) text += fmt::format("{:02X}", byte);
    return text;
  }

  std::string list(const Operand& list) const {
    std::string text = "{";
    for (const Operand& item : code_.items_of(list)) {
      if (text.size() > 1) text += ", ";
      text += operand(item, GenericKind::kAny);
    }
    return text + "}";
  }

  std::string alloc_list(const Operand& list) const {
    constexpr const char* kWhat[] = {"words", "floats", "funs"};
    std::string text = "{";
    const auto items = code_.items_of(list);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      if (text.size() > 1) text += ", ";
      text += fmt::format("{} {}", items[i + 1].value, kWhat[items[i].index() % 3]);
    }
    return text + "}";
  }

  const loader::BeamFile& beam_;
  const GenericCode& code_;
};

}  // namespace

vm::Result<std::string, std::string> disassemble_generic(const loader::CheckedFile& file,
                                                         const CallPattern& wanted,
                                                         const std::string& path) {
  const loader::BeamFile& beam = *file.beam;
  if (wanted.module && *wanted.module != beam.module) {
    return vm::Err(fmt::format("{}: is module {}, not {}", path, beam.module, *wanted.module));
  }
  std::string text;
  const Printer printer(beam, file.code);
  for (const auto& function : file.code.functions) {
    if (wanted.matches_function(beam.atoms[function.name], function.arity)) {
      if (!text.empty()) text += '\n';
      text += printer.function(function);
    }
  }
  if (text.empty()) return vm::Err(path + ": has no such function");
  return text;
}

}  // namespace tools
