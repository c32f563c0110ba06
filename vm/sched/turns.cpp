// The turn passes from thread to thread under the lock, so that none that comes later takes it.
#include "vm/sched/turns.h"

#include <algorithm>
#include <utility>

namespace vm {

void Turns::set(bool on) {
  const MutexLock lock(mutex_);
  on_.store(on, kRelaxed);  // relaxed: see are_on()
  changed_.notify_all();
}

void Turns::grant() {
  if (held_) return;
  const auto first = std::ranges::find_if(waiting_, [is_alone = free_ == 0](const Waiter* waiter) {
    return waiter->who == Who::kScheduler || is_alone;
  });
  if (first == waiting_.end()) return;
  (*first)->has_turn = held_ = true;
  waiting_.erase(first);
  changed_.notify_all();
}

Turns::Begin Turns::begin(Who who) {
  const MutexLock lock(mutex_);
  if (are_on() && !stopped_) {
    Waiter self{who};
    waiting_.push_back(&self);
    grant();
    // Until a thread that works ends, a process gives up its block, or the machine ends.
    while (!self.has_turn && are_on() && !stopped_) changed_.wait(mutex_);
    if (self.has_turn) return Begin::kTurn;
    std::erase(waiting_, &self);
  }
  if (stopped_) return Begin::kEnded;
  if (who == Who::kDirty) ++free_;
  return Begin::kFree;
}

void Turns::end(Who who, Begin begin) {
  std::vector<std::function<void()>> actions;
  {
    const MutexLock lock(mutex_);
    if (begin == Begin::kTurn) held_ = false;
    if (begin == Begin::kFree && who == Who::kDirty && --free_ == 0) actions.swap(when_alone_);
    grant();
  }
  for (const auto& action : actions) action();
}

void Turns::when_alone(std::function<void()> action) {
  {
    const MutexLock lock(mutex_);
    if (free_ > 0) {
      when_alone_.push_back(std::move(action));
      return;
    }
  }
  action();
}

void Turns::stop() {
  const MutexLock lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace vm
