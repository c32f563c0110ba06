// A thread takes work under the lock and does it without.
#include "vm/sched/dirty_schedulers.h"

#include "vm/proc/process_table.h"
#include "vm/sched/clock.h"
#include "vm/sched/thread_progress.h"
#include "vm/sched/turns.h"
#include "vm/vm.h"

#include <algorithm>
#include <utility>

namespace vm {
namespace {

thread_local constinit DirtySchedulers::Kind dirty_thread_kind = DirtySchedulers::Kind::kNone;

}  // namespace

DirtySchedulers::Kind DirtySchedulers::current_kind() { return dirty_thread_kind; }

std::deque<DirtySchedulers::Job>& DirtySchedulers::queue_of(Priority priority) {
  if (priority == Priority::kLow) return low_;
  return priority == Priority::kNormal ? normal_ : urgent_;
}

std::size_t DirtySchedulers::waiting() const {
  return urgent_.size() + normal_.size() + low_.size();
}

DirtySchedulers::Job DirtySchedulers::take() {
  std::deque<Job>* queue = &urgent_;
  if (urgent_.empty()) {
    const bool is_low = !low_.empty() && (normal_.empty() || low_credit_ >= kLowEvery);
    low_credit_ = is_low ? 0 : low_credit_ + 1;
    queue = is_low ? &low_ : &normal_;
  }
  Job job = std::move(queue->front());
  queue->pop_front();
  return job;
}

void DirtySchedulers::call_threads() {
  while (threads_.size() < online_ && threads_.size() < busy_ + waiting())
    threads_.emplace_back([this, number = threads_.size()] { serve(number); });
  // All of them: one that is offline must not swallow the call.
  changed_.notify_all();
}

bool DirtySchedulers::run(Term pid, Priority priority, Work work, Halt halt) {
  const MutexLock lock(mutex_);
  if (stopping_) return false;
  queue_of(priority).push_back({pid, std::move(work), halt});
  call_threads();
  return true;
}

bool DirtySchedulers::is_queued(Term pid) const {
  const MutexLock lock(mutex_);
  const auto has = [pid](const std::deque<Job>& queue) {
    return std::ranges::any_of(queue, [pid](const Job& job) { return job.pid == pid; });
  };
  return has(urgent_) || has(normal_) || has(low_);
}

bool DirtySchedulers::works_for(Term pid) const {
  const MutexLock lock(mutex_);
  return std::ranges::any_of(uses_, [pid](const Use& use) { return use.pid == pid; });
}

bool DirtySchedulers::keep_until_done(Process& p) {
  const MutexLock lock(mutex_);
  for (Use& use : uses_) {
    if (use.pid != p.pid) continue;
    use.kept = &p;
    return true;
  }
  return false;
}

std::size_t DirtySchedulers::online() const {
  const MutexLock lock(mutex_);
  return online_;
}

std::size_t DirtySchedulers::set_online(std::size_t online) {
  const MutexLock lock(mutex_);
  const std::size_t old = std::exchange(online_, online);
  if (!stopping_) call_threads();
  return old;
}

std::vector<SWord> DirtySchedulers::busy_times() const {
  const MutexLock lock(mutex_);
  std::vector<SWord> times;
  for (const Use& use : uses_) {
    const SWord now = use.busy_since_ns == 0 ? 0 : Clock::os_monotonic_ns() - use.busy_since_ns;
    times.push_back(use.busy_ns + now);
  }
  return times;
}

DirtySchedulers::Load DirtySchedulers::load() const {
  const MutexLock lock(mutex_);
  return {waiting(), busy_};
}

void DirtySchedulers::serve(std::size_t number) {
  dirty_thread_kind = kind_;
  const MutexLock lock(mutex_);
  while (!stopping_) {
    if (number < online_ && has_work()) {
      do_job(take(), uses_[number]);
    } else {
      changed_.wait(mutex_);
    }
  }
}

void DirtySchedulers::do_job(Job job, Use& use) {
  const std::size_t delaying = job.halt == Halt::kWaits ? 1 : 0;
  ++busy_;
  delaying_ += delaying;
  use.pid = job.pid;
  use.busy_since_ns = Clock::os_monotonic_ns();
  mutex_.unlock();
  do_work(job, use);
  mutex_.lock();
  use.busy_ns += Clock::os_monotonic_ns() - std::exchange(use.busy_since_ns, 0);
  use.pid = Term::none();
  if (Process* const kept = std::exchange(use.kept, nullptr)) {
    mutex_.unlock();
    {
      const ThreadProgress::Visit visit(*kept->vm.progress);
      kept->vm.processes->remove(*kept);
    }
    mutex_.lock();
  }
  --busy_;
  delaying_ -= delaying;
  if (stopping_) changed_.notify_all();
}

void DirtySchedulers::do_work(Job& job, Use& use) {
  const Turns::Begin turn =
      turns_ == nullptr ? Turns::Begin::kFree : turns_->begin(Turns::Who::kDirty);
  if (turn == Turns::Begin::kTurn) {
    // The time it waited for its turn was no work.
    const MutexLock lock(mutex_);
    use.busy_since_ns = Clock::os_monotonic_ns();
  }
  if (turn != Turns::Begin::kEnded) job.work();
  job.work = nullptr;  // not under the lock: what it holds may take locks when it goes
  if (turns_ != nullptr && turn != Turns::Begin::kEnded) turns_->end(Turns::Who::kDirty, turn);
}

/// For work that does not delay the end.
static constexpr std::chrono::milliseconds kLastWait{200};

bool DirtySchedulers::stop(Halt halt) {
  std::vector<std::thread> threads;
  std::deque<Job> dropped[3];  // destroyed outside of the lock, as in do_job()
  bool is_busy;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    dropped[0].swap(urgent_);
    dropped[1].swap(normal_);
    dropped[2].swap(low_);
    changed_.notify_all();
    while (halt == Halt::kWaits && delaying_ > 0) changed_.wait(mutex_);
    // Wait: most work, the machine's own all the more, is done soon, and what is not ends the whole
    // program.
    const auto deadline = std::chrono::steady_clock::now() + kLastWait;
    while (halt == Halt::kWaits && busy_ > 0 && changed_.wait_until(mutex_, deadline)) {
    }
    is_busy = busy_ > 0;
    threads = std::move(threads_);
  }
  for (std::thread& thread : threads) {
    if (is_busy) {
      thread.detach();
    } else {
      thread.join();
    }
  }
  return !is_busy;
}

}  // namespace vm
