// What a socket says of itself, and what module prim_socket asks when it starts.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/net/socket_counts.h"
#include "bif/net/socket_handle.h"
#include "bif/net/socket_options.h"
#include "bif/net/socket_terms.h"
#include "vm/heap/list_view.h"
#include "vm/proc/persistent_terms.h"
#include "vm/term/map.h"

#include <climits>
#include <net/if.h>
#include <netdb.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <vector>

namespace bif {

using namespace net;

namespace {

/// The states in the order in which OTP lists them.
Term states_term(HeapBuilder& builder, unsigned states) {
  const Names& n = names();
  const std::pair<unsigned, Term> all[] = {{kBound, n.bound},           {kListening, n.listening},
                                           {kAccepting, n.accepting},   {kConnecting, n.connecting},
                                           {kConnected, am::connected}, {kSelected, n.selected},
                                           {kClosing, n.closing},       {kClosed, am::closed}};
  vm::ListBuilder list(builder);
  for (const auto& [state, name] : all)
    if ((states & state) != 0) list.add(name);
  return list.finish();
}

Term counters_term(HeapBuilder& builder, const SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  std::vector<vm::MapPair> pairs = {
#define SOCKET_COUNTER(name) {names().name, number(socket.counters.name)},
#include "bif/net/socket_counters.def"
  };
  if (socket.sendfile_counters != nullptr) {
    const SendfileCounters& sent = *socket.sendfile_counters;
    const Names& n = names();
    const std::pair<Term, Word> more[] = {
        {n.sendfile, sent.calls},       {n.sendfile_byte, sent.byte},
        {n.sendfile_fails, sent.fails}, {n.sendfile_max, sent.max},
        {n.sendfile_pkg, sent.pkg},     {n.sendfile_pkg_max, sent.pkg_max},
        {n.sendfile_tries, sent.tries}, {n.sendfile_waits, sent.waits}};
    for (const auto& [name, count] : more) pairs.push_back({name, number(count)});
  }
  return vm::map_from_pairs(builder, pairs);
}

/// Where the descriptor comes from.
Term origin_term(HeapBuilder& builder, const SocketHandle& socket) VM_REQUIRES(socket.mutex) {
  if (socket.given_fd < 0) return am::normal;
  if (!socket.closes_descriptor) return names().fromfd;
  return builder.tuple(names().fromfd, Term::small(socket.given_fd));
}

struct Protocol {
  std::vector<std::string> names;
  int number;
};

/// The protocols that the system knows, each with its aliases and, last, its name.
std::vector<Protocol> system_protocols() {
  // The C library keeps one position for the program.
  static vm::Mutex mutex{vm::LockRank::kIoOutput};
  const vm::MutexLock lock(mutex);
  std::vector<Protocol> all;
  ::setprotoent(1);
  while (const protoent* entry = ::getprotoent()) {
    Protocol& protocol = all.emplace_back();
    protocol.number = entry->p_proto;
    for (char** alias = entry->p_aliases; *alias != nullptr; ++alias)
      protocol.names.emplace_back(*alias);
    protocol.names.emplace_back(entry->p_name);
  }
  ::endprotoent();
  return all;
}

/// [{Name, Number} ...] with the names of each protocol that the system and OTP know.
Term protocols_term(HeapBuilder& builder) {
  Term list = Term::nil();
  const auto add = [&](Term all_names, int protocol) {
    list = builder.cons(builder.tuple(all_names, Term::small(protocol)), list);
  };
  for (const Protocol& protocol : system_protocols()) {
    Term all_names = Term::nil();
    for (const std::string& name : protocol.names) {
      if (const auto atom = vm::intern_atom(name); atom.ok())
        all_names = builder.cons(*atom, all_names);
    }
    add(all_names, protocol.number);
  }
  const Names& n = names();
  const std::pair<Term, int> known[] = {{n.ip, IPPROTO_IP},     {n.ipv6, IPPROTO_IPV6},
                                        {n.tcp, IPPROTO_TCP},   {n.udp, IPPROTO_UDP},
                                        {n.sctp, IPPROTO_SCTP}, {n.igmp, IPPROTO_IGMP}};
  for (const auto& [name, protocol] : known) add(builder.cons(name, Term::nil()), protocol);
  return list;
}

}  // namespace

/// The tables of prim_socket are persistent terms, which it makes when it starts; here that is when
/// the first one is asked for.
BifResult socket_table_1(Process& p, const Args<1>& a) {
  HeapBuilder builder(p);
  const Term key = builder.tuple(names().prim_socket, a[0]);
  const Term table = p.vm.persistent_terms->get(key);
  return table.has_value() ? table : start_sockets(p, "socket_table", {a[0]});
}

/// nif_info()
BifResult socket_info_0(Process& p, const Args<0>&) {
  const SocketCounts& counts = SocketCounts::of(p.vm);
  const Names& n = names();
  HeapBuilder builder(p);
  std::vector<vm::MapPair> pairs = {{n.num_cnt_bits, Term::small(64)}};
  // relaxed: counts for information
#define SOCKETS_OPEN(name, is_counted) \
  pairs.push_back({n.name, number(counts.name.load(vm::kRelaxed))});
#include "bif/net/socket_counts.def"
  const Term counters = vm::map_from_pairs(builder, pairs);
  const Term backend = make_map(builder, {{am::name, n.unix_essio}});
  const auto setting = [](const vm::Atomic<bool>& value) {
    return vm::make_boolean(value.load(vm::kRelaxed));
  };
  return make_map(builder, {{am::counters, counters},
                            {n.debug, setting(counts.debug)},
                            {n.socket_debug, setting(counts.socket_debug)},
                            {n.use_registry, setting(counts.use_registry)},
                            {n.iow, am::false_},
                            {n.eei, am::true_},
                            {n.iov_max, Term::small(IOV_MAX)},
                            {n.io_backend, backend}});
}

/// nif_info(Socket)
BifResult socket_info_1(Process& p, const Args<1>& a) {
  SocketHandle* socket = SocketHandle::of(a[0]);
  if (socket == nullptr) return p.badarg();
  const Names& n = names();
  const vm::MutexLock lock(socket->mutex);
  HeapBuilder builder(p);
  return make_map(builder, {{n.domain, family_term(socket->family)},
                            {am::type, type_term(socket->type)},
                            {n.protocol, Term::small(socket->protocol)},
                            {am::owner, socket->owner.is_none() ? am::undefined : socket->owner},
                            {n.ctype, origin_term(builder, *socket)},
                            {n.rstates, states_term(builder, socket->read_state)},
                            {n.wstates, states_term(builder, socket->write_state)},
                            {am::counters, counters_term(builder, *socket)},
                            {n.num_readers, number(socket->readers.count())},
                            {n.num_writers, number(socket->writers.count())},
                            {n.num_acceptors, number(socket->acceptors.count())}});
}

/// nif_command(#{command, data})
BifResult socket_command_1(Process& p, const Args<1>& a) {
  const Names& n = names();
  const Term command = field(a[0], am::command);
  const Term data = field(a[0], am::data);
  if (command.is_none() || data.is_none()) return p.badarg();
  SocketCounts& counts = SocketCounts::of(p.vm);
  vm::Atomic<bool>* setting = command == n.debug          ? &counts.debug
                              : command == n.socket_debug ? &counts.socket_debug
                              : command == n.use_registry ? &counts.use_registry
                                                          : nullptr;
  bool value;
  if (setting != nullptr && to_bool(data, &value)) {
    setting->store(value, vm::kRelaxed);  // relaxed: a setting, which orders nothing
    return am::ok;
  }
  HeapBuilder builder(p);
  const Term what =
      setting == nullptr ? builder.tuple(am::command, command) : builder.tuple(am::data, data);
  return p.error(builder.tuple(am::invalid, what));
}

/// nif_supports()
BifResult socket_supports_0(Process& p, const Args<0>&) {
  const Names& n = names();
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const Term feature : {n.sctp, n.ipv6, am::local, names().netns, n.sendfile})
    list.add(builder.tuple(feature, am::true_));
  return list.finish();
}

/// nif_supports(Key)
BifResult socket_supports_1(Process& p, const Args<1>& a) {
  const Names& n = names();
  HeapBuilder builder(p);
  Term list = Term::nil();
  const auto add = [&](Term name, SWord value) {
    list = builder.cons(builder.tuple(name, Term::small(value)), list);
  };
  if (a[0] == n.options) return supported_options(builder);
  if (a[0] == n.protocols) return protocols_term(builder);
  if (a[0] == n.msg_flags) {
#define MESSAGE_FLAG(name, bits) add(n.name, bits);
#include "bif/net/socket_flags.def"
  } else if (a[0] == n.ioctl_flags) {
#define INTERFACE_FLAG(name, bits) add(n.name, bits);
#include "bif/net/socket_flags.def"
  } else if (a[0] == n.ioctl_requests) {
#define IOCTL(name, number, form) add(n.name, number);
#include "bif/net/socket_requests.def"
  }
  return list;
}

}  // namespace bif
