// Sums of differences: the schedulers count from their start.
#include "bif/microstates.h"

#include "vm/term/map.h"

#include <algorithm>

namespace bif {
namespace {

Term named(const char* text) { return vm::intern_atom(text).value(); }

}  // namespace

Microstates::Counters Microstates::now(Vm& vm, unsigned scheduler) {
  const vm::SchedulerTimes times = (*vm.schedulers)[scheduler].times();
  return {vm.schedulers->clock().monotonic_ns(), times.asleep_ns, times.collecting_ns};
}

void Microstates::begin(Vm& vm) {
  since_.clear();
  for (unsigned i = 0; i < vm.schedulers->count(); ++i) since_.push_back(now(vm, i));
}

Microstates::Counters Microstates::counted(Vm& vm, unsigned scheduler) {
  Counters sum = scheduler < done_.size() ? done_[scheduler] : Counters{};
  if (!is_on_) return sum;
  const Counters at = now(vm, scheduler), from = since_[scheduler];
  sum.all_ns += at.all_ns - from.all_ns;
  sum.sleep_ns += at.sleep_ns - from.sleep_ns;
  sum.gc_ns += at.gc_ns - from.gc_ns;
  return sum;
}

bool Microstates::switch_to(Vm& vm, bool on) {
  vm::MutexLock lock(mutex_);
  const bool was_on = is_on_;
  if (on == was_on) return was_on;
  vm.schedulers->measure_collections(on);
  if (on) {
    begin(vm);
  } else {
    std::vector<Counters> sums;
    for (unsigned i = 0; i < vm.schedulers->count(); ++i) sums.push_back(counted(vm, i));
    done_ = std::move(sums);
  }
  is_on_ = on;
  return was_on;
}

bool Microstates::reset(Vm& vm) {
  vm::MutexLock lock(mutex_);
  done_.clear();
  if (is_on_) begin(vm);
  return is_on_;
}

Term Microstates::to_list(Vm& vm, HeapBuilder& builder) {
  vm::MutexLock lock(mutex_);
  const Term zero = Term::small(0);
  std::vector<Term> maps;
  for (unsigned i = 0; i < vm.schedulers->count(); ++i) {
    const Counters sum = counted(vm, i);
    const SWord emulator = std::max<SWord>(sum.all_ns - sum.sleep_ns - sum.gc_ns, 0);
    vm::MapPair counters[] = {{named("aux"), zero},
                              {named("check_io"), zero},
                              {am::emulator, builder.integer(emulator)},
                              {am::gc, builder.integer(sum.gc_ns)},
                              {named("other"), zero},
                              {am::port, zero},
                              {named("sleep"), builder.integer(sum.sleep_ns)}};
    vm::MapPair pairs[] = {
        {am::id, Term::small(static_cast<SWord>(i) + 1)},
        {am::type, Term(am::scheduler)},
        {am::counters, vm::map_from_pairs(builder, counters)},
    };
    maps.push_back(vm::map_from_pairs(builder, pairs));
  }
  return builder.list_from(maps);
}

}  // namespace bif
