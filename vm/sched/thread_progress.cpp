// See the header for the scheme and README.md for why two steps of the epoch are enough.
#include "vm/sched/thread_progress.h"

#include <algorithm>

namespace vm {
namespace {
// --stress=progress: only one attempt in so many succeeds.
constexpr Word kStressTries = 50;
// At most so many reports lie between two attempts to advance the epoch.
constexpr Word kReportsBetweenTries = 16;
}  // namespace

thread_local constinit ThreadProgress::Participant* ThreadProgress::current_ = nullptr;

ThreadProgress::ThreadProgress(bool stress) : stress_(stress) {}

ThreadProgress::~ThreadProgress() {
  {
    MutexLock lock(mutex_);
    VM_CHECK(participants_.empty(), "participants end before the machine");
  }
  run_all();
}

void ThreadProgress::run_all() {
  for (;;) {
    std::deque<Waiting> actions;
    {
      MutexLock lock(mutex_);
      actions.swap(orphans_);
      orphans_due_.store(kNever, kRelaxed);  // relaxed: advice
    }
    if (actions.empty()) return;
    for (Waiting& waiting : actions) waiting.action();
  }
}

ThreadProgress::Participant::Participant(ThreadProgress& progress) : progress_(progress) {
  MutexLock lock(progress_.mutex_);
  progress_.participants_.push_back(this);
}

ThreadProgress::Participant::~Participant() {
  VM_CHECK(asleep_, "a participant sleeps before it ends");
  MutexLock lock(progress_.mutex_);
  std::erase(progress_.participants_, this);
}

void ThreadProgress::Participant::wake() {
  VM_ASSERT(asleep_ && current_ == nullptr, "a thread is awake in one machine at a time");
  asleep_ = false;
  current_ = this;
  seen_here_ = progress_.epoch_.load(kSeqCst);
  seen_.store(seen_here_, kSeqCst);
  // Fence W: the store above before any look at shared structures. Pairs with fence L in later():
  // either the thread that frees sees that this one is awake, or this one sees that the object has
  // been taken out.
  memory_fence(kSeqCst);
}

void ThreadProgress::Participant::fall_asleep() {
  asleep_ = true;
  current_ = nullptr;
  seen_here_ = kAsleep;
  // release: what this thread did before happens before the actions that its sleep lets run; pairs
  // with try_advance().
  seen_.store(kAsleep, kSeqCst);
}

void ThreadProgress::Participant::give_away_actions() {
  MutexLock lock(progress_.mutex_);
  for (Waiting& waiting : waiting_) progress_.add_orphan(std::move(waiting));
  waiting_.clear();
}

void ThreadProgress::add_orphan(Waiting waiting) {
  // relaxed: written under the lock
  orphans_due_.store(std::min(orphans_due_.load(kRelaxed), waiting.due), kRelaxed);
  orphans_.push_back(std::move(waiting));
}

// No action runs here, unlike in sleep(), because a process is being run. The other participants
// run them, or this thread at its next report.
ThreadProgress::Quiescent::Quiescent(ThreadProgress& progress)
    : participant_(progress.is_awake_here() ? current_ : nullptr) {
  if (participant_ == nullptr) return;
  participant_->give_away_actions();
  participant_->fall_asleep();
}

ThreadProgress::Quiescent::~Quiescent() {
  if (participant_ != nullptr) participant_->wake();
}

void ThreadProgress::Participant::sleep() {
  for (;;) {
    give_away_actions();
    fall_asleep();
    // The last one to sleep finds all others asleep, so no action stays waiting in a machine that
    // has nothing to do.
    for (;;) {
      // Only orphans count: actions of threads that stopped at the end of the machine are not
      // waited for here.
      if (progress_.has_due_orphans()) break;
      if (!progress_.has_orphans(kNever - 1)) break;  // at any epoch
      if (progress_.try_advance() == Advance::kBlocked) break;
    }
    if (!progress_.has_due_orphans()) return;
    wake();  // actions may look things up
    progress_.run_orphans();
  }
}

void ThreadProgress::Participant::report_slowly() {
  // acquire: pairs with try_advance(). From here on this thread sees as taken out what was taken
  // out before the epoch advanced.
  const Word epoch = progress_.epoch_.load(kAcquire);
  if (epoch != seen_here_) {
    seen_here_ = epoch;
    reports_to_try_ = 0;
    reports_between_ = 1;
    // release: this thread's uses of shared objects happen before their release; pairs with the
    // load in try_advance().
    seen_.store(epoch, kRelease);
    memory_fence(kSeqCst);  // fence R: as fence W
  }
  if (progress_.is_later_wanted(epoch)) try_to_advance();
  // relaxed: advice. The epoch may be the one that this thread has just begun.
  if (progress_.has_orphans(progress_.epoch_.load(kRelaxed))) progress_.run_orphans();
}

/// The last thread to see an epoch ends it, so each tries when it has seen one. Further attempts
/// are for what a thread does not see: another one has gone to sleep, or had the lock at the first
/// attempt. They become rarer, up to 16 reports from one to the next: with many threads that report
/// often, all would wait for the lock's cache line. An epoch that could end is delayed by no more
/// than the time for which it could not.
void ThreadProgress::Participant::try_to_advance() {
  if (reports_to_try_ != 0) {
    --reports_to_try_;
    return;
  }
  if (progress_.try_advance() != Advance::kBlocked) return;
  reports_to_try_ = reports_between_ - 1;
  reports_between_ = std::min(2 * reports_between_, kReportsBetweenTries);
}

void ThreadProgress::Participant::run_due_slowly() {
  // An action may register further ones, hence one at a time.
  while (!waiting_.empty() &&
         waiting_.front().due <= progress_.epoch_.load(kAcquire)) {  // pairs with try_advance()
    Action action = std::move(waiting_.front().action);
    waiting_.pop_front();
    action();
  }
}

void ThreadProgress::later(Action action) {
  // Fence L: the caller took something out of a structure before; that is visible before the epoch
  // is read. Pairs with fences W and R.
  memory_fence(kSeqCst);
  const Word due = epoch_.load(kSeqCst) + 2;
  // relaxed: advice, but this thread sees it at its next report. Written for the first action of an
  // epoch only.
  for (Word wanted = wanted_epoch_.load(kRelaxed);
       wanted < due && !wanted_epoch_.compare_exchange_weak(wanted, due, kRelaxed, kRelaxed);) {
  }
  if (is_awake_here()) {
    current_->waiting_.push_back({due, std::move(action)});
    return;
  }
  MutexLock lock(mutex_);
  add_orphan({due, std::move(action)});
}

ThreadProgress::Advance ThreadProgress::try_advance() {
  if (!mutex_.try_lock()) return Advance::kDelayed;
  const Advance result = advance_locked();
  mutex_.unlock();
  return result;
}

ThreadProgress::Advance ThreadProgress::advance_locked() {
  if (stress_ && ++stress_count_ % kStressTries != 0) return Advance::kDelayed;
  const Word epoch = epoch_.load(kRelaxed);  // relaxed: only written under the lock
  for (const Participant* participant : participants_) {
    const Word seen =
        participant->seen_.load(kSeqCst);  // pairs with report_slowly(), wake(), fall_asleep()
    if (seen != kAsleep && seen != epoch) return Advance::kBlocked;
  }
  // release: pairs with run_due_slowly(), which runs the actions that become due.
  epoch_.store(epoch + 1, kSeqCst);
  return Advance::kAdvanced;
}

bool ThreadProgress::has_due_orphans() {
  MutexLock lock(mutex_);
  return has_orphans(epoch_.load(kRelaxed));  // relaxed: only written under the lock
}

void ThreadProgress::run_orphans() {
  std::deque<Waiting> due;
  {
    MutexLock lock(mutex_);
    const Word epoch = epoch_.load(kRelaxed);  // relaxed: only written under the lock
    std::deque<Waiting> all;
    all.swap(orphans_);
    orphans_due_.store(kNever, kRelaxed);  // relaxed: advice
    for (Waiting& waiting : all) {
      if (waiting.due <= epoch)
        due.push_back(std::move(waiting));
      else
        add_orphan(std::move(waiting));
    }
  }
  for (Waiting& waiting : due) waiting.action();
}

}  // namespace vm
