// Control messages of sendmsg and recvmsg: between lists of maps and the system's buffers.
// Threads: any; pure functions.
#pragma once

#include "bif/net/socket_terms.h"

#include <string>

namespace bif::net {

/// Writes `list`, maps with level, type, and data or value, to `buffer`, which has room for
/// `capacity` bytes. False: something else, or too much.
bool to_control_messages(Term list, Word capacity, std::string* buffer);

/// The control messages of a received message, as a list of maps.
Term control_messages_term(HeapBuilder& builder, const msghdr& message);
/// The same of a buffer of messages one after the other (option pktoptions).
Term control_messages_term(HeapBuilder& builder, const Byte* data, Word size);

bool to_tos(Term term, int* tos);
Term tos_term(int tos);

/// Flags of messages: the names of those in `flags`, as a list.
Term message_flags_term(HeapBuilder& builder, int flags);

}  // namespace bif::net
