// BeamFile holds the chunks of a `.beam` file as plain tables; nothing is interned or allocated in
// a Vm. decode(), check() and the disassembler read it.
//
// Accepted: the container "FOR1 size BEAM" with chunks padded to four bytes, plain or
// gzip-compressed. Atom names: chunk `AtU8` with one byte per length, or (OTP 28) with a negative
// count and lengths as compact terms; chunk `Atom` (Latin-1) of old compilers. Literals: `LitT`
// compressed, or (OTP 29) plain, marked by a size of 0. Chunks of unknown name are skipped.
// Invariants of a BeamFile that read_beam_file() returned: indices into the atom table are in range
// in every table here; atoms have at most 255 characters of valid UTF-8; literals are non-empty
// ranges. Ownership: owns all bytes that its ranges point to.
#pragma once

#include "loader/byte_reader.h"
#include "loader/load_error.h"
#include "vm/base/md5.h"
#include "vm/code/value_type.h"

#include <memory>
#include <string>
#include <vector>

namespace loader {

using vm::Md5;
using vm::Md5Digest;
using vm::TypeBit;
using RegisterType = vm::ValueType;

/// Name and arity of a function; the name is an index into BeamFile::atoms.
struct FunctionName {
  std::uint32_t name;
  std::uint32_t arity;
};

struct Import {
  std::uint32_t module;
  std::uint32_t name;
  std::uint32_t arity;
};

/// A row of the export or local table: the function that starts at `label`.
struct LabelledFunction {
  std::uint32_t name;
  std::uint32_t arity;
  std::uint32_t label;
};

struct Lambda {
  std::uint32_t name;
  std::uint32_t arity;  // of the function: free variables included
  std::uint32_t label;
  std::uint32_t index;
  std::uint32_t free_count;
  std::uint32_t old_uniq;
};

/// A place in a source file. Line 0: unknown.
struct SourceLine {
  std::uint32_t file;  // index into LineTable::files
  std::uint32_t line;
};

struct LineTable {
  std::vector<std::string> files;     // [0] is the module's own, which the chunk does not list
  std::vector<SourceLine> lines;      // [0] is "unknown"
  bool has_executable_lines = false;  // as the file says
  bool counts_always = false;         // its lines are counted in every mode of coverage
};

/// A field of a native record, and its default value. Names and atoms are indices into
/// BeamFile::atoms (0: the empty list).
struct RecordField {
  enum class Default : std::uint8_t { kNone, kAtom, kInteger, kBigInteger, kLiteral };
  std::uint32_t name;
  Default kind = Default::kNone;
  std::int64_t value = 0;  // atom, number, or index into BeamFile::literals
  Bytes big;               // digits of a big integer, as CompactTerm::big
};

/// A native record that the module defines.
struct RecordRow {
  std::uint32_t name;
  bool is_exported;
  std::vector<RecordField> fields;  // with distinct names, in the order of declaration
};

struct CodeHeader {
  std::uint32_t opcode_max = 0;
  std::uint32_t label_count = 0;  // labels are 1 .. label_count - 1
  std::uint32_t function_count = 0;
};

struct BeamFile {
  std::string module;
  std::vector<std::string> atoms;  // [0] unused: index 0 is the empty list
  CodeHeader code_header;
  Bytes code;
  std::uint64_t code_offset = 0;  // of `code` in the file
  Bytes strings;
  std::vector<Import> imports;
  std::vector<LabelledFunction> exports;
  std::vector<LabelledFunction> locals;
  std::vector<Lambda> lambdas;
  std::vector<Bytes> literals;  // external format, with the version byte 131
  LineTable lines;
  bool has_lines = false;
  std::vector<RegisterType> types;
  std::vector<RecordRow> records;  // with distinct names
  Bytes attributes;                // external format; empty when there is none
  Bytes compile_info;              // likewise
  Bytes meta;                      // likewise
  Md5Digest md5{};                 // as `module_info(md5)` gives it

  /// File (uncompressed) and uncompressed literals: what the ranges above point into.
  std::vector<Byte> owned_file;
  std::vector<Byte> owned_literals;

  /// `name/arity` for messages; `name` must be in range.
  std::string function_text(std::uint32_t name, std::uint32_t arity) const;
};

/// Reads the chunks of `file`, which it copies, and checks their tables. decode() reads the code
/// itself. `md5`: that of the module, if it is known. Threads: any.
LoadResult<std::unique_ptr<BeamFile>> read_beam_file(Bytes file, const Md5Digest* md5 = nullptr);

}  // namespace loader
