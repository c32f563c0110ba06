// The functions are compiled one after another, by a compiler that installs nothing: only the text
// is used. Addresses in the text are those of this machine; a comment at the end of the line names
// them.
#include "jit/compiler.h"
#include "jit/inlining.h"
#include "jit/integer_facts.h"
#include "jit/listing_text.h"
#include "jit/runtime_calls.h"
#include "jit/symbols.h"
#include "tools/engines.h"
#include "tools/erl_modules.h"
#include "tools/hot_path.h"
#include "vm/code/disasm.h"
#include "vm/code/module.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace tools {
namespace {

/// Names for a module's instructions and for the addresses in its native code.
class Names {
 public:
  Names(vm::CodeBackend& backend, const vm::Module& module) : backend_(backend), module_(module) {}

  /// From now on, addresses of the exports that `code` calls have names.
  void learn_exports(const jit::FunctionCode& code) {
    for (int i = 0; i < code.count(); ++i) {
      const vm::OpInfo& info = vm::op_info(code.at(i).op);
      for (unsigned n = 0; n < info.operand_count; ++n) {
        if (info.kinds[n] == vm::OperandKind::kExport)
          exports_.push_back(reinterpret_cast<const vm::Export*>(code.operands(i)[n]));
      }
    }
  }

  std::string instruction(const jit::FunctionCode& code, int i) const {
    vm::Word words = 0;
    return vm::instruction_text(
        module_, code.at(i).at, reinterpret_cast<vm::Word>(code.at(i).interpreted),
        [this](vm::OpHandler handler, vm::Op* op) { return backend_.op_of(handler, op); }, &words);
  }

  /// `line`, followed by `comment` and the names of the addresses in it, where there are any.
  std::string explain(const std::string& line, const char* comment) const {
    std::string what;
    for (std::size_t at = 0; at < line.size();) {
      if (std::isdigit(static_cast<unsigned char>(line[at])) == 0) {
        ++at;
        continue;
      }
      vm::Word number = 0;
      const auto read = std::from_chars(line.data() + at, line.data() + line.size(), number);
      at = static_cast<std::size_t>(read.ptr - line.data());
      const std::string name = of_address(number);
      if (name.empty()) continue;
      what += (what.empty() ? comment : ", ") + name;
    }
    return line + what;
  }

 private:
  static std::string mfa(const vm::FuncInfo& info) {
    return fmt::format("{}:{}/{}", vm::atom_text(info.module), vm::atom_text(info.function),
                       info.arity);
  }

  /// Empty: not an address that has a name.
  std::string of_address(vm::Word number) const {
    if (number < 4096) return {};  // the first page of memory is never mapped
    const auto address = reinterpret_cast<vm::CodeAddress>(number);
    if (module_.contains(address)) {
      for (const vm::FuncInfo* info : module_.functions) {
        if (address == info->entry()) return "entry word of " + mfa(*info);
        if (number >= reinterpret_cast<vm::Word>(info) && address < info->entry())
          return "header of " + mfa(*info);
      }
      return fmt::format("word {}", address - module_.code.data());
    }
    for (const vm::Export* exported : exports_) {
      if (number >= reinterpret_cast<vm::Word>(exported) &&
          number < reinterpret_cast<vm::Word>(exported + 1))
        return "export " + mfa(exported->info);
    }
    if (const auto call = jit::runtime_call_name(address); !call.empty()) return std::string(call);
    vm::Op op;
    if (!backend_.op_of(reinterpret_cast<vm::OpHandler>(number), &op)) return {};
    return fmt::format("the interpreter's {}", vm::op_info(op).name);
  }

  vm::CodeBackend& backend_;
  const vm::Module& module_;
  std::vector<const vm::Export*> exports_;
};

/// What one BEAM instruction became within one native function.
struct Part {
  std::vector<std::string> assembly;
  std::vector<std::string> ir;
};
/// By native function, then by instruction.
using Parts = std::map<std::string, std::map<int, Part>>;

void sort_into(Parts& parts, const std::string& text, std::vector<std::string> Part::* column) {
  for (jit::TextSection& section : jit::sections_of(text)) {
    auto& lines = parts[section.function][section.instruction].*column;
    lines.insert(lines.end(), section.lines.begin(), section.lines.end());
  }
}

std::string expand_tabs(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.append(8 - text.size() % 8, ' ');
    else
      text += c;
  }
  return text;
}

/// Two columns: assembly, IR.
std::string side_by_side(const Part& part, const Names& names) {
  constexpr std::size_t kWidth = 60;
  std::string text;
  for (std::size_t n = 0; n < std::max(part.assembly.size(), part.ir.size()); ++n) {
    std::string left;
    if (n < part.assembly.size()) left = names.explain(expand_tabs(part.assembly[n]), "  # ");
    std::string line = "    " + left;
    if (n < part.ir.size()) {
      line.resize(std::max(kWidth, line.size() + 1), ' ');
      line += "| " + names.explain(part.ir[n], "  ; ");
    }
    text += line + "\n";
  }
  return text;
}

/// The function's instructions; those with an arrow are entry points of native code.
std::string instructions_text(const jit::FunctionCode& code, const jit::CompiledFunction& compiled,
                              std::size_t bytes, const Names& names) {
  std::string result =
      fmt::format("{}: {} instruction{}, {} native function{}, {} bytes\n", code.name(),
                  code.count(), code.count() == 1 ? "" : "s", compiled.entry_points.size(),
                  compiled.entry_points.size() == 1 ? "" : "s", bytes);
  for (int i = 0; i < code.count(); ++i) {
    const bool is_entry_point =
        std::any_of(compiled.entry_points.begin(), compiled.entry_points.end(),
                    [&](const auto& point) { return point.instruction == i; });
    result += (is_entry_point ? "  =>" : "    ") + names.instruction(code, i) + "\n";
  }
  return result;
}

