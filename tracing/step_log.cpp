// A change keeps its steps to itself until it has ended, so that its steps take no lock.
#include "tracing/step_log.h"

#include "vm/sched/scheduler.h"
#include "vm/vm.h"

#include <iterator>
#include <utility>

namespace tracing {
namespace {

/// What is not taken in time is lost: a program may change breakpoints for ever.
constexpr std::size_t kMaxSteps = 100'000;

bool is_wait(unsigned step) { return step == 4 || step == 6 || step == 8 || step == 10; }

}  // namespace

std::vector<ChangeStep> StepLog::turn(bool on) {
  const vm::MutexLock lock(mutex_);
  is_on_.store(on, vm::kRelaxed);  // relaxed: as in is_on()
  return std::exchange(steps_, {});
}

void StepLog::add(std::vector<ChangeStep> steps) {
  const vm::MutexLock lock(mutex_);
  if (steps_.size() > kMaxSteps) return;
  std::move(steps.begin(), steps.end(), std::back_inserter(steps_));
}

StepClock::StepClock(Process& p, StepLog& log) : process_(p), log_(log.is_on() ? &log : nullptr) {
  if (log_ == nullptr) return;
  steps_.push_back({.change = log_->next_change(),
                    .number = 1,
                    .start_ns = vm::Clock::os_monotonic_ns(),
                    .waits_for = {}});
}

StepClock::~StepClock() {
  if (log_ == nullptr) return;
  finish_step();
  log_->add(std::move(steps_));
}

void StepClock::finish_step() {
  steps_.back().ns = vm::Clock::os_monotonic_ns() - steps_.back().start_ns;
}

void StepClock::at(unsigned number, Word sites) {
  if (log_ == nullptr) return;
  finish_step();
  ChangeStep step{.change = steps_.back().change,
                  .number = number,
                  .start_ns = vm::Clock::os_monotonic_ns(),
                  .sites = sites,
                  .waits_for = {}};
  const vm::Scheduler* own = vm::Scheduler::current();
  vm::SchedulerSet& schedulers = *process_.vm.schedulers;
  for (unsigned n = 0; is_wait(number) && n < schedulers.count(); ++n) {
    // relaxed: for people. Our own passes with the end of this time slice.
    if (&schedulers[n] != own && schedulers[n].is_busy.load(vm::kRelaxed))
      step.waits_for.push_back(n + 1);
  }
  steps_.push_back(std::move(step));
}

}  // namespace tracing
