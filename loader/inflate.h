// Uncompresses zlib and gzip data of bounded size.
#pragma once

#include "loader/byte_reader.h"

#include <optional>
#include <vector>

namespace loader {

/// True where `bytes` start as a gzip file does.
bool is_gzip(Bytes bytes);

/// Uncompresses zlib data that must give exactly `size` bytes; none where it does not.
std::optional<std::vector<Byte>> inflate_exactly(Bytes compressed, std::size_t size);

/// Uncompresses a whole gzip file; none where it is damaged or gives more than `limit` bytes.
std::optional<std::vector<Byte>> inflate_gzip(Bytes compressed, std::size_t limit);

}  // namespace loader
