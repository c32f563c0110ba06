// A mark is a line number: 1 + the number of the BEAM instruction, 0 for none.
#include "jit/llvm/listing.h"

#include "jit/listing_text.h"

#include <fmt/format.h>
#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

#include <charconv>
#include <unordered_map>

namespace jit {
namespace {

unsigned line_of(int instruction) { return static_cast<unsigned>(instruction + 1); }

/// The comment for a mark.
std::string comment(char begin, unsigned line, const FunctionCode& code) {
  if (line == 0 || line > static_cast<unsigned>(code.count()))
    return fmt::format("{}{}-]", begin, kListingMark);
  const int i = static_cast<int>(line) - 1;
  return fmt::format("{}{}{}] {}", begin, kListingMark, i, vm::op_info(code.at(i).op).name);
}

/// Writes a comment where the marks change.
class MarkWriter final : public llvm::AssemblyAnnotationWriter {
 public:
  explicit MarkWriter(const FunctionCode& code) : code_(code) {}

  /// Removes the marks from the module, which would clutter the text.
  void collect(llvm::Module& module) {
    for (llvm::Function& function : module) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::DebugLoc& location = instruction.getDebugLoc();
        lines_[&instruction] = location ? location.getLine() : 0;
      }
    }
    llvm::StripDebugInfo(module);
  }
  void emitFunctionAnnot(const llvm::Function*, llvm::formatted_raw_ostream&) override {
    last_ = kNone;
  }
  void emitInstructionAnnot(const llvm::Instruction* instruction,
                            llvm::formatted_raw_ostream& stream) override {
    const unsigned line = lines_.at(instruction);
    if (line != last_) stream << comment(';', line, code_) << '\n';
    last_ = line;
  }

 private:
  static constexpr unsigned kNone = ~0U;
  const FunctionCode& code_;
  std::unordered_map<const llvm::Instruction*, unsigned> lines_;
  unsigned last_ = kNone;
};

/// The number after the first `skip` words of `text`, 0 if there is none.
unsigned number_at_word(std::string_view text, int skip) {
  for (; skip > 0; --skip) {
    text.remove_prefix(std::min(text.find_first_of(" \t"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  }
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Directives that emit bytes; the others are for linkers and debuggers.
bool is_data(std::string_view directive) {
  for (const std::string_view name : {".byte", ".short", ".hword", ".word", ".long", ".xword",
                                      ".quad", ".zero", ".ascii", ".inst"}) {
    if (directive.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

InstructionMarks::InstructionMarks(llvm::Module& module) {
  llvm::DIBuilder builder(module);
  // Only the directives of debug information are wanted, in the assembly.
  unit_ = builder.createCompileUnit(
      llvm::dwarf::DW_LANG_C, builder.createFile(module.getModuleIdentifier(), ""), "sonde", true,
      "", 0, "", llvm::DICompileUnit::DebugEmissionKind::DebugDirectivesOnly);
  builder.finalize();
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

void InstructionMarks::begin(llvm::Function& function) {
  llvm::DIBuilder builder(*function.getParent(), true, unit_);
  llvm::DIFile* file = unit_->getFile();
  llvm::DISubprogram* subprogram =
      builder.createFunction(file, function.getName(), "", file, 0,
                             builder.createSubroutineType(builder.getOrCreateTypeArray({})), 0,
                             llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(subprogram);
  builder.finalizeSubprogram(subprogram);
}

void InstructionMarks::mark(llvm::Function& function, int instruction) {
  auto* location = llvm::DILocation::get(function.getContext(), line_of(instruction), 0,
                                         function.getSubprogram());
  for (llvm::Instruction& i : llvm::instructions(function)) {
    if (!i.getDebugLoc()) i.setDebugLoc(location);
  }
}

std::string ir_text(llvm::Module& module, const FunctionCode& code) {
  MarkWriter writer(code);
  writer.collect(module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, &writer);
  return text;
}

std::string assembly_text(std::string_view generated, const FunctionCode& code) {
  std::string text, labels;
  unsigned last = ~0U, now = 0;
  while (!generated.empty()) {
    const std::string_view line = next_line(&generated);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view words = line.substr(first);
    if (words.starts_with(".loc")) {
      // 0: added by the code generator (a constant, a copy); it belongs to what is around it.
      if (const unsigned line_number = number_at_word(words, 2); line_number != 0)
        now = line_number;
    } else if (first == 0) {
      // A label belongs to what follows it. Labels that mark lines for debuggers are no targets.
      if (line.starts_with(".Ltmp") || line.starts_with(".Lfunc_") || line.starts_with("\".L"))
        continue;
      if (!begins_function(line).empty()) last = ~0U, now = 0;
      labels += fmt::format("{}\n", line);
    } else if (words[0] != '.' || is_data(words)) {
      if (!labels.empty() && labels[0] == '"') text += std::exchange(labels, {});
      if (now != last) text += comment('#', now, code) + "\n";
      last = now;
      text += std::exchange(labels, {});
      text += fmt::format("{}\n", line);
    }
  }
  return text;
}

}  // namespace jit
