// Starting processes for other nodes, and the answers of other nodes to requests from here.
#include "vm/dist/incoming.h"
#include "vm/dist/peers.h"
#include "vm/heap/list_view.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/max_heap.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/receive.h"
#include "vm/proc/send.h"
#include "vm/proc/spawn.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {
namespace {

// What an answer says has been set up.
constexpr Word kHasLink = 1;
constexpr Word kHasMonitor = 2;

/// The answer to a request, in the process that asked.
struct SpawnReply final : CallSignal {
  SpawnReply(Peers& all, Peer& node) : CallSignal(&take), peers(all), peer(node) {}
  ~SpawnReply() override;
  static void take(Process& p, CallSignal& self) {
    auto& reply = static_cast<SpawnReply&>(self);
    reply.is_taken = true;
    reply.take_by(p);
  }
  void take_by(Process& p);

  Peers& peers;
  Peer& peer;
  RefNumber number;
  std::unique_ptr<SpawnRequest> request;
  Term requester;
  KeptTerm result;
  KeptTerm token;
  Word flags = 0;
  bool is_taken = false;
};

/// What the other node has set up for a process that has ended is taken back.
SpawnReply::~SpawnReply() {
  if (is_taken || !result.get().is_pid() || (flags & kHasLink) == 0) return;
  auto exit = std::make_unique<TermSignal>(SignalKind::kExit);
  exit->from = requester;
  exit->reason = am::noproc;
  exit->from_link = true;
  peers.signal(result.get(), *exit);
}

void SpawnReply::take_by(Process& p) {
  const bool is_started = result.get().is_pid();
  std::shared_ptr<const RemotePid> remote;
  if (is_started) remote = intern_remote_pid(result.get());
  if (is_started && (flags & kHasLink) != 0) {
    const Word key = remote->term().bits();
    links_of(p).links[key] = Link{0, remote};
  }
  if (request->monitor && is_started) {
    Monitoring& monitor = links_of(p).monitoring[number];
    monitor.target = remote->term();
    monitor.remote = remote;
    monitor.node = peer.name;
    monitor.alias = request->alias;
    monitor.ref_has_pid = request->alias != AliasMode::kNone;
    if (request->monitor_tag.get().has_value()) {
      HeapBuilder builder(Word{0});
      monitor.tag = copy_term(builder, request->monitor_tag.get(), nullptr);
      monitor.tag_fragment = builder.take_fragments();
    }
  } else if (request->alias != AliasMode::kNone && !is_started) {
    links_of(p).aliases.erase(number);
  }
  if (is_started ? !request->reply_on_success : !request->reply_on_error) return;
  HeapBuilder builder(Word{32});
  const Term ref = request->alias != AliasMode::kNone ? make_pid_ref(builder, number, p.pid)
                                                      : make_ref(builder, number);
  const Term value =
      builder.tuple(copy_term(builder, request->reply_tag.get(), nullptr), ref,
                    is_started ? am::ok : am::error, copy_term(builder, result.get(), nullptr));
  const Term kept_token = token.get();
  const Term copied_token =
      kept_token.is_none() ? Term(am::undefined) : copy_term(builder, kept_token, nullptr);
  append_message(p, make_message_of(am::undefined, value, builder.take_fragments(), copied_token));
}

struct SpawnWish {
  SpawnOptions options;
  bool link = false;
  bool monitor = false;
};

Word wish_flags(const SpawnWish& wish) {
  return (wish.link ? kHasLink : 0) | (wish.monitor ? kHasMonitor : 0);
}

/// The options that concern the child; those of the reply and of the monitor's form are the other
/// node's own. False: unknown or wrong ones.
bool read_options(Vm& vm, Term list, SpawnWish* wish) {
  wish->options = vm.heap_defaults->spawn_options();
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const bool is_pair = option.is_tuple_of(2);
    const Term key = is_pair ? option.as_tuple().elements[0] : option;
    const Term value = is_pair ? option.as_tuple().elements[1] : Term::none();
    const bool is_count = is_pair && value.is_small() && value.as_small() >= 0;
    const Word count = is_count ? static_cast<Word>(value.as_small()) : 0;
    if (key == am::link) {
      wish->link = true;
    } else if (key == am::monitor) {
      wish->monitor = true;
    } else if (key == am::priority && is_pair) {
      if (!priority_from_atom(value, &wish->options.priority)) return false;
    } else if (key == am::min_heap_size && is_count) {
      wish->options.min_heap_words = std::max(count, wish->options.min_heap_words);
    } else if (key == am::min_bin_vheap_size && is_count) {
      wish->options.min_virtual_heap_words = std::max(count, wish->options.min_virtual_heap_words);
    } else if (key == am::fullsweep_after && is_count) {
      wish->options.fullsweep_after = count & 0xFFFF;
    } else if (key == am::message_queue_data && (value == am::off_heap || value == am::on_heap)) {
      wish->options.off_heap_messages = value == am::off_heap;
    } else if (key == am::max_heap_size && is_pair) {
      if (!read_max_heap(value, &wish->options.max_heap)) return false;
    } else if (key == am::scheduler && is_count) {
      if (count > vm.schedulers->count()) return false;
      wish->options.bound_to = static_cast<std::uint16_t>(count);
    } else if (key == am::async_dist && is_pair) {
      wish->options.async_dist = value == am::true_;
    } else if (key != am::reply && key != am::reply_tag) {
      return false;
    }
  }
  return list.is_nil() && has_room_for_heap(wish->options);
}

}  // namespace

