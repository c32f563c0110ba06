// Chunk readers. Numbers are big-endian words of four bytes unless said otherwise.
#include "loader/chunks.h"

#include "loader/compact_term.h"
#include "loader/inflate.h"
#include "vm/base/utf8.h"
#include "vm/term/term.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

constexpr std::size_t kMaxAtomCharacters = 255;
constexpr std::uint32_t kMaxArity = 255;
constexpr std::uint32_t kInstructionSet = 0;

vm::Err<LoadErrorPtr> chunk_error(const Chunk& chunk, std::uint64_t at, std::string_view part,
                                  std::string expected, std::string found) {
  return load_error(at, fmt::format("chunk \"{}\"{}{}", chunk.name, part.empty() ? "" : ", ", part),
                    std::move(expected), std::move(found));
}

vm::Err<LoadErrorPtr> cut_off(const Chunk& chunk, std::string_view part) {
  return chunk_error(chunk, chunk.offset + chunk.bytes.size(), part, "more bytes",
                     "the end of the chunk");
}

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

LoadResult<void> need_atom(const Chunk& chunk, std::uint64_t at, const BeamFile& beam,
                           std::uint32_t index) {
  if (index != 0 && index < beam.atoms.size()) return {};
  return chunk_error(chunk, at, "",
                     fmt::format("an atom index from 1 to {}", beam.atoms.size() - 1),
                     fmt::format("{}", index));
}

LoadResult<void> need_arity(const Chunk& chunk, std::uint64_t at, std::uint32_t arity) {
  if (arity <= kMaxArity) return {};
  return chunk_error(chunk, at, "", fmt::format("an arity of at most {}", kMaxArity),
                     fmt::format("{}", arity));
}

/// Reads the number of rows and refuses one that cannot fit in the rest of the chunk.
LoadResult<std::uint32_t> row_count(const Chunk& chunk, ByteReader& reader, std::size_t row_bytes) {
  std::uint32_t count = reader.u32();
  if (reader.failed()) return cut_off(chunk, "count");
  if (count > reader.left() / row_bytes) {
    return chunk_error(chunk, chunk.offset, "count",
                       fmt::format("at most {} rows", reader.left() / row_bytes),
                       fmt::format("{}", count));
  }
  return count;
}

LoadResult<void> read_labelled(const Chunk& chunk, const BeamFile& beam,
                               std::vector<LabelledFunction>& rows) {
  ByteReader reader(chunk.bytes, chunk.offset);
  VM_TRY(std::uint32_t count, row_count(chunk, reader, 12));
  rows.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    std::uint64_t at = reader.file_offset();
    LabelledFunction row{reader.u32(), reader.u32(), reader.u32()};
    VM_TRY_VOID(need_atom(chunk, at, beam, row.name));
    VM_TRY_VOID(need_arity(chunk, at, row.arity));
    rows.push_back(row);
  }
  return {};
}

LoadResult<void> read_external(const Chunk& chunk, Bytes& out) {
  if (!chunk.bytes.empty() && chunk.bytes[0] != 131) {
    return chunk_error(chunk, chunk.offset, "", "external term format (131)",
                       fmt::format("{}", chunk.bytes[0]));
  }
  out = chunk.bytes;
  return {};
}

}  // namespace

LoadResult<void> read_atoms(const Chunk& chunk, BeamFile& beam) {
  ByteReader reader(chunk.bytes, chunk.offset);
  auto count = static_cast<std::int32_t>(reader.u32());
  bool long_lengths = count < 0;
  std::int64_t atoms = long_lengths ? -std::int64_t{count} : count;
  if (reader.failed()) return cut_off(chunk, "count");
  if (atoms < 1 || static_cast<std::size_t>(atoms) > reader.left()) {
    return chunk_error(chunk, chunk.offset, "count",
                       fmt::format("from 1 to {} atoms", reader.left()), fmt::format("{}", count));
  }
  beam.atoms.reserve(atoms + 1);
  beam.atoms.emplace_back();
  for (std::int64_t i = 1; i <= atoms; i++) {
    std::uint64_t at = reader.file_offset();
    std::uint32_t length = 0;
    if (!long_lengths) {
      length = reader.u8();
    } else if (!read_compact_u32(reader, &length) && !reader.failed()) {
      return chunk_error(chunk, at, "length of an atom", "an unsigned number", "another term");
    }
    Bytes name = reader.take(length);
    if (reader.failed()) {
      beam.atoms.clear();
      return cut_off(chunk, fmt::format("atom {}", i));
    }
    bool latin1 = chunk.name == "Atom";
    vm::SWord characters =
        latin1 ? static_cast<vm::SWord>(name.size()) : vm::count_utf8_characters(text_of(name));
    if (characters < 0 || characters > static_cast<vm::SWord>(kMaxAtomCharacters)) {
      return chunk_error(chunk, at, fmt::format("atom {}", i), "at most 255 characters of UTF-8",
                         fmt::format("{} bytes that are not", name.size()));
    }
    beam.atoms.push_back(latin1 ? vm::utf8_of_latin1(text_of(name)) : std::string(text_of(name)));
  }
  beam.module = beam.atoms[1];
  return {};
}

