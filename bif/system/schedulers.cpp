// The items of system_info/1 and system_flag/2 that are about schedulers.
// Dirty schedulers run what C libraries and tests say is long (vm/sched/dirty_schedulers.h), the
// I/O ones also operations on files.
#include "bif/data/numbers.h"
#include "bif/state.h"
#include "bif/system/processors.h"
#include "bif/system/system_flags.h"
#include "vm/proc/operation.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/turns.h"

#include <algorithm>

namespace bif {
namespace {

Term state_name(vm::MultiScheduling::State state) {
  switch (state) {
    case vm::MultiScheduling::State::kEnabled:
      return am::enabled;
    case vm::MultiScheduling::State::kBlockedNormal:
      return am::blocked_normal;
    case vm::MultiScheduling::State::kBlocked:
      return am::blocked;
  }
  VM_UNREACHABLE();
}

/// {cpu_topology, detected | defined | used}: the topology of the processors is unknown.
bool is_kind_of_topology(Term item) {
  if (!item.is_tuple_of(2) || item.as_tuple().elements[0] != am::cpu_topology) return false;
  const Term kind = item.as_tuple().elements[1];
  return kind == am::detected || kind == am::defined || kind == am::used;
}

/// Continues with `answer` once every scheduler has seen the new limit.
vm::Operation seen_by_all(Process& p, Term answer) {
  co_await vm::thread_progress(p);
  co_return answer;
}

/// Continues, too, once the dirty calls that were under way before the block have ended.
vm::Operation seen_by_dirty_schedulers(Process& p, Term answer) {
  co_await vm::thread_progress(p);
  const Word wait_number = vm::next_operation_wait(p);
  p.vm.schedulers->turns().when_alone(
      [&vm = p.vm, pid = p.pid, wait_number] { vm::wake_operation(vm, pid, wait_number); });
  co_await vm::woken(p);
  co_return answer;
}

/// `answer` is an immediate term.
BifResult once_seen_by_all(Process& p, Term answer) { return p.suspend_on(seen_by_all(p, answer)); }

/// How many schedulers run processes now.
SWord active_schedulers(Process& p) {
  const vm::MultiScheduling& multi = *p.vm.multi_scheduling;
  return multi.state() == vm::MultiScheduling::State::kEnabled ? multi.online() : 1;
}

/// Items that are numbers; -1: no such item.
SWord count_info(Process& p, Term item) {
  if (item == am::schedulers) return p.vm.schedulers->count();
  if (item == am::schedulers_online) return p.vm.multi_scheduling->online();
  if (!item.is_atom()) return -1;
  if (vm::atom_text(item) == "run_queues") return p.vm.schedulers->count();
  if (vm::atom_text(item) == "schedulers_active") return active_schedulers(p);
  const vm::DirtyThreads& dirty = p.vm.multi_scheduling->dirty();
  if (item == am::dirty_cpu_schedulers) return static_cast<SWord>(dirty.computing.count());
  if (item == am::dirty_cpu_schedulers_online) return static_cast<SWord>(dirty.computing.online());
  if (item == am::dirty_io_schedulers) return static_cast<SWord>(dirty.waiting.count());
  const Processors& processors = *BifState::of(p).processors;
  if (item == am::logical_processors) return processors.counts().configured;
  if (item == am::logical_processors_online) return processors.counts().online;
  if (item == am::logical_processors_available) return processors.counts().available;
  if (item == am::scheduler_id)
    return p.scheduler == nullptr ? 1 : static_cast<SWord>(p.scheduler->index) + 1;
  return -1;
}

}  // namespace

Term scheduler_info(Process& p, HeapBuilder& builder, Term item) {
  if (const SWord count = count_info(p, item); count != -1) return Term::small(count);
  if (item == am::update_cpu_info)
    return BifState::of(p).processors->update() ? am::changed : am::unchanged;
  const vm::MultiScheduling& multi = *p.vm.multi_scheduling;
  if (item == am::multi_scheduling) return state_name(multi.state());
  if (item == am::multi_scheduling_blockers)
    return builder.list_from(multi.blockers(vm::MultiScheduling::Kind::kAll));
  if (item == am::cpu_topology || is_kind_of_topology(item)) return am::undefined;
  if (item == am::normal_multi_scheduling_blockers)
    return builder.list_from(multi.blockers(vm::MultiScheduling::Kind::kNormal));
  if (item == am::scheduler_bindings)
    return builder.tuple_from(std::vector<Term>(p.vm.schedulers->count(), am::unbound));
  return Term::none();
}

BifResult set_schedulers_online(Process& p, Term value) {
  if (!value.is_small() || value.as_small() < 1 || value.as_small() > p.vm.schedulers->count())
    return p.badarg();
  const auto online = static_cast<unsigned>(value.as_small());
  const unsigned old = p.vm.multi_scheduling->set_online(online);
  // As in OTP, the dirty CPU schedulers that are online stay in proportion, at least one.
  vm::DirtySchedulers& dirty = p.vm.multi_scheduling->dirty().computing;
  dirty.set_online(std::clamp<std::size_t>(dirty.online() * online / old, 1, online));
  return once_seen_by_all(p, number(old));
}

BifResult set_dirty_cpu_schedulers_online(Process& p, Term value) {
  // As in OTP: never more than schedulers are online.
  const SWord most = p.vm.multi_scheduling->online();
  if (!value.is_small() || value.as_small() < 1 || value.as_small() > most) return p.badarg();
  return number(p.vm.multi_scheduling->dirty().computing.set_online(
      static_cast<std::size_t>(value.as_small())));
}

BifResult set_multi_scheduling(Process& p, Term value) {
  const bool blocks = value == am::block || value == am::block_normal;
  if (!blocks && value != am::unblock && value != am::unblock_normal) return p.badarg();
  vm::MultiScheduling& multi = *p.vm.multi_scheduling;
  const auto kind = value == am::block_normal || value == am::unblock_normal
                        ? vm::MultiScheduling::Kind::kNormal
                        : vm::MultiScheduling::Kind::kAll;
  if (blocks) {
    multi.block(p, kind);
  } else {
    multi.unblock(p, kind);
  }
  if (value == am::block)
    return p.suspend_on(seen_by_dirty_schedulers(p, state_name(multi.state())));
  return once_seen_by_all(p, state_name(multi.state()));
}

}  // namespace bif
