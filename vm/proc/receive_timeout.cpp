// The wheel's lock orders cancelling and expiring; the number distinguishes the two afterwards.
#include "vm/proc/receive_timeout.h"

#include "vm/proc/process.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

namespace vm {
namespace {

constexpr SWord kMaxMs = 0xFFFFFFFF;

}  // namespace

ReceiveTimeout::ReceiveTimeout() = default;
ReceiveTimeout::~ReceiveTimeout() = default;

bool ReceiveTimeout::begin(Process& p, Term timeout) {
  if (timeout == am::infinity) {
    state_ = State::kInfinite;
    return true;
  }
  if (!timeout.is_small() || timeout.as_small() < 0 || timeout.as_small() > kMaxMs) return false;
  if (timeout.as_small() == 0) {
    state_ = State::kElapsed;
    return true;
  }
  if (timer_ == nullptr) {
    timer_ = std::make_unique<ReceiveTimer>();
    timer_->pid = p.pid;
  }
  // The next full millisecond: never too early.
  const SWord now_ns = p.vm.schedulers->clock().monotonic_ns();
  const SWord now_ms = Clock::floor_div(now_ns + 999'999, 1'000'000);
  p.scheduler->timers.set(*timer_, now_ms + timeout.as_small());
  state_ = State::kRunning;
  return true;
}

void ReceiveTimeout::forget() {
  state_ = State::kUnread;
  if (timer_ == nullptr) return;
  leave_wheel();
  ++timer_->number;  // an expiry on its way is too late
}

bool ReceiveTimeout::expire(Word number) {
  if (state_ != State::kRunning || timer_->number != number) return false;
  state_ = State::kElapsed;
  return true;
}

void ReceiveTimeout::leave_wheel() {
  if (timer_ != nullptr && timer_->home != nullptr) timer_->home->cancel(*timer_);
}

}  // namespace vm
