// The queue for the code modification permission, and the awaiter of it.
#include "vm/proc/code_permission.h"

#include "vm/vm.h"

namespace vm {

CodeModPermission::~CodeModPermission() {
  if (queue_ != nullptr) queue_->release();
}

bool CodeModPermissionQueue::try_take() {
  MutexLock lock(mutex_);
  if (held_) return false;
  held_ = true;
  return true;
}

bool CodeModPermissionQueue::take_or_queue(Waiter& waiter) {
  MutexLock lock(mutex_);
  if (!held_) {
    held_ = true;
    return true;
  }
  waiter.is_queued = true;
  waiter.next = nullptr;
  (last_ == nullptr ? first_ : last_->next) = &waiter;
  last_ = &waiter;
  return false;
}

bool CodeModPermissionQueue::pick_up(Waiter& waiter) {
  MutexLock lock(mutex_);
  return std::exchange(waiter.is_granted, false);
}

void CodeModPermissionQueue::cancel(Waiter& waiter) {
  {
    MutexLock lock(mutex_);
    if (waiter.is_queued) {
      Waiter* before = nullptr;
      Waiter** at = &first_;
      while (*at != &waiter) {
        before = *at;
        at = &before->next;
      }
      *at = waiter.next;
      if (last_ == &waiter) last_ = before;
      waiter.is_queued = false;
      return;
    }
    if (!waiter.is_granted) return;
    waiter.is_granted = false;
  }
  release();
}

void CodeModPermissionQueue::release() {
  Term next;
  Word wait = 0;
  {
    MutexLock lock(mutex_);
    Waiter* waiter = first_;
    if (waiter == nullptr) {
      held_ = false;
      return;
    }
    first_ = waiter->next;
    if (first_ == nullptr) last_ = nullptr;
    waiter->is_queued = false;
    waiter->is_granted = true;  // held_ stays: handed over
    next = waiter->pid;
    wait = waiter->wait;
    // The waiter may be gone as soon as the lock is released: it then passes on what it was granted
    // (cancel()).
  }
  wake_operation(vm_, next, wait);
}

bool CodeModPermissionQueue::is_held() const {
  MutexLock lock(mutex_);
  return held_;
}

CodePermissionAwaiter::~CodePermissionAwaiter() {
  if (!taken_) process_.vm.code_permission->cancel(waiter_);
}

bool CodePermissionAwaiter::await_ready() {
  waiter_.pid = process_.pid;
  waiter_.wait = next_operation_wait(process_);
  taken_ = process_.vm.code_permission->take_or_queue(waiter_);
  return taken_;
}

void CodePermissionAwaiter::await_suspend(std::coroutine_handle<> handle) {
  WakeAwaiter{process_}.await_suspend(handle);
}

CodeModPermission CodePermissionAwaiter::await_resume() {
  if (!taken_) {
    taken_ = process_.vm.code_permission->pick_up(waiter_);
    VM_CHECK(taken_, "only the grant ends this wait");
  }
  return process_.vm.code_permission->make_right();
}

}  // namespace vm
