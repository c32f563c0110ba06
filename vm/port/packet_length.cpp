// Each kind of packet: where its length stands. Source: the documentation of erlang:decode_packet/3
// and inet:setopts/2, and what OTP answers.
#include "vm/port/packet_length.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace vm {
namespace {

using Known = PacketLength::Known;
constexpr PacketLength kMoreBytes{Known::kMore};
constexpr PacketLength kInvalidPacket{Known::kInvalid};

std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

/// A header and `contents` behind it.
PacketLength with_contents(std::size_t header, std::uint64_t contents, const PacketLimits& limits) {
  const std::uint64_t most = limits.packet_size != 0
                                 ? limits.packet_size
                                 : std::numeric_limits<std::int32_t>::max() - header;
  if (contents > most) return kInvalidPacket;
  return {Known::kYes, header + static_cast<std::size_t>(contents)};
}

PacketLength counted(std::string_view bytes, std::size_t header, std::uint64_t mask,
                     const PacketLimits& limits) {
  if (bytes.size() < header) return kMoreBytes;
  return with_contents(header, big_endian(bytes, 0, header) & mask, limits);
}

PacketLength line(std::string_view bytes, const PacketLimits& limits) {
  const std::size_t end = bytes.find(limits.line_delimiter);
  const std::size_t length = end == std::string_view::npos ? bytes.size() : end + 1;
  const bool is_whole = end != std::string_view::npos;
  if (limits.packet_size != 0 && length > limits.packet_size) return kInvalidPacket;
  if (limits.line_length != 0 &&
      (is_whole ? length > limits.line_length : length >= limits.line_length)) {
    return {Known::kYes, limits.line_length};
  }
  return is_whole ? PacketLength{Known::kYes, length} : kMoreBytes;
}

/// Tag and length of BER, each in its short or long form.
PacketLength asn1(std::string_view bytes, const PacketLimits& limits) {
  if (bytes.size() < 2) return kMoreBytes;
  std::size_t at = 1;
  const auto byte = [&bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if ((byte(0) & 0x1F) == 0x1F) {
    while (at < bytes.size() && (byte(at) & 0x80) != 0) ++at;
    if (bytes.size() - at < 2) return kMoreBytes;
    ++at;
  }
  std::uint64_t contents = byte(at) & 0x7F;
  const bool is_long = (byte(at++) & 0x80) != 0;
  if (is_long) {
    const auto digits = static_cast<std::size_t>(contents);
    if (bytes.size() - at < digits) return kMoreBytes;
    if (digits > 4) return kInvalidPacket;
    contents = big_endian(bytes, at, digits);
    at += digits;
  }
  return with_contents(at, contents, limits);
}

PacketLength cdr(std::string_view bytes, const PacketLimits& limits) {
  constexpr std::size_t kHeader = 12;  // "GIOP", version, flags, type, size
  if (bytes.size() < kHeader) return kMoreBytes;
  if (bytes.substr(0, 4) != "GIOP") return kInvalidPacket;
  std::uint64_t contents = big_endian(bytes, 8, 4);
  const bool is_little_endian = (bytes[6] & 1) != 0;
  if (is_little_endian) contents = __builtin_bswap32(static_cast<std::uint32_t>(contents));
  return with_contents(kHeader, contents, limits);
}

PacketLength fcgi(std::string_view bytes, const PacketLimits& limits) {
  constexpr std::size_t kHeader = 8;  // version, type, request, contents' length, padding, reserved
  if (bytes.size() < kHeader) return kMoreBytes;
  if (bytes[0] != 1) return kInvalidPacket;
  return with_contents(kHeader, big_endian(bytes, 4, 2) + big_endian(bytes, 6, 1), limits);
}

PacketLength tpkt(std::string_view bytes, const PacketLimits& limits) {
  constexpr std::size_t kHeader = 4;  // version, reserved, length of all
  if (bytes.size() < kHeader) return kMoreBytes;
  if (bytes[0] != 3 || big_endian(bytes, 2, 2) < kHeader) return kInvalidPacket;
  return with_contents(kHeader, big_endian(bytes, 2, 2) - kHeader, limits);
}

PacketLength ssl_tls(std::string_view bytes, const PacketLimits& limits) {
  constexpr std::size_t kHeader = 5;  // type, version, length
  if (bytes.size() < kHeader) return kMoreBytes;
  const bool is_old_hello = (bytes[0] & 0x80) != 0 && bytes[2] == 1;
  if (!is_old_hello) return with_contents(kHeader, big_endian(bytes, 3, 2), limits);
  const std::uint64_t length = big_endian(bytes, 0, 2) & 0x7FFF;
  return length < 3 ? kInvalidPacket : with_contents(kHeader, length - 3, limits);
}

/// A line; a header goes on in the next one where that begins with blanks.
PacketLength http(std::string_view bytes, bool is_header, const PacketLimits& limits) {
  if (bytes == "\n" || bytes == "\r\n") return {Known::kYes, bytes.size()};
  const std::size_t most = limits.packet_size != 0 ? limits.packet_size : limits.line_length;
  for (std::size_t from = 0;;) {
    const std::size_t end = bytes.find('\n', from);
    if (end == std::string_view::npos) {
      return most != 0 && bytes.size() >= most ? kInvalidPacket : kMoreBytes;
    }
    const std::size_t length = end + 1;
    const bool is_last = length == bytes.size();
    const bool goes_on =
        is_header && !is_last && length > 2 && (bytes[length] == ' ' || bytes[length] == '\t');
    if (goes_on) {
      from = length;
      continue;
    }
    if (most != 0 && length > most) return kInvalidPacket;
    // Whether the line goes on is not known yet.
    if (is_header && is_last) return kMoreBytes;
    return {Known::kYes, length};
  }
}

}  // namespace

PacketLength packet_length(PacketKind kind, std::string_view bytes, const PacketLimits& limits) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  switch (kind) {
    case PacketKind::kRaw:
      return bytes.empty() ? kMoreBytes : PacketLength{Known::kYes, bytes.size()};
    case PacketKind::k1:
      return counted(bytes, 1, kAll, limits);
    case PacketKind::k2:
      return counted(bytes, 2, kAll, limits);
    case PacketKind::k4:
      return counted(bytes, 4, kAll, limits);
    case PacketKind::kSunRm:
      return counted(bytes, 4, 0x7FFFFFFF, limits);
    case PacketKind::kAsn1:
      return asn1(bytes, limits);
    case PacketKind::kCdr:
      return cdr(bytes, limits);
    case PacketKind::kFcgi:
      return fcgi(bytes, limits);
    case PacketKind::kLine:
      return line(bytes, limits);
    case PacketKind::kTpkt:
      return tpkt(bytes, limits);
    case PacketKind::kHttp:
    case PacketKind::kHttpHeader:
      return http(bytes, kind == PacketKind::kHttpHeader, limits);
    case PacketKind::kSslTls:
      return ssl_tls(bytes, limits);
  }
  return kInvalidPacket;
}

std::string_view packet_contents(PacketKind kind, std::string_view packet) {
  switch (kind) {
    case PacketKind::k1:
      return packet.substr(1);
    case PacketKind::k2:
      return packet.substr(2);
    case PacketKind::k4:
      return packet.substr(4);
    case PacketKind::kFcgi:
      return packet.substr(0, packet.size() - static_cast<unsigned char>(packet[6]));
    default:
      return packet;
  }
}

}  // namespace vm
