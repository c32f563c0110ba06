// FlagSignal: a change of trace flags on its way to the process it is about; Countdown: how an
// operation learns that all its signals have been handled, or never will be. Ownership: the signal
// belongs to the queue it is in; its destructor arrives, whatever became of the receiver. Threads:
// made by the process that asks, run and destroyed in the receiver.
#pragma once

#include "tracing/tracee.h"
#include "vm/proc/operation.h"
#include "vm/proc/signal.h"

namespace tracing {

class Countdown final : public vm::Shared {
 public:
  /// For `count` arrivals and the operation's own; `wait` from next_operation_wait().
  Countdown(Vm& vm, Term pid, Word wait, Word count)
      : vm_(vm), pid_(pid), wait_(wait), left_(count + 1) {}
  void count_success() { successes_.fetch_add(1, vm::kRelaxed); }  // relaxed: published by arrive()
  /// One signal has been handled, or destroyed. Wakes the operation with the last one.
  void arrive() {
    // acq_rel: the last sees what all others counted; pairs with itself.
    if (left_.fetch_sub(1, vm::kAcqRel) == 1) vm::wake_operation(vm_, pid_, wait_);
  }
  /// The operation itself: true if there is nothing to wait for.
  bool arrive_as_waiter() { return left_.fetch_sub(1, vm::kAcqRel) == 1; }  // acq_rel: as above
  bool is_done() const { return left_.load(vm::kAcquire) == 0; }  // acquire: pairs with arrive()
  Word successes() const {
    return successes_.load(vm::kRelaxed);
  }  // relaxed: is_done() came before

 private:
  Vm& vm_;
  const Term pid_;
  const Word wait_;
  vm::Atomic<Word> left_;
  vm::Atomic<Word> successes_{0};
};

class FlagSignal final : public vm::CallSignal {
 public:
  /// `countdown` may be null: no operation waits for the change.
  FlagSignal(FlagChange change, SharedRef<Countdown> countdown)
      : vm::CallSignal(&FlagSignal::apply),
        change_(std::move(change)),
        countdown_(std::move(countdown)) {}
  ~FlagSignal() override {
    if (countdown_) countdown_->arrive();
  }

 private:
  static void apply(Process& p, vm::CallSignal& self) {
    auto& signal = static_cast<FlagSignal&>(self);
    if (apply_change(p, signal.change_) && signal.countdown_) signal.countdown_->count_success();
  }

  const FlagChange change_;
  const SharedRef<Countdown> countdown_;
};

}  // namespace tracing
