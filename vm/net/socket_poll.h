// SocketPoll: tells sockets when their descriptors are ready or their deadlines have passed. One
// epoll set holds all sockets; so there is no thread per socket, and a change of what a socket
// waits for is one system call on the thread that makes it. Schedulers wait for the set, one at a
// time, when they have nothing to run, and look at it now and then when they have (idle_poll.h). So
// an event wakes no thread but the one that runs the process it is for. A watchdog thread sees to
// it that a scheduler that sleeps elsewhere takes the place of one that left the set and runs for
// long. Invariants: each entry holds its port, so a socket is called only while it exists, also
// when its port has ended and the last output is being written. Events of a descriptor number that
// was closed and reused are harmless: entries are found by port number, which is never reused, and
// system calls do not block.
// Ownership: PortTable. Threads: any; sockets are called on schedulers, inside a PortEntry.
#pragma once

#include "vm/port/port.h"
#include "vm/sched/idle_poll.h"

#include <map>
#include <set>
#include <thread>
#include <unordered_map>

namespace vm {

/// What SocketPoll calls.
class PolledSocket {
 public:
  /// The descriptor is ready for some of `events` (EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP).
  virtual void ready(unsigned events) = 0;
  /// The deadline of set_deadline() has passed; possibly an earlier one that was replaced.
  virtual void deadline_passed() = 0;

 protected:
  ~PolledSocket() = default;

 private:
  friend class SocketPoll;
  Word last_event_ = 0;  // the number of the last event that was reported; under the port's lock
};

class SchedulerSet;

class SocketPoll final : public IdlePoll {
 public:
  explicit SocketPoll(SchedulerSet& schedulers);
  ~SocketPoll();
  SocketPoll(const SocketPoll&) = delete;

  static constexpr SWord kNever = INT64_MAX;
  /// Monotonic time, in milliseconds; what deadlines are measured in.
  static SWord now_ms();
  /// The deadline of something that may take `timeout_ms`, which never passes earlier than that.
  static SWord deadline_after(SWord timeout_ms);

  /// Reports `events` of `fd` until the next watch() or forget(). 0: only the socket's deadline
  /// keeps it here. False, with errno: the descriptor cannot be watched.
  bool watch(Port& port, PolledSocket& socket, int fd, unsigned events) VM_EXCLUDES(mutex_);
  /// Calls the socket when `deadline_ms` has passed; kNever: no more.
  void set_deadline(Port& port, PolledSocket& socket, SWord deadline_ms) VM_EXCLUDES(mutex_);
  /// Reports nothing of `port` any more, and drops its count of it. Before `fd` is closed.
  void forget(Port& port, int fd) VM_EXCLUDES(mutex_);

  /// Calls no socket for `ms` milliseconds from now. Any thread.
  void rest(SWord ms) { rests_until_ms_.store(now_ms() + ms, kRelaxed); }

  /// Schedulers wait here no more. They have stopped, or are about to.
  void stop() VM_EXCLUDES(watchdog_mutex_);

  // --- IdlePoll ---
  bool enter() override;
  void leave() override VM_EXCLUDES(watchdog_mutex_);
  bool is_free() const override {
    return !has_scheduler_.load(kRelaxed);  // relaxed: advice
  }
  bool wait(SWord timeout_ns, ReadyEvents& ready) override;
  void serve(const ReadyEvents& ready) override VM_EXCLUDES(mutex_);
  void interrupt() override;

 private:
  struct Entry {
    SharedRef<Port> port;
    PolledSocket* socket;
    bool is_in_set = false;
    SWord deadline_ms = kNever;
  };
  Entry& entry_of(Port& port, PolledSocket& socket) VM_REQUIRES(mutex_);
  void drop_if_unused(Word number) VM_REQUIRES(mutex_);
  void arm_timer() VM_REQUIRES(mutex_);
  /// The watchdog.
  void watch_schedulers() VM_EXCLUDES(watchdog_mutex_);
  /// `known`: how many events had been reported before the set was asked.
  void report_event(Word number, unsigned events, Word known) VM_EXCLUDES(mutex_);
  void report_passed() VM_EXCLUDES(mutex_);
  /// Waits until rest() is over.
  void wait_for_rest() const;

  SchedulerSet& schedulers_;
  const int epoll_;
  const int timer_;      // a timerfd in the set
  const int interrupt_;  // an eventfd in the set, which nobody reads: see interrupt()
  Mutex mutex_{LockRank::kIoOutput};
  std::unordered_map<Word, Entry> entries_ VM_GUARDED_BY(mutex_);  // by port number
  std::set<std::pair<SWord, Word>> deadlines_ VM_GUARDED_BY(mutex_);
  SWord armed_ms_ VM_GUARDED_BY(mutex_) = kNever;  // when the timer fires
  Atomic<SWord> rests_until_ms_{0};                // relaxed: a time, nothing depends on it
  Atomic<bool> has_scheduler_{false};              // one is between enter() and leave()
  Atomic<bool> is_stopped_{false};                 // relaxed: those who wait are interrupted
  Atomic<Word> times_left_{0};                     // how often leave() was called
  Atomic<Word> events_reported_{0};                // see report_event()

  Mutex watchdog_mutex_{LockRank::kSchedulerSleep};
  CondVar watchdog_condition_;
  Atomic<bool> watchdog_sleeps_{false};  // set before its last look, as schedulers do (leave())
  std::thread watchdog_;                 // constant after construction, but for stop()
};

}  // namespace vm
