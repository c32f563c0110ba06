// How a scheduler without work waits for it: asleep until another thread wakes it or its next timer
// is due, one of them in the place where events of the operating system come in (idle_poll.h); and
// how those that have work look for such events.
#include "vm/proc/trace_hooks.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/idle_poll.h"
#include "vm/sched/memory_trim.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {
namespace {

// While no scheduler sleeps that could wait for events, those that run look for them after so many
// time slices or reductions: a hundredth of the time that these take.
constexpr Word kSlicesPerPoll = 50;
constexpr Word kReductionsPerPoll = 20'000;

}  // namespace

void Scheduler::sleep_until_work() {
  SchedulerSet& set = *vm.schedulers;
  // Before it sleeps: the process that gets the report may be work for it.
  trace_scheduler(vm, index, false, std::max(set.awake_count(), 1u) - 1);
  participant_.sleep();
  // The order is argued in README.md: first it says that it sleeps, then it looks once more.
  asleep_.store(true, kSeqCst);
  set.sleeping_.fetch_add(1, kSeqCst);
  const Word own = queue.length() + vm.multi_scheduling->bound().queue(index).length();
  const bool others_have_work = set.run_queue_length() != queue.length();
  const bool has_work = own != 0 || (others_have_work && !finds_little());
  ReadyEvents ready;
  IdlePoll* poll = nullptr;
  if (!has_work && !set.is_halting()) {
    if (set.may_run(*this)) poll = set.enter_poll();
    wait_for_wake_up(poll, &ready, others_have_work ? pause_between_attempts_ns() : kNoLimit);
  }
  attempts_ = true;
  // The thread that clears asleep_ counts; a waker may have done so already.
  if (asleep_.exchange(false, kSeqCst)) set.sleeping_.fetch_sub(1, kSeqCst);
  participant_.wake();
  stress_delay();
  serves_events_ = ready.count != 0;
  if (poll != nullptr) leave_poll(*poll, ready);
  trace_scheduler(vm, index, true, set.awake_count());
}

IdlePoll* SchedulerSet::enter_poll() {
  // acquire: its members. It is never taken back while there are schedulers.
  IdlePoll* poll = idle_poll_.load(kAcquire);
  return poll != nullptr && poll->enter() ? poll : nullptr;
}

void Scheduler::leave_poll(IdlePoll& poll, const ReadyEvents& ready) {
  if (ready.count != 0) poll.serve(ready);
  poll.leave();
  polled_at_ = reductions_done.load(kRelaxed);  // relaxed: written by this thread
  slices_since_poll_ = 0;
  // This thread runs one of the processes that it has woken.
  if (ready.count != 0 && queue.length() > 1) vm.schedulers->wake_one();
}

void Scheduler::poll_between_slices() {
  const Word done = reductions_done.load(kRelaxed);  // relaxed: as above
  if (++slices_since_poll_ < kSlicesPerPoll && done - polled_at_ < kReductionsPerPoll) return;
  slices_since_poll_ = 0;
  polled_at_ = done;
  IdlePoll* poll = vm.schedulers->enter_poll();
  if (poll == nullptr) return;
  ReadyEvents ready;
  poll->wait(0, ready);
  leave_poll(*poll, ready);
}

void Scheduler::wait_for_wake_up(IdlePoll* poll, ReadyEvents* ready, SWord limit_ns) {
  const Clock& clock = vm.schedulers->clock();
  const SWord timer_ms = timers.next_ms();
  SWord deadline_ns =
      vm.schedulers->memory_trim_->look(clock.monotonic_ns(), vm.schedulers->total_reductions());
  if (timer_ms != Timers::kNever) deadline_ns = std::min(deadline_ns, timer_ms * 1'000'000);
  if (limit_ns != kNoLimit) deadline_ns = std::min(deadline_ns, clock.monotonic_ns() + limit_ns);
  sleep_mutex_.lock();
  asleep_since_ns_ = clock.monotonic_ns();
  polls_ = poll;
  while (!wake_up_ && (ready == nullptr || ready->count == 0)) {
    const bool has_deadline = deadline_ns != MemoryTrim::kNever;
    const SWord left_ns = has_deadline ? deadline_ns - clock.monotonic_ns() : -1;
    if (has_deadline && left_ns <= 0) break;
    if (polls_ != nullptr) {
      // A thread that sets wake_up_ now sees that this one polls, and interrupts it.
      sleep_mutex_.unlock();
      const bool goes_on = poll->wait(left_ns, *ready);
      sleep_mutex_.lock();
      if (!goes_on) polls_ = nullptr;
    } else if (has_deadline) {
      sleep_condition_.wait_for(sleep_mutex_, std::chrono::nanoseconds(left_ns));
    } else {
      sleep_condition_.wait(sleep_mutex_);
    }
  }
  polls_ = nullptr;
  wake_up_ = false;
  asleep_ns_ += clock.monotonic_ns() - asleep_since_ns_;
  asleep_since_ns_ = 0;
  sleep_mutex_.unlock();
  if (poll != nullptr) poll->leave();
}

void Scheduler::wake() {
  IdlePoll* poll = nullptr;
  {
    MutexLock lock(sleep_mutex_);
    wake_up_ = true;
    poll = polls_;
  }
  // Not under the lock, or the woken thread would go to sleep for it again.
  if (poll != nullptr) {
    poll->interrupt();
  } else {
    sleep_condition_.notify_one();
  }
}

SchedulerTimes Scheduler::times() {
  MutexLock lock(sleep_mutex_);
  const SWord now_ns = vm.schedulers->clock().monotonic_ns();
  const SWord asleep_ns = asleep_ns_ + (asleep_since_ns_ != 0 ? now_ns - asleep_since_ns_ : 0);
  return {now_ns, asleep_ns, collecting_ns.load(kRelaxed)};  // relaxed: a count
}

}  // namespace vm
