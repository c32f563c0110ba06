// Reading the options of process_flag({monitor_nodes, Options}, _), and counting.
#include "vm/proc/node_monitors.h"

#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"

#include <algorithm>

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
// although it is the default.
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

void NodeMonitors::process_exited(const Process& p) {
  if (!used_.load(kRelaxed)) return;
  MutexLock lock(mutex_);
  asked_.erase(p.pid.bits());
}

}  // namespace vm
