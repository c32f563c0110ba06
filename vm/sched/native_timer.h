// NativeTimer: with --log=bif, a line for each call of a native, and each step of an operation,
// that keeps its scheduler for more than a millisecond. Processor time of the thread is measured,
// so that a busy computer does not add to it. tests/bench/native_slices makes a table of the lines.
// Threads: starts and stops on the same one.
#pragma once

#include "vm/base/log.h"
#include "vm/code/func_info.h"
#include "vm/sched/clock.h"

namespace vm {

class NativeTimer {
 public:
  NativeTimer() : start_ns_(log_on(LogSubject::bif) ? Clock::os_thread_ns() : kOff) {}
  /// Logs that the native that `name()` gives took long, if it did.
  template <class Name>
  void stop(Name name) const {
    if (start_ns_ == kOff) return;
    if (const SWord ns = Clock::os_thread_ns() - start_ns_; ns >= kLongNs) report(name(), ns);
  }

 private:
  static constexpr SWord kOff = -1;
  static constexpr SWord kLongNs = 1'000'000;
  static void report(const Mfa& native, SWord ns);

  const SWord start_ns_;
};

}  // namespace vm
