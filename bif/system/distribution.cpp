// The BIFs that OTP's modules net_kernel, dist_util and others set up connections with. What goes
// over a connection is vm/dist's.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/dist/peers.h"
#include "vm/heap/binary_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/term/node.h"

namespace bif {
namespace {

// The flags of OTP 25 to 27 (erl_dist_protocol, section "Distribution Flags").
constexpr SWord kDefaultFlags = 0xD07DF7FBC;
constexpr SWord kMandatoryFlags = 0x1070F94;
constexpr SWord kAddableFlags = kDefaultFlags;
constexpr SWord kRejectableFlags = 0x802042;
constexpr SWord kStrictOrderFlags = 0x2000;

bool is_node_name(Term t) {
  return t.is_atom() && vm::atom_text(t).find('@') != std::string_view::npos;
}

/// An integer of up to 64 bits without a sign.
bool read_flags(Term t, Word* flags) {
  if (t.is_small() && t.as_small() >= 0) {
    *flags = static_cast<Word>(t.as_small());
    return true;
  }
  if (!t.is_boxed_as(vm::Subtag::kBigPositive) || t.as_boxed<vm::Big>().size() != 1) return false;
  *flags = t.as_boxed<vm::Big>().limbs[0];
  return true;
}

/// {dist_ctrlr, Controller, Node, Pid}: net_kernel links to the controller.
void tell_net_kernel(Process& p, Term controller, Term node) {
  const Term net_kernel = p.vm.registry->find(am::net_kernel);
  if (net_kernel.is_none() || !net_kernel.is_local_pid()) return;
  HeapBuilder builder(Word{8});
  const Term message = builder.tuple(am::dist_ctrlr, controller, node, p.pid);
  vm::send_from_machine(p.vm, Term::none(), net_kernel, message, builder.take_fragments());
}

}  // namespace

/// erts_internal:get_dflags/0: {erts_dflags, Default, Mandatory, Addable, Rejectable, StrictOrder}.
BifResult get_dflags_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).tuple(am::erts_dflags, Term::small(kDefaultFlags),
                              Term::small(kMandatoryFlags), Term::small(kAddableFlags),
                              Term::small(kRejectableFlags), Term::small(kStrictOrderFlags));
}

BifResult setnode_2(Process& p, const Args<2>& a) {
  vm::Peers& peers = vm::Peers::of(p.vm);
  Word creation = 0;
  if (!is_node_name(a[0]) || !read_flags(a[1], &creation) || creation > 0xFFFFFFFF)
    return p.badarg();
  const Term net_kernel = p.vm.registry->find(am::net_kernel);
  if (peers.is_alive() || net_kernel.is_none() || !net_kernel.is_local_pid()) return p.badarg();
  peers.set_node(a[0], creation, net_kernel);
  return am::true_;
}

/// erts_internal:create_dist_channel(Node, Port | Pid, {Flags, Creation}) -> {ok, Handle} | badarg.
BifResult create_dist_channel_3(Process& p, const Args<3>& a) {
  vm::Peers& peers = vm::Peers::of(p.vm);
  Word flags = 0, creation = 0;
  if (!is_node_name(a[0]) || a[0] == vm::local_node_name() || !peers.is_alive()) return am::badarg;
  if (!a[2].is_tuple_of(2) || !read_flags(a[2].as_tuple().elements[0], &flags) ||
      !read_flags(a[2].as_tuple().elements[1], &creation))
    return am::badarg;
  vm::SharedRef<vm::Port> port;
  if (a[1].is_local_port()) {
    port = p.vm.port_table->find(a[1]);
    if (!port) return am::badarg;
  } else if (!a[1].is_local_pid() || (a[1] != p.pid && p.vm.processes->find(a[1]) == nullptr)) {
    return am::badarg;
  }
  vm::Peer& peer = peers.get(a[0]);
  const Word connection = peer.begin();
  if (!peer.connect(a[1], port, flags)) return am::badarg;
  tell_net_kernel(p, a[1], a[0]);
  // What ended meanwhile was not known as a controller.
  const bool is_there = port ? port->is_open() : p.vm.processes->find(a[1]) != nullptr;
  if (!is_there) peers.controller_ended(a[1], am::connection_closed);
  HeapBuilder builder(p);
  return builder.tuple(Term(am::ok), peer.handle_term(builder, connection));
}

