// Sums of differences: the threads count from their start.
#include "bif/system/microstates.h"

#include "bif/system/thread_times.h"
#include "vm/term/map.h"

#include <algorithm>

namespace bif {
namespace {

Term named(const char* text) { return vm::intern_atom(text).value(); }

}  // namespace

Microstates::AllCounters Microstates::now(Vm& vm) {
  AllCounters counters;
  for (const ThreadTimes& times : thread_times(vm))
    counters.push_back({times.at_ns, times.asleep_ns, times.collecting_ns});
  return counters;
}

Microstates::AllCounters Microstates::counted(const AllCounters& now) const {
  AllCounters sums = done_;
  sums.resize(now.size());
  for (Word i = 0; is_on_ && i < now.size(); ++i) {
    sums[i].all_ns += now[i].all_ns - since_[i].all_ns;
    sums[i].sleep_ns += now[i].sleep_ns - since_[i].sleep_ns;
    sums[i].gc_ns += now[i].gc_ns - since_[i].gc_ns;
  }
  return sums;
}

bool Microstates::switch_to(Vm& vm, bool on) {
  AllCounters at = now(vm);
  vm::MutexLock lock(mutex_);
  const bool was_on = is_on_;
  if (on == was_on) return was_on;
  vm.schedulers->measure_collections(on);
  if (on) {
    since_ = std::move(at);
  } else {
    done_ = counted(at);
  }
  is_on_ = on;
  return was_on;
}

bool Microstates::reset(Vm& vm) {
  AllCounters at = now(vm);
  vm::MutexLock lock(mutex_);
  done_.clear();
  if (is_on_) since_ = std::move(at);
  return is_on_;
}

Term Microstates::to_list(Vm& vm, HeapBuilder& builder) {
  const AllCounters at = now(vm);
  AllCounters sums;
  {
    vm::MutexLock lock(mutex_);
    sums = counted(at);
  }
  const Term zero = Term::small(0);
  const SWord schedulers = vm.schedulers->count();
  SWord thread = 0;
  std::vector<Term> maps;
  for (const Counters& sum : sums) {
    // Two who ask and switch at once may see times out of order.
    const SWord emulator = std::max<SWord>(sum.all_ns - sum.sleep_ns - sum.gc_ns, 0);
    vm::MapPair counters[] = {{named("aux"), zero},
                              {named("check_io"), zero},
                              {am::emulator, builder.integer(emulator)},
                              {am::gc, builder.integer(sum.gc_ns)},
                              {named("other"), zero},
                              {am::port, zero},
                              {named("sleep"), builder.integer(sum.sleep_ns)}};
    // Each kind is numbered from 1.
    ++thread;
    const bool is_scheduler = thread <= schedulers;
    vm::MapPair pairs[] = {
        {am::id, Term::small(is_scheduler ? thread : thread - schedulers)},
        {am::type, is_scheduler ? Term(am::scheduler) : named("dirty_io_scheduler")},
        {am::counters, vm::map_from_pairs(builder, counters)},
    };
    maps.push_back(vm::map_from_pairs(builder, pairs));
  }
  return builder.list_from(maps);
}

}  // namespace bif
