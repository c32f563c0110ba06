// The container of a `.beam` file: "FOR1", a size, "BEAM", then chunks, each four letters, a size,
// the contents, and zeros up to a multiple of four bytes. Like OTP, one walk reads all of it before
// any chunk is used, so a file that is truncated anywhere is refused as a whole.
#pragma once

#include "loader/byte_reader.h"
#include "loader/load_error.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace loader {

/// A chunk as found in the file: four letters, contents, offset of the contents in the file.
/// Ownership: borrows the bytes of the file.
struct Chunk {
  std::string_view name;
  Bytes bytes;
  std::uint64_t offset;
};

/// The chunks of an uncompressed file, in their order. What follows the container (a signature, for
/// example) is ignored. Error: a size that does not fit, or another kind of file.
LoadResult<std::vector<Chunk>> split_chunks(Bytes file);

/// The chunk of this name, the last one where there are several; null where there is none.
const Chunk* find_chunk(const std::vector<Chunk>& chunks, std::string_view name);

}  // namespace loader
