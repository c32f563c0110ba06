// The walk over the chunks; every size is checked before it is used.
#include "loader/container.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <string>

namespace loader {

namespace {

constexpr std::size_t kHeaderBytes = 12;     // "FOR1", size, "BEAM"
constexpr std::size_t kNotCountedBytes = 8;  // the size counts what follows it
constexpr std::uint32_t kFormTypeBytes = 4;  // "BEAM": the smallest size
constexpr std::size_t kAlignment = 4;

std::string_view text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Four bytes as a message shows them: letters in quotes, or in hexadecimal where they are none.
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

/// The bytes of the container, without what follows it.
LoadResult<Bytes> container(Bytes file) {
  ByteReader reader(file, 0);
  const std::string_view form = text(reader.take(4));
  if (form != "FOR1") return load_error(0, "file", "\"FOR1\" or gzip data", shown(form));
  const std::uint32_t size = reader.u32();
  const std::string_view type = text(reader.take(4));
  if (type != "BEAM") return load_error(8, "file", "form type \"BEAM\"", shown(type));
  if (size < kFormTypeBytes || size > file.size() - kNotCountedBytes) {
    return load_error(4, "file", fmt::format("{} bytes after the size", size),
                      fmt::format("{}", file.size() - kNotCountedBytes));
  }
  return file.first(kNotCountedBytes + size);
}

}  // namespace

LoadResult<std::vector<Chunk>> split_chunks(Bytes file) {
  VM_TRY(const Bytes bytes, container(file));
  ByteReader reader(bytes, 0);
  reader.take(kHeaderBytes);
  std::vector<Chunk> chunks;
  while (!reader.at_end()) {
    const std::uint64_t at = reader.file_offset();
    const std::string_view name = text(reader.take(4));
    const std::uint32_t length = reader.u32();
    const std::uint64_t offset = reader.file_offset();
    if (reader.failed()) return load_error(at, "file", "a chunk header of 8 bytes", "its end");
    const std::size_t padding = (kAlignment - length % kAlignment) % kAlignment;
    if (length + padding > reader.left()) {
      return load_error(at, fmt::format("chunk {}", shown(name)),
                        fmt::format("{} bytes", length + padding),
                        fmt::format("{}", reader.left()));
    }
    chunks.push_back({name, reader.take(length), offset});
    reader.take(padding);
  }
  return chunks;
}

const Chunk* find_chunk(const std::vector<Chunk>& chunks, std::string_view name) {
  const auto found = std::ranges::find(std::views::reverse(chunks), name, &Chunk::name);
  return found == chunks.rend() ? nullptr : &*found;
}

}  // namespace loader