LoadResult<void> read_code_header(const Chunk& chunk, BeamFile& beam) {
  constexpr std::uint32_t kHeaderBytes = 16;
  ByteReader reader(chunk.bytes, chunk.offset);
  std::uint32_t header_bytes = reader.u32();
  std::uint32_t instruction_set = reader.u32();
  beam.code_header = {reader.u32(), reader.u32(), reader.u32()};
  if (reader.failed()) return cut_off(chunk, "header");
  if (instruction_set != kInstructionSet) {
    return chunk_error(chunk, chunk.offset + 4, "instruction set",
                       fmt::format("{}", kInstructionSet), fmt::format("{}", instruction_set));
  }
  if (header_bytes < kHeaderBytes || header_bytes - kHeaderBytes > reader.left()) {
    return chunk_error(chunk, chunk.offset, "header size",
                       fmt::format("from {} to {}", kHeaderBytes, reader.left() + kHeaderBytes),
                       fmt::format("{}", header_bytes));
  }
  reader.take(header_bytes - kHeaderBytes);
  beam.code_offset = reader.file_offset();
  beam.code = reader.rest();
  // A label takes two bytes of code at least, a function more: larger numbers would only cost
  // memory.
  const CodeHeader& header = beam.code_header;
  if (header.label_count > beam.code.size() + 1 || header.function_count > beam.code.size()) {
    return chunk_error(chunk, chunk.offset + 12, "number of labels and functions",
                       fmt::format("at most {}", beam.code.size()),
                       fmt::format("{} and {}", header.label_count, header.function_count));
  }
  return {};
}

LoadResult<void> read_strings(const Chunk& chunk, BeamFile& beam) {
  beam.strings = chunk.bytes;
  return {};
}

LoadResult<void> read_imports(const Chunk& chunk, BeamFile& beam) {
  ByteReader reader(chunk.bytes, chunk.offset);
  VM_TRY(std::uint32_t count, row_count(chunk, reader, 12));
  beam.imports.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    std::uint64_t at = reader.file_offset();
    Import row{reader.u32(), reader.u32(), reader.u32()};
    VM_TRY_VOID(need_atom(chunk, at, beam, row.module));
    VM_TRY_VOID(need_atom(chunk, at, beam, row.name));
    VM_TRY_VOID(need_arity(chunk, at, row.arity));
    beam.imports.push_back(row);
  }
  return {};
}

LoadResult<void> read_exports(const Chunk& chunk, BeamFile& beam) {
  return read_labelled(chunk, beam, beam.exports);
}

LoadResult<void> read_locals(const Chunk& chunk, BeamFile& beam) {
  return read_labelled(chunk, beam, beam.locals);
}

LoadResult<void> read_lambdas(const Chunk& chunk, BeamFile& beam) {
  ByteReader reader(chunk.bytes, chunk.offset);
  VM_TRY(std::uint32_t count, row_count(chunk, reader, 24));
  beam.lambdas.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    std::uint64_t at = reader.file_offset();
    Lambda row{reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u32()};
    VM_TRY_VOID(need_atom(chunk, at, beam, row.name));
    VM_TRY_VOID(need_arity(chunk, at, row.arity));
    if (row.free_count > row.arity) {
      return chunk_error(chunk, at, "", fmt::format("at most {} free variables", row.arity),
                         fmt::format("{}", row.free_count));
    }
    beam.lambdas.push_back(row);
  }
  return {};
}

