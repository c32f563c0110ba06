// Module: one loaded version of a module: its code, literals, functions, exports and line table.
// Ownership: the ModuleTable owns versions from staging on, and frees a purged version after thread
// progress.
// Threads: any thread reads; a version is constant after staging.
#pragma once

#include "vm/base/result.h"
#include "vm/code/coverage.h"
#include "vm/code/export.h"
#include "vm/code/native_function.h"
#include "vm/code/value_type.h"
#include "vm/heap/off_heap.h"
#include "vm/term/boxed.h"

#include <memory>
#include <string>
#include <vector>

namespace vm {

/// The source position of an instruction. `file` is an index in Module::files; 0 is the module's
/// own source file.
struct LineEntry {
  std::uint32_t offset;  // words from the start of the code; entries are sorted
  std::uint32_t file;
  std::uint32_t line;
};

/// A native record that a module defines. Its terms are literals of the module.
struct RecordType {
  Term definition;             // a RecordDefinition
  std::vector<Term> defaults;  // per field; none() for a field without a default
  const RecordDefinition& type() const { return definition.as_boxed<RecordDefinition>(); }
};

struct Module {
  Term name;
  std::vector<Word> code;                    // all instructions; never resized after staging
  std::vector<FuncInfo*> functions;          // in the order of addresses
  std::vector<RecordType> records;           // native records that the module defines
  std::vector<std::uint32_t> function_ends;  // end offset (words) of each
  struct ExportedFunction {
    Export* target;
    CodeAddress entry;
  };
  std::vector<ExportedFunction> exports;
  std::vector<FunEntry*> funs;
  std::vector<CodeAddress> fun_entries;  // the address of each lambda in `funs`
  std::vector<LineEntry> lines;
  std::vector<Term> files;                   // {file, Name}, literals
  std::vector<ValueType> types;              // as in the file
  std::vector<TypedOperand> typed_operands;  // sorted by offset
  std::vector<Word> catch_indexes;           // entries of the catch table to free
  std::vector<Byte> strings;                 // StrT
  Term* literals = nullptr;                  // area in LiteralMemory
  Word literal_words = 0;
  OffHeap literal_off_heap;
  Byte md5[16] = {};
  std::vector<Byte> attributes;  // Attr and CInf chunks, external format
  std::vector<Byte> compile_info;
  CodeAddress on_load = nullptr;
  std::vector<std::pair<Term, Word>> nifs;  // name and arity of those the file declares (-nifs)
  std::unique_ptr<Coverage> coverage;       // null: the mode none
  std::unique_ptr<NativeCode> native;       // of erlang:load_nif/2; null: none

  bool contains(CodeAddress address) const {
    return !code.empty() && address >= code.data() && address < code.data() + code.size();
  }
  /// Returns the function whose code contains `address`, or null.
  FuncInfo* function_at(CodeAddress address) const;
  /// Returns the end of the function's code, or null if the function is not of this module.
  CodeAddress end_of(const FuncInfo& function) const;
  /// Returns the line of the instruction that contains `address`, or null. A return address is the
  /// address after the call; use line_of_return() for it.
  const LineEntry* line_at(CodeAddress address) const;
  /// The same where function_at(address) is known.
  const LineEntry* line_at(const FuncInfo& function, CodeAddress address) const;
  const LineEntry* line_of_return(CodeAddress address) const { return line_at(address - 1); }
  FuncInfo* find_function(Term function, Word arity) const;
  /// Returns the native record of this name, or null.
  const RecordType* find_record(Term record) const;
};

}  // namespace vm
