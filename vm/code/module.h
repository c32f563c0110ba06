// Module: one loaded version of a module: its code block, literals, functions, exports, line table.
// ModuleTable: per module name the current and the old version, per code generation. Ownership: the
// table owns versions; a purged version is freed after thread progress. Threads: versions are
// constant after staging; the table's staging generation is the permission holder's.
#pragma once

#include "vm/base/result.h"
#include "vm/code/export.h"
#include "vm/code/value_type.h"
#include "vm/heap/off_heap.h"
#include "vm/term/boxed.h"

#include <memory>
#include <string>
#include <vector>

namespace vm {

/// Source position of a return address or call: `file` indexes Module::files (0 is the module's own
/// source name).
struct LineEntry {
  std::uint32_t offset;  // words from the start of the code; entries are sorted
  std::uint32_t file;
  std::uint32_t line;
};

/// A native record that a module defines. The terms are literals of the module.
struct RecordType {
  Term definition;             // a RecordDefinition
  std::vector<Term> defaults;  // per field; none() for those that must be given a value
  const RecordDefinition& type() const { return definition.as_boxed<RecordDefinition>(); }
};

struct Module {
  Term name;
  std::vector<Word> code;  // all instructions; addresses into it stay valid for its life (never
                           // resized after staging)
  std::vector<FuncInfo*> functions;          // in order of address
  std::vector<RecordType> records;           // native records that it defines
  std::vector<std::uint32_t> function_ends;  // end offset (words) of each
  struct ExportedFunction {
    Export* target;
    CodeAddress entry;
  };
  std::vector<ExportedFunction> exports;
  std::vector<FunEntry*> funs;
  std::vector<CodeAddress> fun_entries;  // address of each lambda's code, beside `funs`
  std::vector<LineEntry> lines;
  std::vector<std::string> files;
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

  bool contains(CodeAddress address) const {
    return !code.empty() && address >= code.data() && address < code.data() + code.size();
  }
  /// The function whose code holds `address`, or null.
  FuncInfo* function_at(CodeAddress address) const;
  /// Line of the instruction that `address` points to or into; null if none. For a return address,
  /// which stands behind its call, use line_of_return().
  const LineEntry* line_at(CodeAddress address) const;
  const LineEntry* line_of_return(CodeAddress address) const { return line_at(address - 1); }
  FuncInfo* find_function(Term function, Word arity) const;
  /// The native record of that name, or null.
  const RecordType* find_record(Term record) const;
};

}  // namespace vm
