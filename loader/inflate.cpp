// zlib, called so that a damaged or hostile input costs no more memory than its limit.
#include "loader/inflate.h"

#include <zlib.h>

#include <algorithm>

namespace loader {

namespace {

// zlib's format cannot shrink data by more than this factor, so a larger size is wrong (zlib's
// technical notes); checked before memory is asked for.
constexpr std::size_t kMaxRatio = 1032;
constexpr std::size_t kStep = 64 * 1024;

}  // namespace

bool is_gzip(Bytes bytes) { return bytes.size() > 2 && bytes[0] == 0x1f && bytes[1] == 0x8b; }

std::optional<std::vector<Byte>> inflate_exactly(Bytes compressed, std::size_t size) {
  if (size / kMaxRatio > compressed.size() + 1) return std::nullopt;
  std::vector<Byte> out(size);
  uLongf written = size;
  int status = uncompress(out.data(), &written, compressed.data(), compressed.size());
  if (status != Z_OK || written != size) return std::nullopt;
  return out;
}

std::optional<std::vector<Byte>> inflate_gzip(Bytes compressed, std::size_t limit) {
  z_stream stream{};
  constexpr int kGzipOnly = 16;
  if (inflateInit2(&stream, kGzipOnly + MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = const_cast<Byte*>(compressed.data());
  stream.avail_in = static_cast<uInt>(compressed.size());
  std::vector<Byte> out;
  int status = Z_OK;
  while (status == Z_OK && out.size() < limit) {
    std::size_t used = out.size();
    out.resize(std::min(limit, used + kStep + used / 2));
    stream.next_out = out.data() + used;
    stream.avail_out = static_cast<uInt>(out.size() - used);
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return std::nullopt;
  return out;
}

}  // namespace loader
