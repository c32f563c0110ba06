// Between terms of module `socket` and the system's structures: addresses, families, types, times,
// and the answers that its natives have in common.
// Threads: any; pure functions.
#pragma once

#include "bif/bif.h"
#include "bif/net/names.h"
#include "vm/io/posix.h"
#include "vm/net/address.h"
#include "vm/term/map.h"

#include <initializer_list>
#include <netinet/in.h>
#include <sys/time.h>

namespace bif::net {

using vm::inet::SocketAddress;

/// An integer of 32 bits. False: another term.
bool to_int(Term term, int* value);
bool to_unsigned_int(Term term, unsigned* value);
/// `true` or `false`. False: another term.
bool to_bool(Term term, bool* value);
/// The value of `key` if `map` is a map that has it, else none().
Term field(Term map, Term key);
/// #{Key => Value, ...} of the pairs in `pairs`, which are reordered.
template <std::size_t N>
Term make_map(HeapBuilder& builder, vm::MapPair (&&pairs)[N]) {
  return vm::map_from_pairs(builder, pairs);
}
/// A list of Latin-1 characters that ends at the first zero byte.
Term c_string(HeapBuilder& builder, const char* text);

// --- answers ---
/// {ok, Value}, where `value` needs no memory.
inline BifResult ok(Process& p, Term value) { return HeapBuilder(p).tuple(am::ok, value); }
/// {error, Reason}
BifResult error(Process& p, Term reason);
/// {error, Posix}
BifResult error(Process& p, int error_number);
/// {error, closed}
BifResult closed(Process& p);
/// {error, {invalid, What}}
BifResult error_invalid(Process& p, Term what);
/// {invalid, What}: prim_socket adds what was asked for.
BifResult invalid(Process& p, Term what);
/// Raises {invalid, What}.
BifResult raise_invalid(Process& p, Term what);
/// What an argument that is no 32-bit integer answers: badarg, or {error, {invalid, {integer_range,
/// Integer}}}.
BifResult bad_integer(Process& p, Term term);

/// Goes on with sonde_internals:function(Arguments...), which starts what module socket needs
/// first.
BifResult start_sockets(Process& p, const char* function, std::initializer_list<Term> arguments);

// --- values ---
/// The number of a family; prim_socket's own names, or an integer. False: neither.
bool to_family(Term term, int* family);
Term family_term(int family);
bool to_type(Term term, int* type);
Term type_term(int type);
/// `socket` or a number.
bool to_level(Term term, int* level);
Term level_term(int level);

bool to_address(Term term, in_addr* address);
Term address_term(HeapBuilder& builder, const in_addr& address);
bool to_address(Term term, in6_addr* address);
Term address_term(HeapBuilder& builder, const in6_addr& address);
bool to_time(Term term, timeval* time);
Term time_term(HeapBuilder& builder, const timeval& time);

/// Reads a map of socket:sockaddr().
bool to_socket_address(Term term, SocketAddress* address);
/// The map of an address; of one whose length is 0, that of its family counts.
Term socket_address_term(HeapBuilder& builder, const SocketAddress& address);
/// The same of what the system gives without a length (interfaces). May be null: none().
Term socket_address_term(HeapBuilder& builder, const sockaddr* address);
/// A hardware address: its family is a type of hardware.
Term hardware_address_term(HeapBuilder& builder, const sockaddr& address);

}  // namespace bif::net
