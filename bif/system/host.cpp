// What module inet returns about this computer. OTP's functions ask a socket; these ask the
// operating system.
#include "bif/natives.h"
#include "vm/heap/binary_view.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/utsname.h>

namespace bif {
namespace {

/// A name given as an atom or a list. Empty where it is neither.
std::string name_of(Term term) {
  std::string name;
  if (term.is_atom()) return std::string(vm::atom_text(term));
  if (!vm::append_name(term, name)) return {};
  return name;
}

Term unknown(HeapBuilder& builder) { return builder.tuple(am::error, am::einval); }

/// The entry of the services database that `find` looks for with a buffer.
template <class Find>
bool find_service(servent& entry, std::string& buffer, Find find) {
  servent* found = nullptr;
  buffer.resize(4096);
  return find(&entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr;
}

}  // namespace

/// inet:gethostname() -> {ok, Name}: without what follows the first dot.
BifResult inet_gethostname_0(Process& p, const Args<0>&) {
  utsname names;
  uname(&names);
  const std::string name = names.nodename;
  HeapBuilder builder(p);
  return builder.tuple(am::ok, builder.string(name.substr(0, name.find('.'))));
}

/// inet:getservbyname(Name, Protocol) -> {ok, Port} | {error, einval}.
BifResult inet_getservbyname_2(Process& p, const Args<2>& a) {
  const std::string name = name_of(a[0]);
  const std::string protocol = name_of(a[1]);
  HeapBuilder builder(p);
  servent entry;
  std::string buffer;
  const bool is_found = find_service(entry, buffer, [&](auto... rest) {
    return getservbyname_r(name.c_str(), protocol.c_str(), rest...);
  });
  if (!is_found) return unknown(builder);
  return builder.tuple(am::ok, Term::small(ntohs(static_cast<std::uint16_t>(entry.s_port))));
}

/// inet:getservbyport(Port, Protocol) -> {ok, Name} | {error, einval}.
BifResult inet_getservbyport_2(Process& p, const Args<2>& a) {
  const std::string protocol = name_of(a[1]);
  HeapBuilder builder(p);
  if (!a[0].is_small()) return unknown(builder);
  const int port = htons(static_cast<std::uint16_t>(a[0].as_small()));
  servent entry;
  std::string buffer;
  const bool is_found = find_service(entry, buffer, [&](auto... rest) {
    return getservbyport_r(port, protocol.c_str(), rest...);
  });
  if (!is_found) return unknown(builder);
  return builder.tuple(am::ok, builder.string(std::string(entry.s_name)));
}

}  // namespace bif