LoadResult<void> read_literals(const Chunk& chunk, BeamFile& beam) {
  ByteReader outer(chunk.bytes, chunk.offset);
  std::uint32_t size = outer.u32();
  if (outer.failed()) return cut_off(chunk, "size");
  Bytes content = outer.rest();
  if (size != 0) {
    auto inflated = inflate_exactly(content, size);
    if (!inflated) {
      return chunk_error(chunk, chunk.offset, "",
                         fmt::format("zlib data of {} bytes uncompressed", size),
                         "damaged data or another size");
    }
    beam.owned_literals = std::move(*inflated);
    content = beam.owned_literals;
  }
  // Compressed contents have no offsets in the file, so messages give that of the chunk.
  ByteReader reader(content, size == 0 ? chunk.offset + 4 : chunk.offset);
  VM_TRY(std::uint32_t count, row_count(chunk, reader, 4));
  beam.literals.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    Bytes literal = reader.take(reader.u32());
    if (reader.failed()) return cut_off(chunk, fmt::format("literal {}", i));
    if (literal.size() < 2 || literal[0] != 131) {
      return chunk_error(chunk, chunk.offset, fmt::format("literal {}", i),
                         "external term format (131)",
                         literal.empty() ? "no bytes" : fmt::format("{}", literal[0]));
    }
    beam.literals.push_back(literal);
  }
  return {};
}

LoadResult<void> read_attributes(const Chunk& chunk, BeamFile& beam) {
  return read_external(chunk, beam.attributes);
}

LoadResult<void> read_compile_info(const Chunk& chunk, BeamFile& beam) {
  return read_external(chunk, beam.compile_info);
}

LoadResult<void> read_meta(const Chunk& chunk, BeamFile& beam) {
  return read_external(chunk, beam.meta);
}

// OTP packs a location in 32 bits: 8 for the file and 24 for the line.
constexpr std::int64_t kMaxLine = (1 << 24) - 2;
constexpr std::uint32_t kMaxLineFile = 254;

LoadResult<void> read_lines(const Chunk& chunk, BeamFile& beam) {
  ByteReader reader(chunk.bytes, chunk.offset);
  std::uint32_t version = reader.u32();
  const std::uint32_t flags = reader.u32();
  reader.u32();  // number of line instructions
  std::uint32_t count = reader.u32();
  std::uint32_t file_count = reader.u32();
  if (reader.failed()) return cut_off(chunk, "header");
  // Line numbers help in messages only: an unknown version is no reason to refuse the code.
  if (version != 0) return {};
  if (count > reader.left() || file_count > reader.left() / 2) {
    return chunk_error(chunk, chunk.offset + 12, "number of lines and files",
                       fmt::format("at most {}", reader.left()),
                       fmt::format("{} and {}", count, file_count));
  }
  LineTable& table = beam.lines;
  constexpr std::uint32_t kExecutableLines = 1, kCountsAlways = 2;
  table.has_executable_lines = (flags & kExecutableLines) != 0;
  table.counts_always = (flags & kCountsAlways) != 0;
  table.lines.reserve(count + 1);
  table.lines.push_back({0, 0});
  std::uint32_t file = 0;
  while (table.lines.size() <= count) {
    std::uint64_t at = reader.file_offset();
    CompactTerm term = read_compact(reader);
    if (reader.failed()) return cut_off(chunk, "lines");
    bool in_range = !term.is_big && term.value >= 0 && term.value <= UINT32_MAX;
    if (term.tag == CompactTag::kInteger && in_range) {
      // A number that OTP cannot represent gives no location there.
      const bool has_location = term.value <= kMaxLine && file <= kMaxLineFile;
      table.lines.push_back(has_location ? SourceLine{file, static_cast<std::uint32_t>(term.value)}
                                         : SourceLine{0, 0});
    } else if (term.tag == CompactTag::kAtom && in_range && term.value <= file_count) {
      file = static_cast<std::uint32_t>(term.value);
    } else {
      return chunk_error(chunk, at, "lines",
                         fmt::format("a line, or a file number of at most {}", file_count),
                         "another term");
    }
  }
  table.files.push_back(beam.module + ".erl");
  for (std::uint32_t i = 0; i < file_count; i++) {
    std::uint64_t at = reader.file_offset();
    Bytes name = reader.take(reader.u16());
    if (reader.failed()) return cut_off(chunk, "files");
    if (vm::count_utf8_characters(text_of(name)) < 0) {
      return chunk_error(chunk, at, "files", "a name in UTF-8", "other bytes");
    }
    table.files.emplace_back(reinterpret_cast<const char*>(name.data()), name.size());
  }
  beam.has_lines = true;
  return {};
}

