// Timers: receive timeouts and the timers of erlang:send_after/3,4, start_timer/3,4. Each scheduler
// has one Timers, a wheel of wheels with slots of 1 ms, 64 ms, 4 s ... : setting and cancelling
// take constant time however many there are. A timer belongs to the scheduler that set it; any
// thread may cancel it (under the lock). A message timer is found by its reference, whose number
// contains the scheduler's. Ownership: the wheel owns message timers; a receive timer is owned by
// its process and only linked in. Threads: any, under the lock; expire() by the scheduler. Signals
// are sent after the lock is released.
#pragma once

#include "vm/base/mutex.h"
#include "vm/proc/operation.h"
#include "vm/proc/signal.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace vm {

struct Vm;
class Timers;

/// A link in a slot of a wheel.
struct TimerNode {
  TimerNode* next = nullptr;
  TimerNode* previous = nullptr;
  SWord deadline_ms = 0;  // Erlang monotonic time
  Word tick = 0;          // the same, counted from the wheel's start
  bool is_message = false;
};

/// A process's receive timeout.
struct ReceiveTimer : TimerNode {
  Term pid;
  Word number = 0;         // of the timeout; an expiry that comes late names an old one
  Timers* home = nullptr;  // where it is linked in, or was last
};

struct MessageTimer : TimerNode {
  RefNumber ref;
  Term target;  // pid or name
  Term value;   // in fragment
  HeapFragment* fragment = nullptr;
  bool with_timeout_tuple = false;  // {timeout, Ref, Value}
  unsigned rounds = 0;              // how often it is set again when it ends, to end at once
  MessageTimer* next_of_target =
      nullptr;  // others for the same pid, in a list that by_target_ heads
  MessageTimer* previous_of_target = nullptr;
  ~MessageTimer() { HeapFragment::free_chain(fragment); }
};

class Timers {
 public:
  explicit Timers(Vm& vm, SWord now_ms);
  ~Timers();

  void set(ReceiveTimer& timer, SWord deadline_ms);
  /// No effect if it has expired. The timer is not linked in afterwards.
  void cancel(ReceiveTimer& timer);

  void set(std::unique_ptr<MessageTimer> timer);
  /// Milliseconds left, or -1 if there is no such timer.
  SWord cancel_message(RefNumber ref, SWord now_ms);
  SWord read_message(RefNumber ref, SWord now_ms);
  /// Process `pid` has ended: cancels the timers whose messages were for it.
  void cancel_all_for(Term pid);

  /// Message timers that are set. Advice.
  Word message_count() const { return message_timers_.load(std::memory_order_relaxed); }

  /// Sends what is due at `now_ms`. Only this Timers' scheduler.
  void expire(SWord now_ms);
  /// When expire() is to be called next at the latest; kNever if nothing is set. Without the lock:
  /// may be early.
  SWord next_ms() const {
    return next_ms_.load(std::memory_order_relaxed);
  }  // relaxed: rechecked by expire()
  static constexpr SWord kNever = INT64_MAX;

 private:
  static constexpr unsigned kLevels = 8;
  static constexpr unsigned kSlots = 64;
  static constexpr Word kNoTick = ~Word{0};
  static constexpr Word kMaxTick = (Word{1} << (kLevels * 6)) - 1;  // 8,900 years
  struct ExpiredReceive {
    Term pid;
    Word number;
  };
  void link(TimerNode& node) VM_REQUIRES(mutex_);
  void unlink(TimerNode& node) VM_REQUIRES(mutex_);
  void insert(TimerNode& node, SWord deadline_ms) VM_REQUIRES(mutex_);
  void update_next() VM_REQUIRES(mutex_);
  Word next_tick() const VM_REQUIRES(mutex_);
  TimerNode* advance_to(Word tick) VM_REQUIRES(mutex_);
  void send_expired(MessageTimer& timer);
  void add_to_target(MessageTimer& timer) VM_REQUIRES(mutex_);
  void forget(MessageTimer& timer) VM_REQUIRES(mutex_);

  Vm& vm_;
  const SWord base_ms_;  // tick 0
  Mutex mutex_{LockRank::kTimerWheel};
  TimerNode slots_[kLevels][kSlots] VM_GUARDED_BY(mutex_);  // heads of circular lists
  std::uint64_t used_[kLevels] VM_GUARDED_BY(mutex_) = {};  // which slots are not empty
  Word now_ VM_GUARDED_BY(mutex_) = 0;                      // ticks before this one are over
  std::unordered_map<Word, MessageTimer*> by_ref_ VM_GUARDED_BY(mutex_);     // by RefNumber::low
  std::unordered_map<Word, MessageTimer*> by_target_ VM_GUARDED_BY(mutex_);  // by the pid's bits
  Atomic<Word> message_timers_{0};  // how many; relaxed: none is what most processes' ends find
  Atomic<SWord> next_ms_{kNever};
};

// --- what BIFs call ---

struct TimerOptions {
  bool absolute = false;
  bool with_timeout_tuple = false;  // start_timer
  unsigned rounds = 0;              // see MessageTimer; for tests
};
/// erlang:send_after, start_timer: `target` is a local pid or an atom. badarg if the time is out of
/// range. Returns the reference.
Term start_timer(Process& p, Term time, Term target, Term message, TimerOptions options);

struct CancelOptions {
  bool async = false;
  bool info = true;
};
/// erlang:cancel_timer: milliseconds left or false; `ok` with info off; with async the result comes
/// as a message {cancel_timer, Ref, Result}.
Term cancel_timer(Process& p, Term ref, CancelOptions options);
/// erlang:read_timer: as above, {read_timer, Ref, Result}.
Term read_timer(Process& p, Term ref, CancelOptions options);

}  // namespace vm
