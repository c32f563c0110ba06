// Terms of packets that erlang:decode_packet/3 decodes: HTTP and TLS. Threads: any.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/port/packet_length.h"

#include <cstdint>
#include <string_view>

namespace vm {

/// The type of the strings in the term of a packet.
enum class TextForm : std::uint8_t { kString, kBinary };

/// Returns the term of a whole packet of `kind` kHttp or kHttpHeader: {http_request, ...},
/// {http_response, ...}, {http_header, ...} or http_eoh; {http_error, Text} for other lines.
/// Accepts the same lines as OTP.
Term http_packet_term(HeapBuilder& builder, PacketKind kind, TextForm form,
                      std::string_view packet);
/// Returns {ssl_tls, [], ContentType, {Major, Minor}, Data} of a whole packet of kSslTls.
Term ssl_packet_term(HeapBuilder& builder, std::string_view packet);

}  // namespace vm