namespace {

/// Reads the definitions of native records. Each is a label (0), the name, `true` or `false` (is it
/// exported?), and a list of the fields, each followed by its default or, as the number 0, by none.
class RecordReader {
 public:
  RecordReader(const Chunk& chunk, BeamFile& beam)
      : chunk_(chunk), beam_(beam), reader_(chunk.bytes, chunk.offset) {}

  LoadResult<void> run() {
    const std::uint32_t version = reader_.u32();
    if (version != 0) return wrong("version", "0", fmt::format("{}", version));
    constexpr std::size_t kRowBytes = 4;
    VM_TRY(std::uint32_t count, row_count(chunk_, reader_, kRowBytes));
    const std::uint32_t all_fields = reader_.u32();
    std::size_t fields = 0;
    for (std::uint32_t i = 0; i < count; i++) {
      VM_TRY_VOID(record());
      fields += beam_.records.back().fields.size();
    }
    VM_TRY_VOID(need_different("records", beam_.records));
    if (fields == all_fields) return {};
    return wrong("count", fmt::format("{} fields", all_fields), fmt::format("{}", fields));
  }

 private:
  LoadResult<void> record() {
    VM_TRY(CompactTerm label, read(CompactTag::kLabel, "label 0"));
    if (label.value != 0) return wrong("label", "0", fmt::format("{}", label.value));
    VM_TRY(std::uint32_t name, atom("name"));
    VM_TRY(std::uint32_t exported, atom("true or false"));
    const std::string& text = beam_.atoms[exported];
    if (text != "true" && text != "false") return wrong("record", "true or false", text);
    beam_.records.push_back({name, text == "true", {}});
    VM_TRY(CompactTerm list, read(CompactTag::kExtended, "a list"));
    std::uint32_t items = 0;
    if (list.value != static_cast<int>(ExtendedTag::kList) || !read_compact_u32(reader_, &items))
      return wrong("fields", "a list", "another term");
    if (items % 2 != 0 || items > reader_.left())
      return wrong("fields", "pairs of a name and a default", fmt::format("{} items", items));
    for (std::uint32_t i = 0; i < items; i += 2) VM_TRY_VOID(field(beam_.records.back()));
    return need_different("fields", beam_.records.back().fields);
  }

  template <class Row>
  LoadResult<void> need_different(const char* part, const std::vector<Row>& rows) {
    std::vector<std::uint32_t> names;
    for (const Row& row : rows) names.push_back(row.name);
    std::sort(names.begin(), names.end());
    const auto repeated = std::adjacent_find(names.begin(), names.end());
    if (repeated == names.end()) return {};
    return wrong(part, "different names", beam_.atoms[*repeated] + " twice");
  }

  LoadResult<void> field(RecordRow& record) {
    VM_TRY(std::uint32_t name, atom("name of a field"));
    RecordField& field = record.fields.emplace_back();
    field.name = name;
    const CompactTerm term = read_compact(reader_);
    if (reader_.failed()) return cut_off(chunk_, "default");
    field.value = term.value;
    const bool is_word = !term.is_big && vm::Term::fits_small(term.value);
    if (term.tag == CompactTag::kUnsigned && !term.is_big && term.value == 0) return {};
    if (term.tag == CompactTag::kInteger) {
      field.kind = is_word ? RecordField::Default::kInteger : RecordField::Default::kBigInteger;
      field.big = term.big;
      return {};
    }
    if (term.tag == CompactTag::kAtom && in_range(term, beam_.atoms.size())) {
      field.kind = RecordField::Default::kAtom;
      return {};
    }
    if (term.tag == CompactTag::kExtended &&
        term.value == static_cast<int>(ExtendedTag::kLiteral)) {
      std::uint32_t index = 0;
      if (read_compact_u32(reader_, &index) && index < beam_.literals.size()) {
        field.kind = RecordField::Default::kLiteral;
        field.value = index;
        return {};
      }
    }
    return wrong("default", "an integer, an atom, or a literal of the table", "another term");
  }

  static bool in_range(const CompactTerm& term, std::size_t end) {
    return !term.is_big && term.value >= 0 && static_cast<std::size_t>(term.value) < end;
  }

