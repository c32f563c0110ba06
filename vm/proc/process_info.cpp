// process_info: one function per item, in a table made from info_items.def.
#include "vm/proc/process_info.h"

#include "vm/base/short_vector.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/dictionary.h"
#include "vm/proc/exit.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/info_signal.h"
#include "vm/proc/links.h"
#include "vm/proc/max_heap.h"
#include "vm/proc/pause.h"
#include "vm/proc/process_position.h"
#include "vm/proc/question.h"
#include "vm/proc/receive.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/vm.h"

#include <algorithm>
#include <array>

namespace vm {
namespace {

Term small(Word value) { return Term::small(static_cast<SWord>(value)); }

Term pairs_to_list(HeapBuilder& builder, std::span<const std::pair<Term, Term>> pairs) {
  Term list = Term::nil();
  for (std::size_t i = pairs.size(); i-- > 0;) {
    list = builder.cons(builder.tuple(pairs[i].first, pairs[i].second), list);
  }
  return list;
}

namespace items {

using Item = Term(Process& p, HeapBuilder& builder);

Term registered_name(Process& p, HeapBuilder&) {
  const Term name = p.identity.registered_name.load(kRelaxed);  // relaxed: as advice
  return name.is_none() ? Term::nil() : name;
}
Term current_function(Process& p, HeapBuilder& builder) {
  return function_term(builder, current_mfa(p));
}
Term current_location(Process& p, HeapBuilder& builder) { return location_term(p, builder); }
Term current_stacktrace(Process& p, HeapBuilder& builder) { return stacktrace_term(p, builder); }
Term initial_call(Process& p, HeapBuilder& builder) {
  return function_term(builder, p.identity.initial_call);
}

/// It waits for a busy port or connection: as in OTP its status is then `suspended`.
bool waits_for_output(const Process& p) {
  if (p.operation.coroutine == nullptr) return false;
  if (p.operation.suspended_at != nullptr) return true;
  const Term function = p.operation.bif.function;
  return function == am::port_command || function == am::send;
}

Term status(Process& p, HeapBuilder&) {
  if (p.sched.state.is_exiting()) return am::exiting;
  const bool is_outside = p.operation.works_outside;
  const DirtyThreads& dirty = p.vm.multi_scheduling->dirty();
  // A suspension takes effect when the process is back on a scheduler.
  const bool is_suspended = p.sched.state.is_suspended() && !(is_outside && dirty.works_for(p.pid));
  if (is_suspended || waits_for_output(p)) return am::suspended;
  if (p.scheduler != nullptr && p.x == p.scheduler->x) return am::running;
  if (is_outside) return dirty.is_queued(p.pid) ? am::runnable : am::running;
  return p.sched.waiting == Waiting::kNothing ? am::runnable : am::waiting;
}

Term messages(Process& p, HeapBuilder& builder) {
  std::vector<Term> copies;
  if (p.flags.sensitive) return Term::nil();
  for (Message* m = p.messages.first(); m != nullptr; m = MessageQueue::next_of(*m)) {
    copies.push_back(copy_term(builder, m->value, p.vm.literals.get()));
  }
  return builder.list_from(copies);
}
Term message_queue_len(Process& p, HeapBuilder&) { return small(p.messages.length()); }

Term links(Process& p, HeapBuilder& builder) {
  Term list = Term::nil();
  if (p.links == nullptr) return list;
  for (const auto& [bits, link] : p.links->links) {
    if (link.unlink_id == 0) list = builder.cons(linked_term(builder, bits, link), list);
  }
  return list;
}
Term monitors(Process& p, HeapBuilder& builder) {
  Term list = Term::nil();
  if (p.links == nullptr) return list;
  for (const auto& [number, monitor] : p.links->monitoring) {
    Term target = monitor.target;
    const Term type = target == am::clock_service          ? am::time_offset
                      : monitor.kind == MonitorKind::kPort ? am::port
                                                           : am::process;
    if (monitor.remote != nullptr) target = copy_term(builder, target, nullptr);
    const Term node = monitor.node.has_value() ? monitor.node : local_node_name();
    if (monitor.name.has_value()) target = builder.tuple(monitor.name, node);
    list = builder.cons(builder.tuple(type, target), list);
  }
  return list;
}
Term monitored_by(Process& p, HeapBuilder& builder) {
  Term list = Term::nil();
  if (p.links == nullptr) return list;
  for (const auto& [number, watched] : p.links->monitored_by) {
    const Term watcher =
        watched.object != nullptr ? watched.object->to_term(builder) : watched.watcher;
    if (watcher.has_value()) list = builder.cons(watcher, list);
  }
  return list;
}
Term suspending(Process& p, HeapBuilder& builder) {
  Term list = Term::nil();
  if (p.links == nullptr) return list;
  for (const auto& [bits, suspension] : p.links->suspending) {
    // relaxed: advice
    const bool has_effect = suspension.mark->is_suspended.load(kRelaxed);
    list =
        builder.cons(builder.tuple(Term::from_bits(bits), small(has_effect ? suspension.times : 0),
                                   small(has_effect ? 0 : suspension.times)),
                     list);
  }
  return list;
}

Term dictionary(Process& p, HeapBuilder& builder) {
  return p.dictionary == nullptr || p.flags.sensitive ? Term::nil()
                                                      : p.dictionary->to_list(builder);
}
Term label(Process& p, HeapBuilder&) { return dictionary_get(p, am::process_label_key); }

Term trap_exit(Process& p, HeapBuilder&) { return make_boolean(p.flags.trap_exit); }
Term error_handler(Process& p, HeapBuilder&) { return p.flags.error_handler; }
Term priority(Process& p, HeapBuilder&) { return priority_atom(p.flags.priority); }
Term group_leader(Process& p, HeapBuilder&) { return p.identity.group_leader; }
Term parent(Process& p, HeapBuilder&) {
  return p.identity.parent.is_none() ? Term(am::undefined) : p.identity.parent;
}
Term async_dist(Process& p, HeapBuilder&) { return make_boolean(p.flags.async_dist); }
Term message_queue_data(Process& p, HeapBuilder&) {
  return p.flags.off_heap_messages ? am::off_heap : am::on_heap;
}

Term total_heap_size(Process& p, HeapBuilder&) {
  return small(p.heap_words() + p.old_words() + p.fragment_words + waiting_words(p));
}
Term heap_size(Process& p, HeapBuilder&) { return small(p.heap_words()); }
Term stack_size(Process& p, HeapBuilder&) { return small(p.stack_words()); }
Term reductions(Process& p, HeapBuilder& builder) {
  return builder.unsigned_integer(reductions_of(p));
}
Term min_heap_size(Process& p, HeapBuilder&) { return small(p.min_heap_words); }
Term min_bin_vheap_size(Process& p, HeapBuilder&) { return small(p.min_virtual_heap_words); }
Term fullsweep_after(Process& p, HeapBuilder&) { return small(p.fullsweep_after); }
Term max_heap_size(Process& p, HeapBuilder& builder) { return max_heap_term(builder, p.max_heap); }
Term catchlevel(Process& p, HeapBuilder&) { return small(p.raising.catches); }
Term last_calls(Process& p, HeapBuilder& builder) {
  return p.saved_calls == nullptr ? Term(am::false_) : p.saved_calls->to_list(builder);
}
Term sequential_trace_token(Process& p, HeapBuilder& builder) {
  const Term token = trace_token(p, builder);
  return token.is_none() ? Term::nil() : token;
}
Term backtrace(Process& p, HeapBuilder& builder) {
  return make_binary_term(builder, p.flags.sensitive ? std::string() : backtrace_text(p));
}

Term memory(Process& p, HeapBuilder& builder) { return builder.unsigned_integer(memory_bytes(p)); }

Term garbage_collection(Process& p, HeapBuilder& builder) {
  const std::pair<Term, Term> pairs[] = {{am::max_heap_size, max_heap_term(builder, p.max_heap)},
                                         {am::min_bin_vheap_size, small(p.min_virtual_heap_words)},
                                         {am::min_heap_size, small(p.min_heap_words)},
                                         {am::fullsweep_after, small(p.fullsweep_after)},
                                         {am::minor_gcs, small(p.minor_collections)}};
  return pairs_to_list(builder, pairs);
}
Term garbage_collection_info(Process& p, HeapBuilder& builder) {
  return heap_figures(builder, p, HeapFigures::kAll, p.heap_words());
}

Term binary(Process& p, HeapBuilder& builder) { return off_heap_binaries_term(p, builder); }
Term magic_ref(Process&, HeapBuilder&) { return Term::nil(); }

}  // namespace items

struct Row {
  Term name;
  items::Item* item;
};

constexpr Row kRows[] = {
#define INFO_ITEM(name, flags) {am::name, &items::name},
#include "vm/proc/info_items.def"
};

constexpr Word kLastAtom = std::ranges::max(kRows, {}, [](const Row& row) {
                             return row.name.atom_index();
                           }).name.atom_index();

/// The items by the indices of their names.
constexpr auto kItemsOfAtoms = [] {
  std::array<InfoItem, kLastAtom + 1> items;
  items.fill(InfoItem::kCount);
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    items[kRows[i].name.atom_index()] = static_cast<InfoItem>(i);
  return items;
}();

/// {Item, Value}, with references into `p`'s heap.
Term build_item(Process& p, const InfoRequest& request, HeapBuilder& builder) {
  const Row& row = kRows[static_cast<std::size_t>(request.item)];
  if (request.key.has_value()) {
    const Term value = p.flags.sensitive ? Term(am::undefined) : dictionary_get(p, request.key);
    return builder.tuple(builder.tuple(row.name, request.key), value);
  }
  return builder.tuple(row.name, row.item(p, builder));
}

bool parse_request(Term what, InfoRequest* request) {
  if (what.is_tuple_of(2) && what.as_tuple().elements[0] == am::dictionary) {
    *request = {InfoItem::dictionary, what.as_tuple().elements[1]};
    return true;
  }
  *request = {find_info_item(what), Term::none()};
  return request->item != InfoItem::kCount;
}

/// The result of process_info about `p`, with references into its heap.
Term build_all(Process& p, Term what, HeapBuilder& builder) {
  InfoRequest request;
  ShortVector<Term, 16> parts;
  if (what.is_none()) {
    for (InfoItem item : default_info_items()) {
      const bool nameless = item == InfoItem::registered_name &&
                            p.identity.registered_name.load(kRelaxed).is_none();  // as advice
      if (!nameless) parts.push_back(build_item(p, {item, Term::none()}, builder));
    }
    return builder.list_from(parts);
  }
  if (!what.is_list()) {
    parse_request(what, &request);
    if (what == am::registered_name && p.identity.registered_name.load(kRelaxed).is_none())
      return Term::nil();  // as advice
    return build_item(p, request, builder);
  }
  for (; what.is_cons(); what = what.as_cons().tail) {
    parse_request(what.as_cons().head, &request);
    parts.push_back(build_item(p, request, builder));
  }
  return builder.list_from(parts);
}

/// Whether the item is work for the process that it is about, as in OTP; the others are only read.
bool is_work(InfoItem item) {
  switch (item) {
    case InfoItem::current_function:
    case InfoItem::current_location:
    case InfoItem::current_stacktrace:
    case InfoItem::messages:
    case InfoItem::links:
    case InfoItem::monitors:
    case InfoItem::monitored_by:
    case InfoItem::suspending:
    case InfoItem::dictionary:
    case InfoItem::memory:
    case InfoItem::total_heap_size:
    case InfoItem::magic_ref:
    case InfoItem::binary:
    case InfoItem::label:
    case InfoItem::backtrace:
      return true;
    default:
      return false;
  }
}

bool asks_for_work(Term what) {
  InfoRequest request;
  if (what.is_none()) return true;
  if (!what.is_list()) return parse_request(what, &request) && is_work(request.item);
  for (; what.is_cons(); what = what.as_cons().tail) {
    if (parse_request(what.as_cons().head, &request) && is_work(request.item)) return true;
  }
  return false;
}

}  // namespace

InfoItem find_info_item(Term name) {
  const bool may_be = name.is_atom() && name.atom_index() <= kLastAtom;
  return may_be ? kItemsOfAtoms[name.atom_index()] : InfoItem::kCount;
}

const std::vector<InfoItem>& default_info_items() {
  static const std::vector<InfoItem> items = {
      InfoItem::registered_name,   InfoItem::current_function,
      InfoItem::initial_call,      InfoItem::status,
      InfoItem::message_queue_len, InfoItem::links,
      InfoItem::dictionary,        InfoItem::trap_exit,
      InfoItem::error_handler,     InfoItem::priority,
      InfoItem::group_leader,      InfoItem::total_heap_size,
      InfoItem::heap_size,         InfoItem::stack_size,
      InfoItem::reductions,        InfoItem::garbage_collection,
      InfoItem::suspending};
  return items;
}

bool check_info_request(Term what) {
  InfoRequest request;
  if (!what.is_list()) return parse_request(what, &request);
  for (; what.is_cons(); what = what.as_cons().tail) {
    if (!parse_request(what.as_cons().head, &request)) return false;
  }
  return what.is_nil();
}

Term process_info_self(Process& p, Term what) {
  if (has_signals(p)) handle_signals(p);
  if (is_exiting(p)) return Term::none();
  HeapBuilder builder(p);
  return build_all(p, what, builder);
}

Operation process_info_of(Process& p, Term pid, Term what) {
  auto signal = std::make_unique<InfoSignal>();
  signal->asker = p.pid;
  signal->wait = next_operation_wait(p);
  HeapBuilder builder(Word{0});
  signal->what = what.is_pointer() ? copy_term(builder, what, p.vm.literals.get()) : what;
  signal->fragment = builder.take_fragments();
  push_question(p, pid, std::move(signal));
  co_return co_await reply(p);
}

void answer_process_info(Process& p, InfoSignal& signal) {
  // Not use_reductions(): signals are also handled outside of a time slice.
  if (asks_for_work(signal.what)) ++p.sched.total_reductions;
  HeapBuilder parts(Word{64});
  const Term value = build_all(p, signal.what, parts);
  // The parts refer to this process's heap: a copy of the whole is sent.
  HeapBuilder builder(Word{0});
  const Term copy = copy_term(builder, value, p.vm.literals.get());
  send_reply(p.vm, signal.asker, signal.wait, copy, builder.take_fragments());
}

}  // namespace vm