/// The lines of each native function in the order of the text, by the instruction that it begins
/// with, which its symbol ends in.
std::map<int, std::vector<AssemblyLine>> native_functions(const std::string& assembly) {
  std::map<int, std::vector<AssemblyLine>> functions;
  for (const jit::TextSection& section : jit::sections_of(assembly)) {
    int begins = 0;
    const std::size_t dot = section.function.rfind('.');
    if (dot == std::string::npos) continue;
    const auto end = std::from_chars(section.function.data() + dot + 1,
                                     section.function.data() + section.function.size(), begins);
    if (end.ec != std::errc()) continue;  // a stub for calls
    for (const std::string& line : section.lines)
      functions[begins].push_back({section.instruction, line});
  }
  return functions;
}

/// Whether `line` loads an address into a register that the next line adds an offset to: it is none
/// that has a name, but a constant that several others are near to.
bool is_base_of(const std::string& line, const std::string& next) {
  const std::size_t comma = line.rfind(", %");
  if (line.find("movabs") == std::string::npos || comma == std::string::npos) return false;
  const std::string target = line.substr(comma + 2);
  return next.find("(" + target + ")") != std::string::npos ||
         (next.find("addq") != std::string::npos && next.ends_with(", " + target));
}

/// What runs from each entry point when nothing unusual happens.
std::string hot_paths_text(const jit::FunctionCode& code, const jit::CompiledFunction& compiled,
                           const jit::CompilerText& text, const Names& names) {
  const auto name_of = [&](int instruction) {
    const std::string line = names.instruction(code, instruction);
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
  };
  const auto functions = native_functions(text.assembly);
  std::string result;
  for (const auto& point : compiled.entry_points) {
    const auto found = functions.find(point.instruction);
    if (found == functions.end()) continue;
    const auto path = hot_path(found->second, name_of);
    result += fmt::format("\n{}, hot path from word {}, {} of {} lines:\n", code.name(),
                          names.instruction(code, point.instruction).substr(0, 6), path.size(),
                          found->second.size());
    int last = jit::TextSection::kNoInstruction;
    for (std::size_t n = 0; n < path.size(); ++n) {
      const AssemblyLine& line = path[n];
      const bool is_new = line.instruction != last;
      if (is_new && line.instruction != jit::TextSection::kNoInstruction)
        result += names.instruction(code, line.instruction) + "\n";
      last = line.instruction;
      const std::string text = expand_tabs(line.text);
      const bool is_base = n + 1 < path.size() && is_base_of(line.text, path[n + 1].text);
      result += "    " + (is_base ? text : names.explain(text, "  # ")) + "\n";
    }
  }
  return result;
}

/// Every line of every native function beside the IR of the same instruction.
std::string whole_text(const jit::FunctionCode& code, const jit::CompiledFunction& compiled,
                       const jit::CompilerText& text, const Names& names) {
  std::string result;
  Parts parts;
  sort_into(parts, text.assembly, &Part::assembly);
  sort_into(parts, text.ir, &Part::ir);
  for (const auto& point : compiled.entry_points) {
    // Symbols end in the number of the instruction they begin with.
    const std::string end = fmt::format(".{}", point.instruction);
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const auto& part) { return part.first.ends_with(end); });
    if (found == parts.end()) continue;
    result += fmt::format("\n{}, from word {}:\n", code.name(),
                          names.instruction(code, point.instruction).substr(0, 6));
    for (const auto& [instruction, part] : found->second) {
      if (part.assembly.empty() && part.ir.empty()) continue;
      if (instruction != jit::TextSection::kNoInstruction)
        result += names.instruction(code, instruction) + "\n";
      result += side_by_side(part, names);
    }
  }
  return result;
}

}  // namespace

vm::Result<std::string, std::string> compiled_text(vm::Vm& vm, const vm::Module& module,
                                                   std::span<const vm::FuncInfo* const> functions,
                                                   const EngineRequest& request,
                                                   const CompiledTextRequest& wanted) {
  VM_TRY(const auto memory, jit::CodeMemory::create(request.jit_memory_mib << 20));
  VM_TRY(const auto symbols, jit::CodeSymbols::create({}));
  const auto entry = request.jit_entry == "sled" ? jit::EntryForm::kSled : jit::EntryForm::kWord;
  VM_TRY(const auto compiler,
         jit::make_compiler(compiler_file(), *vm.backend, entry, *memory, *symbols));
  std::string result;
  for (const vm::FuncInfo* info : functions) {
    jit::FunctionCode code;
    if (!jit::read_function(vm, *vm.backend, *info, module.end_of(*info), &code)) continue;
    jit::read_types(module, &code);
    jit::add_integer_facts(&code);
    jit::read_callees(vm, *vm.backend, module, &code);
    jit::CompilerText text;
    text.processor =
        wanted.processor == "aarch64" ? vm::Processor::kAarch64 : vm::Processor::kX86_64;
    const std::size_t before = memory->used_code_bytes();
    VM_TRY(const jit::CompiledFunction compiled,
           compiler->compile(code, jit::self_calls(entry, jit::IsTraced::kNo), {.text = &text}));
    Names names(*vm.backend, module);
    if (!result.empty()) result += "\n";
    names.learn_exports(code);
    result += instructions_text(code, compiled, memory->used_code_bytes() - before, names);
    result += wanted.is_whole ? whole_text(code, compiled, text, names)
                              : hot_paths_text(code, compiled, text, names);
  }
  return result;
}

}  // namespace tools
