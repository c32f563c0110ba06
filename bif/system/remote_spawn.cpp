// erts_internal:dist_spawn_request/4: asks another node to start a process.
#include "bif/natives.h"
#include "bif/process/spawn_options.h"
#include "vm/dist/peers.h"
#include "vm/heap/list_view.h"
#include "vm/proc/connection_wait.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/term/node.h"

#include <vector>

namespace bif {
namespace {

/// The options of a request that matter on this node; the others are the other node's to judge.
struct Wish {
  bool link = false;
  bool monitor = false;
  bool has_reply = false;  // named an option of the reply
  vm::MonitorOptions monitor_options;
  Term reply_tag = am::spawn_reply;
  bool reply_on_success = true;
  bool reply_on_error = true;
  std::vector<Term> for_other_node;
};

/// False: badarg. A wrong option that the other node judges is answered with badopt.
bool read_wish(Term list, Wish* wish, bool* is_badopt) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const bool is_pair = option.is_tuple_of(2);
    const Term key = is_pair ? option.as_tuple().elements[0] : option;
    const Term value = is_pair ? option.as_tuple().elements[1] : Term::none();
    if (option == am::link) {
      wish->link = true;
    } else if (option == am::monitor) {
      wish->monitor = true;
    } else if (is_pair && key == am::monitor) {
      wish->monitor = true;
      if (!read_monitor_options(value, &wish->monitor_options)) *is_badopt = true;
    } else if (is_pair && key == am::reply) {
      wish->has_reply = true;
      if (!read_reply(value, &wish->reply_on_success, &wish->reply_on_error)) *is_badopt = true;
      continue;
    } else if (is_pair && key == am::reply_tag) {
      wish->has_reply = true;
      wish->reply_tag = value;
      continue;
    }
    // The other node needs not know how the monitor looks here.
    wish->for_other_node.push_back(is_pair && key == am::monitor ? Term(am::monitor) : option);
  }
  return list.is_nil();
}

std::unique_ptr<vm::SpawnRequest> make_request(Process& p, const Wish& wish) {
  auto request = std::make_unique<vm::SpawnRequest>();
  request->pid = p.pid;
  request->reply_tag = vm::KeptTerm(wish.reply_tag);
  if (wish.monitor_options.tag.has_value())
    request->monitor_tag = vm::KeptTerm(wish.monitor_options.tag);
  request->link = wish.link;
  request->monitor = wish.monitor;
  request->alias = wish.monitor_options.alias;
  request->reply_on_success = wish.reply_on_success;
  request->reply_on_error = wish.reply_on_error;
  return request;
}

vm::Outgoing request_message(Process& p, vm::WireForm form, Term ref, Term mfa, const Wish& wish) {
  HeapBuilder builder(Word{64});
  const Term* call = mfa.as_tuple().elements;
  const Term entry = builder.tuple(call[0], call[1], Term::small(vm::list_length(call[2])));
  const Term options = builder.list_from(wish.for_other_node);
  const Term leader = p.identity.group_leader;
  const Term token = p.tracing.seq_token;
  if (!token.is_tuple())
    return vm::make_outgoing(form, p.pid, vm::ControlKind::spawn_request,
                             {ref, p.pid, leader, entry, options}, call[2]);
  return vm::make_outgoing(form, p.pid, vm::ControlKind::spawn_request_tt,
                           {ref, p.pid, leader, entry, options, vm::token_for_wire(builder, token)},
                           call[2]);
}

}  // namespace

/// (Node, {M, F, Args}, Options, spawn_opt | spawn_request) -> Ref; {Ref, IsMonitored} for
/// spawn_opt; badarg. The answer is a message.
BifResult erts_dist_spawn_request_4(Process& p, const Args<4>& a) {
  const bool is_spawn_opt = a[3] == am::spawn_opt;
  if (!a[0].is_atom() || !a[1].is_tuple_of(3)) return am::badarg;
  const Term* call = a[1].as_tuple().elements;
  if (!call[0].is_atom() || !call[1].is_atom() || vm::list_length(call[2]) < 0) return am::badarg;
  Wish wish;
  bool is_badopt = false;
  if (!read_wish(a[2], &wish, &is_badopt)) return am::badarg;
  if (is_spawn_opt && wish.has_reply) return am::badarg;
  const vm::RefNumber number = vm::next_ref_number(p.vm);
  const bool has_alias = wish.monitor_options.alias != vm::AliasMode::kNone;
  HeapBuilder builder(p);
  const Term ref =
      has_alias ? vm::make_pid_ref(builder, number, p.pid) : vm::make_ref(builder, number);
  vm::Peers& peers = vm::Peers::of(p.vm);
  const bool is_possible = peers.is_alive() && a[0] != vm::local_node_name() && !is_badopt;
  if (has_alias && !is_badopt) vm::links_of(p).aliases[number] = wish.monitor_options.alias;
  vm::Peer& peer = peers.get(a[0]);
  Term why = is_badopt ? am::badopt : Term(am::noconnection);
  if (is_possible)
    why = peer.request_spawn(number, make_request(p, wish),
                             request_message(p, peer.wire_form(), ref, a[1], wish));
  if (why.has_value()) {
    vm::answer_spawn(peers, peer, number, make_request(p, wish), why, 0, Term::nil());
  }
  const Term result = is_spawn_opt ? builder.tuple(ref, vm::make_boolean(wish.monitor)) : ref;
  return vm::after_sending(p, a[0], result, vm::kSpawnerPlace);
}

BifResult spawn_request_abandon_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  if (!a[0].is_local_ref()) return am::false_;
  // Requests to this node are granted or refused at once: only those to other nodes can wait.
  for (vm::Peer* peer : vm::Peers::of(p.vm).all())
    if (peer->abandon(vm::ref_number(a[0]), p.pid)) return am::true_;
  return am::false_;
}

}  // namespace bif
