// Reading the options of process_flag({monitor_nodes, Options}, _), and counting.
#include "vm/proc/node_monitors.h"

#include "vm/proc/process.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"

#include <algorithm>
#include <vector>

namespace vm {
namespace {

constexpr Word kNoType = 4;

/// 1, 2 or 3 for the types of nodes; kNoType for what is none.
Word node_type(Term t) {
  constexpr Term kTypes[] = {am::visible, am::hidden, am::all};
  Word type = 1;
  while (type < kNoType && t != kTypes[type - 1]) ++type;
  return type;
}

}  // namespace

NodeMonitors::NodeMonitors() = default;
NodeMonitors::~NodeMonitors() = default;

void NodeMonitors::set_remote(std::unique_ptr<Remote> remote) { remote_ = std::move(remote); }

bool NodeMonitors::is_flag(Term flag) {
  return (flag.is_tuple_of(2) ? flag.as_tuple().elements[0] : flag) == am::monitor_nodes;
}

bool NodeMonitors::Options::add(Term option, Term value) {
  if (option == am::node_type) {
    type = node_type(value);
    return type != kNoType;
  }
  const bool on = value == am::true_;
  if (!on && value != am::false_) return false;
  if (option == am::connection_id) {
    connection = on;
  } else if (option == am::nodedown_reason) {
    reason = on;
  } else if (option == am::list) {
    list = on;
  } else {
    return false;
  }
  return true;
}

// Without options the messages contain less, so these are counted apart; so is a type that is named
// although it is the default. net_kernel makes {list => true} of an empty list.
Word NodeMonitors::kind_of(Term flag) {
  if (!flag.is_tuple_of(2)) return 0;
  const Term given = flag.as_tuple().elements[1];
  if (given.is_nil()) return 0;
  Options options;
  if (!given.is_map()) return kKinds;
  MapIterator iterator(given);
  for (Term option, value; iterator.next(&option, &value);) {
    if (!options.add(option, value)) return kKinds;
  }
  if (options.list && !options.connection && !options.reason && options.type == 0) return 0;
  Word kind = options.type;
  for (const bool on : {options.list, options.connection, options.reason})
    kind = kind * 2 + (on ? 1 : 0);
  return 1 + kind;
}

Term NodeMonitors::set(const Process& p, Term flag, Term value) {
  const Word kind = kind_of(flag);
  if (kind == kKinds || (value != am::true_ && value != am::false_)) return Term::none();
  MutexLock lock(mutex_);
  used_.store(true, kRelaxed);
  Counts& counts = asked_[p.pid.bits()];  // zeros for a process without subscriptions
  const SWord before = counts[kind];
  counts[kind] = value == am::true_ ? before + 1 : 0;
  if (std::ranges::all_of(counts, [](SWord count) { return count == 0; }))
    asked_.erase(p.pid.bits());
  return Term::small(before);
}

Term NodeMonitors::message_for(HeapBuilder& builder, Word kind, const Event& event) {
  const Term tag = event.reason.is_none() ? am::nodeup : am::nodedown;
  if (kind == 0) return event.is_hidden ? Term::none() : builder.tuple(tag, event.node);
  const Word options = kind - 1;
  const Word type = options >> 3;  // as node_type(); 0: visible nodes, and not named
  const bool is_wanted = type == 3 || (type == 2) == event.is_hidden;
  if (!is_wanted) return Term::none();
  std::vector<MapPair> info;  // in OTP's order
  if ((options & 2) != 0) {
    const Term id =
        event.connection == 0 ? Term(am::undefined) : builder.unsigned_integer(event.connection);
    info.push_back({am::connection_id, id});
  }
  if ((options & 1) != 0 && event.reason.has_value())
    info.push_back({am::nodedown_reason, copy_term(builder, event.reason, nullptr)});
  if (type != 0) info.push_back({am::node_type, event.is_hidden ? am::hidden : am::visible});
  if ((options & 4) == 0)
    return builder.tuple(tag, event.node, map_from_unique_pairs(builder, info));
  std::vector<Term> pairs;
  for (const MapPair& pair : info) pairs.push_back(builder.tuple(pair.key, pair.value));
  return builder.tuple(tag, event.node, builder.list_from(pairs));
}

void NodeMonitors::report(Vm& vm, const Event& event) {
  if (!used_.load(kRelaxed)) return;
  struct Wanted {
    Term pid;
    Word kind;
    SWord times;
  };
  std::vector<Wanted> wanted;
  {
    MutexLock lock(mutex_);
    for (const auto& [pid, counts] : asked_) {
      for (Word kind = 0; kind < kKinds; ++kind)
        if (counts[kind] != 0) wanted.push_back({Term::from_bits(pid), kind, counts[kind]});
    }
  }
  for (const Wanted& each : wanted) {
    for (SWord i = 0; i < each.times; ++i) {
      HeapBuilder builder(Word{32});
      const Term message = message_for(builder, each.kind, event);
      if (message.is_none()) break;
      send_from_machine(vm, Term::none(), each.pid, message, builder.take_fragments());
    }
  }
}

Term NodeMonitors::subscriptions(HeapBuilder& builder) {
  std::vector<std::pair<Word, Counts>> all;
  {
    MutexLock lock(mutex_);
    all.assign(asked_.begin(), asked_.end());
  }
  std::ranges::sort(all, {}, [](const auto& each) { return each.first; });
  std::vector<Term> list;
  for (const auto& [pid, counts] : all) {
    for (Word kind = 0; kind < kKinds; ++kind) {
      const Term entry = builder.tuple(Term::from_bits(pid), Term::small(static_cast<SWord>(kind)));
      list.insert(list.end(), static_cast<std::size_t>(counts[kind]), entry);
    }
  }
  return builder.list_from(list);
}

void NodeMonitors::process_exited(const Process& p) {
  if (!used_.load(kRelaxed)) return;
  MutexLock lock(mutex_);
  asked_.erase(p.pid.bits());
}

}  // namespace vm
