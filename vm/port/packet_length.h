// How long the packet at the start of some bytes is, for every kind of packet that Erlang knows.
#pragma once

#include <cstddef>
#include <string_view>

namespace vm {

enum class PacketKind : unsigned char {
  kRaw,
  k1,  // a length of that many bytes in front
  k2,
  k4,
  kSunRm,
  kAsn1,
  kCdr,
  kFcgi,
  kLine,
  kTpkt,
  kHttp,        // a first line
  kHttpHeader,  // a header, or the empty line behind them
  kSslTls
};

struct PacketLimits {
  unsigned packet_size = 0;  // longer ones are invalid; 0: no limit
  unsigned line_length = 0;  // longer lines are cut; 0: no limit
  char line_delimiter = '\n';
};

struct PacketLength {
  enum class Known : unsigned char { kYes, kMore, kInvalid };
  Known known;
  std::size_t bytes =
      0;  // of the whole packet, header included; it may be longer than what there is
};

/// The length of the packet at the start of `bytes`.
PacketLength packet_length(PacketKind kind, std::string_view bytes, const PacketLimits& limits);

/// The part of a whole packet that its receiver gets: without a plain length in front, or padding.
std::string_view packet_contents(PacketKind kind, std::string_view packet);

}  // namespace vm
