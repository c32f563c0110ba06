// Calls the readers of the chunks in the order in which these refer to each other; the digest.
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

/// Atoms first: all other chunks refer to them. One of AtU8 and Atom must be there (see
/// read_chunks()).
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

LoadResult<void> read_chunks(const std::vector<Chunk>& chunks, BeamFile& beam) {
  for (const ChunkReader& reader : kReaders) {
    const Chunk* chunk = find_chunk(chunks, reader.name);
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
    const Chunk* chunk = find_chunk(chunks, name);
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

LoadResult<std::unique_ptr<BeamFile>> read_beam_file(Bytes file, const Md5Digest* md5) {
  auto beam = std::make_unique<BeamFile>();
  if (is_gzip(file)) {
    auto inflated = inflate_gzip(file, kMaxFileBytes);
    if (!inflated) return load_error(0, "file", "undamaged gzip data", "damaged or too much");
    beam->owned_file = std::move(*inflated);
  } else {
    beam->owned_file.assign(file.begin(), file.end());
  }
  auto chunks = split_chunks(beam->owned_file);
  if (!chunks.ok()) return vm::Err(std::move(chunks).error());
  auto read = read_chunks(*chunks, *beam);
  if (!read.ok()) {
    if (!beam->module.empty()) read.error()->module = beam->module;
    return vm::Err(std::move(read).error());
  }
  beam->md5 = md5 != nullptr ? *md5 : digest(*chunks);
  return beam;
}

}  // namespace loader
