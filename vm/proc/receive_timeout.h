// ReceiveTimeout: the `after` of the receive in progress. Its operand is read when the receive
// begins to wait, and never again: waiting keeps no x register, and the operand may be one.
// Invariants: the timer is in a wheel at most while the timeout runs; an expiry names the number of
// its timeout, so that one that comes after the receive has matched has no effect. Ownership: the
// timer, made with the first timeout that runs. Threads: the process's own; a wheel takes an
// expired timer out under its lock.
#pragma once

#include "vm/term/term.h"

#include <memory>

namespace vm {

class Process;
struct ReceiveTimer;  // vm/sched/timers.h

class ReceiveTimeout {
 public:
  ReceiveTimeout();
  ~ReceiveTimeout();
  ReceiveTimeout(const ReceiveTimeout&) = delete;
  ReceiveTimeout& operator=(const ReceiveTimeout&) = delete;

  /// The receive has not waited yet.
  bool is_unread() const { return state_ == State::kUnread; }
  bool has_elapsed() const { return state_ == State::kElapsed; }

  /// Reads the operand of a receive that begins to wait, and starts the timer on the scheduler that
  /// runs `p`. False: it is neither `infinity` nor a number of milliseconds.
  [[nodiscard]] bool begin(Process& p, Term timeout);
  /// The receive has ended: the next one reads its own operand.
  void forget();
  /// The timeout with this number is over. False: it does not run any more.
  [[nodiscard]] bool expire(Word number);
  /// Takes the timer out of its wheel: the process ends.
  void leave_wheel();

 private:
  enum class State : std::uint8_t { kUnread, kInfinite, kRunning, kElapsed };

  std::unique_ptr<ReceiveTimer> timer_;
  State state_ = State::kUnread;
};

}  // namespace vm
