// One libuv timer, set to the earliest.
#include "bif/driver/timers.h"

#include "bif/driver/driver_port.h"
#include "vm/io/io.h"
#include "vm/sched/scheduler.h"

namespace bif {

vm::SWord DriverTimers::now_ms() const {
  return vm_.schedulers->clock().monotonic_ns() / 1'000'000;
}

void DriverTimers::set(DriverPort& port, vm::Word number, vm::Word milliseconds) {
  {
    const vm::MutexLock lock(mutex_);
    // A millisecond more: never too early.
    timers_.emplace(now_ms() + static_cast<vm::SWord>(milliseconds) + (milliseconds == 0 ? 0 : 1),
                    Timer{vm::SharedRef<vm::Port>(&port.port()), &port, number});
  }
  vm_.io->thread.on_loop([this](uv_loop_t* loop) { arm(loop); });
}

void DriverTimers::arm(uv_loop_t* loop) {
  vm::SWord due;
  {
    const vm::MutexLock lock(mutex_);
    if (timers_.empty()) return;
    due = timers_.begin()->first;
  }
  if (clock_ == nullptr) {
    clock_ = std::make_unique<uv_timer_t>();
    uv_timer_init(loop, clock_.get());
    clock_->data = this;
  }
  const vm::SWord left = due - now_ms();
  uv_update_time(loop);
  uv_timer_start(
      clock_.get(), [](uv_timer_t* handle) { static_cast<DriverTimers*>(handle->data)->expire(); },
      static_cast<std::uint64_t>(left > 0 ? left : 0), 0);
}

void DriverTimers::expire() {
  const vm::ThreadProgress::Visit visit(vm_.io->thread.participant());
  for (;;) {
    Timer timer;
    {
      const vm::MutexLock lock(mutex_);
      if (timers_.empty() || timers_.begin()->first > now_ms()) break;
      timer = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
    }
    timer.driver->timed_out(timer.number);
  }
  arm(clock_->loop);
}

}  // namespace bif