  LoadResult<CompactTerm> read(CompactTag tag, const char* expected) {
    const CompactTerm term = read_compact(reader_);
    if (reader_.failed()) return cut_off(chunk_, "record");
    if (term.tag != tag || term.is_big) return wrong("record", expected, "another term");
    return term;
  }

  LoadResult<std::uint32_t> atom(const char* expected) {
    VM_TRY(CompactTerm term, read(CompactTag::kAtom, expected));
    if (term.value == 0 || !in_range(term, beam_.atoms.size())) {
      return wrong("record", fmt::format("an atom index from 1 to {}", beam_.atoms.size() - 1),
                   fmt::format("{}", term.value));
    }
    return static_cast<std::uint32_t>(term.value);
  }

  vm::Err<LoadErrorPtr> wrong(std::string_view part, std::string expected, std::string found) {
    return chunk_error(chunk_, reader_.file_offset(), part, std::move(expected), std::move(found));
  }

  const Chunk& chunk_;
  BeamFile& beam_;
  ByteReader reader_;
};

}  // namespace

LoadResult<void> read_records(const Chunk& chunk, BeamFile& beam) {
  return RecordReader(chunk, beam).run();
}

namespace {

constexpr unsigned kUnknownBit = 16;

/// Where version 1 had its bits, in the order of TypeBit (it knew match contexts as a type, bit 2).
constexpr unsigned kVersion1Bits[] = {0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, kUnknownBit};

std::uint16_t kinds_of_version_1(std::uint16_t bits) {
  std::uint16_t kinds = 0;
  for (unsigned i = 0; i < std::size(kVersion1Bits); i++) {
    if ((std::uint32_t{bits} >> kVersion1Bits[i] & 1) != 0) kinds |= 1 << i;
  }
  constexpr unsigned kMatchContextBit = 2;
  if ((bits >> kMatchContextBit & 1) != 0) kinds |= static_cast<int>(TypeBit::kBitstring);
  return kinds;
}

/// Version 1 had 18 bytes a row: bits and both bounds; a minimum above the maximum means none.
RegisterType read_type_1(ByteReader& reader) {
  RegisterType type;
  type.kinds = kinds_of_version_1(reader.u16());
  type.min = static_cast<std::int64_t>(reader.u64());
  type.max = static_cast<std::int64_t>(reader.u64());
  type.has_min = type.has_max = type.min <= type.max;
  return type;
}

/// In later versions the bits above the kinds say whether bounds and a unit follow.
RegisterType read_type(ByteReader& reader, unsigned kind_bits) {
  RegisterType type;
  std::uint32_t bits = reader.u16();
  type.kinds = static_cast<std::uint16_t>(bits & ((1u << kind_bits) - 1));
  type.has_min = (bits >> kind_bits & 1) != 0;
  type.has_max = (bits >> (kind_bits + 1) & 1) != 0;
  bool has_unit = (bits >> (kind_bits + 2) & 1) != 0;
  if (type.has_min) type.min = static_cast<std::int64_t>(reader.u64());
  if (type.has_max) type.max = static_cast<std::int64_t>(reader.u64());
  if (has_unit) reader.u8();
  return type;
}

}  // namespace

LoadResult<void> read_types(const Chunk& chunk, BeamFile& beam) {
  ByteReader reader(chunk.bytes, chunk.offset);
  std::uint32_t version = reader.u32();
  VM_TRY(std::uint32_t count, row_count(chunk, reader, version == 1 ? 18 : 2));
  beam.types.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    switch (version) {
      case 1:
        beam.types.push_back(read_type_1(reader));
        break;
      case 2:
      case 3:
        beam.types.push_back(read_type(reader, 12));
        break;
      case 4:
        beam.types.push_back(read_type(reader, 13));
        break;
      default:
        beam.types.push_back({});
        break;  // nothing is known: always true
    }
  }
  if (reader.failed()) return cut_off(chunk, "rows");
  // The JIT trusts these facts, so an impossible row means that the file is damaged.
  for (std::size_t i = 0; i < beam.types.size(); i++) {
    const RegisterType& type = beam.types[i];
    if (type.has_min && type.has_max && type.min > type.max) {
      return chunk_error(chunk, chunk.offset, fmt::format("row {}", i), "a range of integers",
                         fmt::format("{} to {}", type.min, type.max));
    }
  }
  return {};
}

}  // namespace loader