void answer_spawn(Peers& peers, Peer& peer, RefNumber number, std::unique_ptr<SpawnRequest> request,
                  Term result, Word flags, Term token) {
  if (request == nullptr) return;  // abandoned
  auto reply = std::make_unique<SpawnReply>(peers, peer);
  reply->number = number;
  reply->requester = request->pid;
  reply->result = KeptTerm(result);
  if (token.is_tuple()) reply->token = KeptTerm(token);
  reply->flags = flags;
  const Term pid = request->pid;
  reply->request = std::move(request);
  push_signal(peers.vm(), pid, std::move(reply));
}

bool Incoming::spawn_request() {
  if (!is_theirs(message_.from) || message_.id.is_local_ref()) return false;
  const Term* mfa = message_.mfa.as_tuple().elements;
  if (list_length(message_.payload) != mfa[2].as_small()) return false;
  SpawnWish wish;
  Term result = am::badopt;
  if (read_options(vm_, message_.options, &wish)) {
    RemoteParent parent{message_.from, wish.link, {}, nullptr, {}};
    std::shared_ptr<RemoteWatcher> watcher;
    if (wish.monitor) {
      watcher = std::make_shared<RemoteWatcher>(peer_, message_.from, message_.id, Term::none());
      parent.monitor = next_ref_number(vm_);
      parent.watcher = watcher;
      peer_.add_watcher(watcher);
    }
    // Before the child runs, and so before its end can be sent.
    parent.made = [&](Term child) {
      if (watcher != nullptr) watcher->add(parent.monitor, child);
      if (wish.link) peer_.linked_from(child, intern_remote_pid(message_.from));
    };
    parent.reply = [&](Term child) { send_spawn_reply(wish_flags(wish), child); };
    result = spawn_for_remote(vm_, mfa[0], mfa[1], message_.payload, message_.leader, wish.options,
                              parent);
    if (result.has_value()) return true;
    result = am::system_limit;
    if (watcher != nullptr) peer_.take_watcher(watcher->id());
  }
  send_spawn_reply(0, result);
  return true;
}

bool Incoming::spawn_reply() {
  if (!message_.id.is_local_ref() || !message_.to.is_local_pid()) return true;
  const bool is_started = message_.result.is_pid();
  if (is_started && !is_theirs(message_.result)) return false;
  const RefNumber number = ref_number(message_.id);
  std::optional<std::unique_ptr<SpawnRequest>> request = peer_.take_request(number);
  if (!request) return true;
  std::shared_ptr<const RemotePid> remote;
  if (is_started) remote = intern_remote_pid(message_.result);
  const bool is_linked = is_started && (message_.number & kHasLink) != 0;
  if (*request == nullptr) {
    // Abandoned: the process there gets an exit signal, and no link or monitor begins.
    if (is_linked) {
      TermSignal exit(SignalKind::kExit);
      exit.from = message_.to;
      exit.reason = am::abandoned;
      exit.from_link = true;
      peers_.signal(message_.result, exit);
    }
    return true;
  }
  if (is_linked) peer_.linked_from(message_.to, remote);
  // Before the end of the process there can arrive.
  if (is_started && (*request)->monitor)
    peer_.add_watch(number, {message_.to, Term::none(), remote});
  const Term token = message_.token.has_value() ? message_.token : Term::nil();
  answer_spawn(peers_, peer_, number, std::move(*request), message_.result, message_.number, token);
  return true;
}

void Incoming::send_spawn_reply(Word flags, Term result) {
  HeapBuilder builder(Word{8});
  const Term bits = Term::small(static_cast<SWord>(flags));
  const WireForm form = peer_.wire_form();
  peer_.send(message_.token.is_none() ? make_outgoing(form, result, ControlKind::spawn_reply,
                                                      {message_.id, message_.from, bits, result})
                                      : make_outgoing(form, result, ControlKind::spawn_reply_tt,
                                                      {message_.id, message_.from, bits, result,
                                                       token_for_wire(builder, message_.token)}));
}

}  // namespace vm
