// The container: finds the chunks, calls their readers in the order of their dependences, digests.
#include "loader/beam_file.h"

#include "loader/chunks.h"
#include "loader/inflate.h"

#include <fmt/format.h>

namespace loader {

namespace {

// Far above any real module; keeps a hostile gzip file from filling the memory.
constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20;

struct ChunkReader {
  std::string_view name;
  bool required;
  LoadResult<void> (*read)(const Chunk&, BeamFile&);
};

/// Atoms first: all others name them. One of AtU8 and Atom must be there (see read_chunks()).
constexpr ChunkReader kReaders[] = {
    {"AtU8", false, read_atoms},        {"Atom", false, read_atoms},
    {"Code", true, read_code_header},   {"StrT", true, read_strings},
    {"ImpT", true, read_imports},       {"ExpT", true, read_exports},
    {"LocT", false, read_locals},       {"FunT", false, read_lambdas},
    {"LitT", false, read_literals},     {"Line", false, read_lines},
    {"Type", false, read_types},        {"Attr", false, read_attributes},
    {"CInf", false, read_compile_info}, {"Meta", false, read_meta},
    {"Recs", false, read_records},
};

std::string_view text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Four bytes as they are shown in a message: letters, or their number when they are none.
std::string shown(std::string_view tag) {
  for (char c : tag) {
    if (c < ' ' || c > '~') {
      std::string hex;
      for (char byte : tag) hex += fmt::format("{:02x}", static_cast<Byte>(byte));
      return "bytes " + hex;
    }
  }
  return fmt::format("\"{}\"", tag);
}

LoadResult<std::vector<Chunk>> split(Bytes file) {
  ByteReader reader(file, 0);
  std::string_view form = text(reader.take(4));
  if (form != "FOR1") return load_error(0, "file", "\"FOR1\" or gzip data", shown(form));
  std::uint32_t size = reader.u32();
  std::string_view type = text(reader.take(4));
  if (type != "BEAM") return load_error(8, "file", "form type \"BEAM\"", shown(type));
  if (size > file.size() - 8) {
    return load_error(4, "file", fmt::format("{} bytes after the size", size),
                      fmt::format("{}", file.size() - 8));
  }
  // What follows the form is not ours (a signature, for example).
  reader = ByteReader(file.first(size < 4 ? 12 : 8 + std::size_t{size}), 0);
  reader.take(12);
  std::vector<Chunk> chunks;
  while (!reader.at_end()) {
    std::uint64_t at = reader.file_offset();
    std::string_view name = text(reader.take(4));
    std::uint32_t length = reader.u32();
    std::uint64_t offset = reader.file_offset();
    if (reader.failed()) return load_error(at, "file", "a chunk header of 8 bytes", "its end");
    if (length > reader.left()) {
      return load_error(at, fmt::format("chunk {}", shown(name)), fmt::format("{} bytes", length),
                        fmt::format("{}", reader.left()));
    }
    chunks.push_back({name, reader.take(length), offset});
    reader.take(std::min<std::size_t>((4 - length % 4) % 4, reader.left()));
  }
  return chunks;
}

const Chunk* find(const std::vector<Chunk>& chunks, std::string_view name) {
  for (const Chunk& chunk : chunks) {
    if (chunk.name == name) return &chunk;
  }
  return nullptr;
}

LoadResult<void> read_chunks(const std::vector<Chunk>& chunks, BeamFile& beam) {
  for (const ChunkReader& reader : kReaders) {
    const Chunk* chunk = find(chunks, reader.name);
    if (reader.name == "Atom" && !beam.atoms.empty()) continue;
    if (reader.name == "Atom" && chunk == nullptr) {
      return load_error(0, "file", "a chunk \"AtU8\"", "none");
    }
    if (chunk != nullptr) {
      VM_TRY_VOID(reader.read(*chunk, beam));
    } else if (reader.required) {
      return load_error(0, "file", fmt::format("a chunk \"{}\"", reader.name), "none");
    }
  }
  return {};
}

/// The digest that identifies a module's code: its significant chunks, in this order. The hash of a
/// lambda (the last word of each row) counts as zero, as it depends on how the file was compiled.
Md5Digest digest(const std::vector<Chunk>& chunks) {
  constexpr std::string_view kSignificant[] = {"Atom", "AtU8", "Code", "StrT", "ImpT",
                                               "ExpT", "FunT", "LitT", "Meta", "Recs"};
  constexpr std::size_t kRowBytes = 24;
  constexpr Byte kZero[4] = {};
  Md5 md5;
  for (std::string_view name : kSignificant) {
    const Chunk* chunk = find(chunks, name);
    if (chunk == nullptr) continue;
    if (name != "FunT" || chunk->bytes.size() < 4) {
      md5.update(chunk->bytes);
      continue;
    }
    md5.update(chunk->bytes.first(4));
    Bytes rows = chunk->bytes.subspan(4);
    for (; rows.size() >= kRowBytes; rows = rows.subspan(kRowBytes)) {
      md5.update(rows.first(kRowBytes - 4));
      md5.update(kZero);
    }
  }
  return md5.finish();
}

}  // namespace

std::string BeamFile::function_text(std::uint32_t name, std::uint32_t arity) const {
  return fmt::format("{}/{}", atoms[name], arity);
}

LoadResult<std::unique_ptr<BeamFile>> read_beam_file(Bytes file) {
  auto beam = std::make_unique<BeamFile>();
  if (is_gzip(file)) {
    auto inflated = inflate_gzip(file, kMaxFileBytes);
    if (!inflated) return load_error(0, "file", "undamaged gzip data", "damaged or too much");
    beam->owned_file = std::move(*inflated);
  } else {
    beam->owned_file.assign(file.begin(), file.end());
  }
  auto chunks = split(beam->owned_file);
  if (!chunks.ok()) return vm::Err(std::move(chunks).error());
  auto read = read_chunks(*chunks, *beam);
  if (!read.ok()) {
    if (!beam->module.empty()) read.error()->module = beam->module;
    return vm::Err(std::move(read).error());
  }
  beam->md5 = digest(*chunks);
  return beam;
}

}  // namespace loader
