// IdlePoll: what a scheduler without work may wait for, beside being woken: events of the operating
// system. It serves them itself and runs the processes that they wake, where an event that another
// thread serves costs the time to wake a scheduler. Threads: see each function. Ownership: its
// maker's; it outlives the scheduler threads.
#pragma once

#include "vm/base/types.h"

#include <array>
#include <sys/epoll.h>

namespace vm {

/// Events that were taken and are to be served.
struct ReadyEvents {
  std::array<epoll_event, 64> events;  // the first `count`
  int count = 0;
  Word known = 0;  // the poll's: which events had been served before these were asked for
};

class IdlePoll {
 public:
  /// Takes the place of the one scheduler that waits and serves. False: it is taken, or there is
  /// nothing to wait for any more.
  virtual bool enter() = 0;
  /// Gives the place back.
  virtual void leave() = 0;
  /// Advice: no scheduler is in the place.
  virtual bool is_free() const = 0;
  // Between enter() and leave(), without locks:
  /// Waits until events are ready, interrupt() was called or `timeout_ns` has passed (negative: no
  /// limit); may return earlier. False: it waits for nothing any more. Asleep to thread progress,
  /// unless the time is zero.
  virtual bool wait(SWord timeout_ns, ReadyEvents& ready) = 0;
  /// Serves what wait() has taken. Awake to thread progress.
  virtual void serve(const ReadyEvents& ready) = 0;
  /// The next or present wait() returns. May end that of another scheduler, which came later. Any
  /// thread.
  virtual void interrupt() = 0;

 protected:
  ~IdlePoll() = default;
};

}  // namespace vm
