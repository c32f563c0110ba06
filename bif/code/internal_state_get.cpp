// erts_debug:get_internal_state/1: a table of items by name, and one of {Item, Argument}. An
// item that is not in the tables raises badarg, as in OTP. Source: what OTP 27's suites expect; OTP
// has no documentation of it.
#include "bif/code/internal_state.h"
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/nif/nif_state.h"
#include "bif/state.h"
#include "vm/base/native_stack.h"
#include "vm/code/tables.h"
#include "vm/dist/peers.h"
#include "vm/heap/list_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/persistent_terms.h"
#include "vm/proc/process_info.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/hash.h"
#include "vm/term/known_nodes.h"
#include "vm/term/map.h"

#include <charconv>
#include <memory>
#include <string_view>
#include <vector>

namespace bif {
namespace {

// --- items without an argument ---

BifResult reds_left(Process& p) { return Term::small(p.reductions); }
BifResult yes(Process&) { return am::true_; }
BifResult no(Process&) { return am::false_; }
BifResult not_supported(Process&) { return am::notsup; }

BifResult memory(Process& p) {
  return p.trap(p.vm.exports->get_or_create(am::erlang, am::memory, 0), {});
}

BifResult processes(Process& p) { return HeapBuilder(p).list_from(p.vm.processes->pids()); }

BifResult process_info_args(Process& p) {
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
#define INFO_ITEM(name, flags) list.add(am::name);
#include "vm/proc/info_items.def"
  return list.finish();
}

/// The processes that hear of nodes that come and go.
BifResult monitoring_nodes(Process& p) {
  HeapBuilder builder(p);
  return p.vm.node_monitors->subscriptions(builder);
}

/// {Entry, 1, [{{system, permanent}, [{node, 1}]}]}: what OTP's suites expect of an entry that is
/// counted. Here entries are never freed, so each has the one reference of its table.
Term reference_entry(HeapBuilder& builder, Term entry) {
  const Term by = builder.tuple(am::system, am::permanent);
  const Term count = builder.tuple(am::node, Term::small(1));
  const Term referrer = builder.tuple(by, builder.cons(count, Term::nil()));
  return builder.tuple(entry, Term::small(1), builder.cons(referrer, Term::nil()));
}

/// {{node_references, Nodes}, {dist_references, Peers}}
BifResult node_and_dist_references(Process& p) {
  HeapBuilder builder(p);
  std::vector<Term> nodes, peers;
  for (const vm::Node& node : vm::known_nodes()) {
    const Term creation = number(node.creation);
    nodes.push_back(reference_entry(builder, builder.tuple(node.name, creation)));
  }
  for (const vm::Peer* peer : vm::Peers::of(p.vm).all())
    peers.push_back(reference_entry(builder, peer->name));
  return builder.tuple(builder.tuple(am::node_references, builder.list_from(nodes)),
                       builder.tuple(am::dist_references, builder.list_from(peers)));
}

/// {Errors, Descriptors, those of drivers, those of enif_select()}.
BifResult check_io_debug(Process& p) {
  SelectedDescriptors& descriptors = NifState::of(p.vm).descriptors();
  const Word of_drivers = descriptors.driver_count();
  const Word of_nifs = descriptors.count();
  HeapBuilder builder(p);
  return builder.tuple(Term::small(0), number(of_drivers + of_nifs), number(of_drivers),
                       number(of_nifs));
}

BifResult min_unique_monotonic_integer(Process& p) { return HeapBuilder(p).integer(vm::kSmallMin); }

/// Bytes of the C stack that the calling thread has left.
BifResult stack_check(Process&) { return number(vm::native_stack_left()); }

/// Numbers of the process and the port that come next.
BifResult next_pid(Process& p) {
  return HeapBuilder(p).unsigned_integer(p.vm.processes->next_number());
}
BifResult next_port(Process& p) {
  return HeapBuilder(p).unsigned_integer(p.vm.port_table->next_number());
}

/// How often the load of all schedulers was balanced.
BifResult nbalance(Process& p) {
  return number(p.vm.schedulers->balances() / p.vm.schedulers->count());
}

/// #{table => Size}: the terms lie in a tree, which has as many places as terms.
BifResult persistent_term(Process& p) {
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {{am::table, number(p.vm.persistent_terms->count())}};
  return vm::map_from_pairs(builder, pairs);
}

/// How processes/0 works: it reads the whole table in one step, so there is one chunk.
BifResult processes_bif_info(Process& p) {
  constexpr int kMinReductions = 20;
  HeapBuilder builder(p);
  return builder.tuple(am::ptab_list_bif_info, Term::small(kMinReductions), Term::small(1),
                       number(p.vm.processes->capacity()), number(p.vm.processes->capacity()),
                       Term::small(0), Term::small(1), Term::small(0), Term::small(1),
                       Term::small(0));
}

// --- items about another process: built in its context, sent back as a reply ---

using Inspect = Term(Process& p, HeapBuilder& builder);

struct InspectSignal final : vm::CallSignal {
  InspectSignal(Process& asker, Inspect* what)
      : CallSignal(run_it),
        vm(asker.vm),
        asker(asker.pid),
        wait(vm::next_operation_wait(asker)),
        what(what) {}
  ~InspectSignal() override {
    if (what != nullptr) vm::send_reply(vm, asker, wait, am::undefined);
  }
  static void run_it(Process& p, vm::CallSignal& self) {
    auto& inspection = static_cast<InspectSignal&>(self);
    HeapBuilder builder(Word{16});
    const Term value = std::exchange(inspection.what, nullptr)(p, builder);
    vm::send_reply(p.vm, inspection.asker, inspection.wait, value, builder.take_fragments());
  }
  Vm& vm;
  const Term asker;
  const Word wait;
  Inspect* what;
};

vm::Operation inspect_other(Process& p, Term pid, Inspect* what) {
  vm::push_question(p, pid, std::make_unique<InspectSignal>(p, what));
  co_return co_await vm::reply(p);
}

BifResult inspect(Process& p, Term pid, Inspect* what) {
  if (!pid.is_local_pid()) return p.badarg();
  if (pid != p.pid) return p.suspend_on(inspect_other(p, pid, what));
  HeapBuilder builder(p);
  return what(p, builder);
}

/// [{erl_link, process | port, Pid, linked | unlinking, Id}].
Term links(Process& p, HeapBuilder& builder) {
  vm::ListBuilder list(builder);
  if (p.links == nullptr) return list.finish();
  for (const auto& [bits, link] : p.links->links) {
    const Term other = vm::linked_term(builder, bits, link);
    list.add(builder.tuple(am::erl_link, other.is_port() ? am::port : am::process, other,
                           link.unlink_id == 0 ? am::linked : am::unlinking,
                           builder.unsigned_integer(reinterpret_cast<Word>(&link))));
  }
  return list.finish();
}

/// [{erl_monitor, Type, origin | target, Ref, Other, Name | []}].
Term monitors(Process& p, HeapBuilder& builder) {
  vm::ListBuilder list(builder);
  if (p.links == nullptr) return list.finish();
  const Term tag = am::erl_monitor;
  const auto name_or_nil = [](Term name) { return name.has_value() ? name : Term::nil(); };
  for (const auto& [ref, monitor] : p.links->monitoring) {
    const Term type = monitor.target == am::clock_service      ? Term(am::time_offset)
                      : monitor.kind == vm::MonitorKind::kPort ? Term(am::port)
                                                               : Term(am::process);
    const Term other = monitor.target.has_value() ? monitor.target : Term(am::undefined);
    list.add(builder.tuple(tag, type, am::origin, vm::make_ref(builder, ref), other,
                           name_or_nil(monitor.name)));
  }
  for (const auto& [ref, watched] : p.links->monitored_by) {
    const bool is_resource = watched.object != nullptr;
    const Term other = is_resource ? watched.object->to_term(builder) : watched.watcher;
    if (other.is_none()) continue;  // a resource on its way out
    list.add(builder.tuple(tag, is_resource ? am::resource : Term(am::process), am::target,
                           vm::make_ref(builder, ref), other, name_or_nil(watched.name)));
  }
  return list.finish();
}

BifResult link_list(Process& p, Term of) { return inspect(p, of, links); }
BifResult monitor_list(Process& p, Term of) { return inspect(p, of, monitors); }

vm::Operation status_of(Process& p, Term pid) {
  const Term pair = co_await vm::process_info_of(p, pid, am::status);
  co_return pair.is_tuple() ? pair.as_tuple().elements[1] : pair;
}

BifResult process_status(Process& p, Term pid) {
  if (!pid.is_local_pid()) return p.badarg();
  if (pid == p.pid) return am::running;
  const Process* other = p.vm.processes->find(pid);
  if (other == nullptr) return am::undefined;
  if (vm::is_exiting(*other)) return am::exiting;
  return p.suspend_on(status_of(p, pid));
}

// --- items about a term ---

/// heap_binary, or {refc_binary, Size, {binary, SizeOfTheBinaryBehind}, Flags}.
BifResult binary_info(Process& p, Term term) {
  if (!term.is_bitstring()) return p.badarg();
  if (!term.is_boxed_as(vm::Subtag::kSubBinary)) return am::heap_binary;
  const auto& part = term.as_boxed<vm::SubBinary>();
  if (!part.original.is_boxed_as(vm::Subtag::kRefBinary)) return am::heap_binary;
  const Word size = part.original.as_boxed<vm::RefBinary>().binary->size();
  HeapBuilder builder(p);
  return builder.tuple(am::refc_binary, number((part.bit_size() + 7) / 8),
                       builder.tuple(am::binary, number(size)), number(part.flags));
}

BifResult internal_hash(Process& p, Term term) {
  return HeapBuilder(p).unsigned_integer(vm::internal_hash(term));
}

/// The process or port that controls the connection to a node.
BifResult dist_ctrl(Process& p, Term node) {
  if (!node.is_atom()) return p.badarg();
  vm::Peer* peer = vm::Peers::of(p.vm).find(node);
  const Term controller = peer == nullptr ? Term::none() : peer->connection().controller;
  return controller.has_value() ? controller : am::undefined;
}

/// The atom with an index. As in OTP, atoms with made-up texts fill the table up to it.
BifResult atom_at(Process& p, Term index) {
  if (!index.is_small() || index.as_small() < 0) return p.badarg();
  const auto at = static_cast<Word>(index.as_small());
  if (at >= vm::kMaxAtoms) return p.badarg();
  char text[2 + 2 * sizeof(Word)] = {'a', 'm'};
  // A text may be that of an atom that exists: then the next number is tried.
  for (Word number = vm::atom_count(); at >= vm::atom_count(); ++number) {
    const char* end = std::to_chars(text + 2, std::end(text), number, 16).ptr;
    if (!vm::intern_atom({text, static_cast<Word>(end - text)}).ok()) return p.badarg();
  }
  return Term::atom(at);
}

BifResult max_atom_out_cache_index(Process&) { return number(vm::AtomRefs::kSlots - 1); }

struct Readable {
  const char* name;
  BifResult (*get)(Process& p);
};
constexpr Readable kReadables[] = {
    {"max_atom_out_cache_index", max_atom_out_cache_index},
    {"available_internal_state", yes},
    {"reds_left", reds_left},
    {"processes", processes},
    {"processes_bif_info", processes_bif_info},
    {"process_info_args", process_info_args},
    {"memory", memory},
    {"nbalance", nbalance},
    {"persistent_term", persistent_term},
    {"check_io_debug", check_io_debug},
    {"monitoring_nodes", monitoring_nodes},
    {"node_and_dist_references", node_and_dist_references},
    {"min_unique_monotonic_integer", min_unique_monotonic_integer},
    {"min_unique_integer", min_unique_monotonic_integer},
    {"stack_check", stack_check},
    {"next_pid", next_pid},
    {"next_port", next_port},
    {"force_heap_frags", no},           // heaps are not built of fragments for tests
    {"hashmap_collision_bonanza", no},  // hashes are those of every build
    {"scheduler_dump", no},             // a crash dump has no state of schedulers
    {"lc_graph", not_supported},        // locks are checked by rank, not by a graph
    {"flxctr_memory_usage", not_supported},
};

/// Where an atom has its place in the cache of a connection.
BifResult atom_out_cache_index(Process& p, Term atom) {
  return atom.is_atom() ? number(vm::AtomRefs::slot(atom)) : p.badarg();
}

struct TermItem {
  const char* name;
  BifResult (*get)(Process& p, Term argument);
};
constexpr TermItem kTermItems[] = {
    {"process_status", process_status},
    {"link_list", link_list},
    {"monitor_list", monitor_list},
    {"binary_info", binary_info},
    {"internal_hash", internal_hash},
    {"dist_ctrl", dist_ctrl},
    {"atom", atom_at},
    {"atom_out_cache_index", atom_out_cache_index},
};

}  // namespace

BifResult get_internal_state_1(Process& p, const Args<1>& a) {
  // relaxed: a switch, nothing depends on it
  if (!BifState::of(p).internal_state->is_available.load(vm::kRelaxed)) return p.undef();
  const bool is_pair = a[0].is_tuple() && a[0].as_tuple().arity() == 2;
  const Term key = is_pair ? a[0].as_tuple().elements[0] : a[0];
  if (!key.is_atom()) return p.badarg();
  const std::string_view name = vm::atom_text(key);
  if (is_pair) {
    for (const TermItem& item : kTermItems)
      if (name == item.name) return item.get(p, a[0].as_tuple().elements[1]);
  } else {
    for (const Readable& item : kReadables)
      if (name == item.name) return item.get(p);
  }
  return p.badarg();
}

}  // namespace bif
