// CodeDump: compiled code as files, one per function and kind: LLVM's IR after the passes and
// the processor's assembly (`--dump=ir,asm`). A function that is compiled again gets a further
// file. Threads: one writes them.
#pragma once

#include "jit/compiler.h"

#include <map>
#include <memory>
#include <string>

namespace jit {

struct DumpOptions {
  bool ir = false;
  bool assembly = false;
  std::string folder;  // made if it does not exist
  bool is_wanted() const { return ir || assembly; }
};

class CodeDump {
 public:
  /// An error says why nothing can be written to the folder.
  static vm::Result<std::unique_ptr<CodeDump>, std::string> create(const DumpOptions& options);

  /// Writes the function's compiled code. The first file that cannot be written is named on
  /// standard error, and ends the dump.
  void write(const FunctionCode& code, const CompilerText& text);

  /// The name of the file for a function, without its ending: `lists.map-2`. Characters that are
  /// special to shells or file systems are written as %41.
  static std::string file_name(const vm::Mfa& function);

 private:
  explicit CodeDump(const DumpOptions& options) : options_(options) {}
  bool write_file(const std::string& name, const std::string& text);

  const DumpOptions options_;
  std::map<std::string, int> versions_;  // files of each name so far
  bool has_failed_ = false;
};

}  // namespace jit