/// erts_internal:new_connection(Node): the handle of the connection to be, or of the one there is.
BifResult new_connection_1(Process& p, const Args<1>& a) {
  if (!is_node_name(a[0])) return p.badarg();
  vm::Peer& peer = vm::Peers::of(p.vm).get(a[0]);
  const Word connection = peer.begin();
  HeapBuilder builder(p);
  return peer.handle_term(builder, connection);
}

BifResult abort_pending_connection_2(Process& p, const Args<2>& a) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(a[1], &connection);
  if (peer == nullptr || peer->name != a[0]) return p.badarg();
  return vm::make_boolean(peer->abort(connection));
}

// --- connections that a process controls ---

namespace {

/// The packet's reader of connection a[0], or null.
std::shared_ptr<vm::PeerInput> input_of(Process& p, Term handle) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(handle, &connection);
  return peer == nullptr ? nullptr : peer->input(connection);
}

}  // namespace

BifResult dist_ctrl_put_data_2(Process& p, const Args<2>& a) {
  const std::shared_ptr<vm::PeerInput> input = input_of(p, a[0]);
  vm::PortData data;
  if (input == nullptr || !data.append(a[1], vm::PortData::Form::kBytes)) return p.badarg();
  p.use_reductions(static_cast<SWord>(data.bytes.size() / 64));
  input->add(vm::ByteBuffer(data.bytes.begin(), data.bytes.end()));
  input->run();
  return am::ok;
}

BifResult dist_ctrl_get_data_1(Process& p, const Args<1>& a) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(a[0], &connection);
  if (peer == nullptr) return p.notsup();
  const std::optional<bool> gets_size = peer->set_get_size(connection, std::nullopt);
  if (!gets_size) return p.badarg();
  const std::optional<std::string> packet = peer->next_packet(connection);
  if (!packet) return am::none;
  HeapBuilder builder(p);
  const Term data = builder.cons(vm::make_binary_term(builder, *packet), Term::nil());
  if (!*gets_size) return data;
  return builder.tuple(number(packet->size()), data);
}

BifResult dist_ctrl_get_data_notification_1(Process& p, const Args<1>& a) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(a[0], &connection);
  if (peer == nullptr) return p.notsup();
  return peer->notify_data(connection) ? Term(am::ok) : p.badarg();
}

BifResult dist_ctrl_input_handler_2(Process& p, const Args<2>& a) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(a[0], &connection);
  if (peer == nullptr) return p.notsup();
  if (!a[1].is_local_pid() || !peer->set_input_handler(connection, a[1])) return p.badarg();
  return am::ok;
}

namespace {

BifResult get_size_option(Process& p, Term handle, Term option, std::optional<bool> on) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(handle, &connection);
  if (peer == nullptr) return p.notsup();
  if (option != am::get_size) return p.badarg();
  const std::optional<bool> before = peer->set_get_size(connection, on);
  return before ? vm::make_boolean(*before) : p.badarg();
}

}  // namespace

BifResult dist_ctrl_set_opt_3(Process& p, const Args<3>& a) {
  if (a[2] != am::true_ && a[2] != am::false_) return p.badarg();
  return get_size_option(p, a[0], a[1], a[2] == am::true_);
}

BifResult dist_ctrl_get_opt_2(Process& p, const Args<2>& a) {
  return get_size_option(p, a[0], a[1], std::nullopt);
}

/// {ok, PacketsIn, PacketsOut, BytesPending}.
BifResult dist_get_stat_1(Process& p, const Args<1>& a) {
  Word connection = 0;
  vm::Peer* peer = vm::Peers::of(p.vm).find_handle(a[0], &connection);
  if (peer == nullptr) return p.badarg();
  const std::optional<vm::Peer::Statistics> statistics = peer->statistics(connection);
  if (!statistics) return p.badarg();
  HeapBuilder builder(p);
  return builder.tuple(Term(am::ok), number(statistics->received), number(statistics->sent),
                       number(statistics->pending));
}

BifResult dirty_process_handle_signals_1(Process& p, const Args<1>&) { return p.notsup(); }
BifResult is_process_executing_dirty_1(Process& p, const Args<1>& a) {
  return a[0].is_pid() ? Term(am::false_) : p.badarg();
}

BifResult get_creation_0(Process& p, const Args<0>&) {
  if (!vm::Peers::of(p.vm).is_alive()) return am::undefined;
  return Term::small(vm::local_node().creation);
}

/// The natives of prim_net need no library.
BifResult prim_net_on_load_0(Process&, const Args<0>&) { return am::ok; }

}  // namespace bif
