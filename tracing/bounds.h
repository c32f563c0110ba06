// Bounds: what the owner of a session lets it cost (Z4): how many of its messages may wait in the
// tracer's queue and what happens to the next one, how many events there may be at all and in a
// second, and when it is over. A session without bounds has none of this and pays one test.
//
// An event asks to be let in before it is built (admit()); from then on it counts as waiting until
// the tracer takes its message out, or the message is thrown away (gone()). What was dropped is
// told as {trace_dropped, N}, in the tracer's queue at the place where the events are missing: all
// decisions of a session are made under one lock, and so is the sending of that message. When the
// session stops by itself, the last message is {trace_stopped, Reason}, Reason one of overload,
// max_events, stop_after.
// Invariants: `waiting` is the number of messages in the tracer's queues and of events let in that
// are being built; at most queue_limit of them, but with `block` one more from each process that is
// on its way to stop running.
// Ownership: counted: the session, each setting that names it, each message under way.
// Threads: any.
#pragma once

#include "tracing/overload.h"
#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/proc/signal.h"

#include <optional>
#include <vector>

namespace tracing {

using vm::SWord;
using vm::Term;
using vm::Vm;
using vm::Word;

/// Options of trace:session_create/3; 0: no such bound.
struct BoundOptions {
  Word queue_limit = 0;
  Overload overload = Overload::kDropNew;
  Word max_events = 0;
  Word max_rate = 0;  // events in a second; those above are dropped
  Word stop_after_ms = 0;
};

class Bounds final : public vm::Shared, public vm::MessageReceipt {
 public:
  Bounds(Vm& vm, Term tracer, const BoundOptions& options);

  /// Whether an event now would not be let in; it then counts as dropped. To be asked before
  /// something large is built for an event.
  bool rejects() VM_EXCLUDES(mutex_);
  /// Lets one event in. False: not; it is counted. After true comes a message with this as its
  /// receipt (retain() it), then sent().
  bool admit() VM_EXCLUDES(mutex_);
  void sent() VM_EXCLUDES(mutex_);
  void gone() override VM_EXCLUDES(mutex_);
  /// Tells now what was dropped.
  void flush() VM_EXCLUDES(mutex_);
  /// How long the session may go on, in ms; nothing without such a bound. When the time is over it
  /// ends here, event or not.
  std::optional<Word> ms_left() VM_EXCLUDES(mutex_);
  /// The session has ended: what was dropped is told, whoever waits goes on.
  void finish() VM_EXCLUDES(mutex_);

  Word session_id = 0;  // set before anybody else has the session

 private:
  enum class State : std::uint8_t { kOpen, kStopping, kOver };
  enum class Verdict : std::uint8_t { kIn, kInAndBlock, kDrop, kOver };
  Verdict judge() VM_REQUIRES(mutex_);
  void stop(const char* reason) VM_REQUIRES(mutex_);
  void report_dropped() VM_REQUIRES(mutex_);
  void report_stopped() VM_REQUIRES(mutex_);
  void end_session() VM_EXCLUDES(mutex_);
  void resume(const std::vector<Term>& pids);

  Vm& vm_;
  const Term tracer_;
  const BoundOptions options_;
  const SWord deadline_ns_;
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  State state_ VM_GUARDED_BY(mutex_) = State::kOpen;
  const char* reason_ VM_GUARDED_BY(mutex_) = nullptr;  // why it stops
  Word events_ VM_GUARDED_BY(mutex_) = 0;               // let in
  Word building_ VM_GUARDED_BY(mutex_) = 0;             // let in, not yet sent
  Word waiting_ VM_GUARDED_BY(mutex_) = 0;              // let in, not yet taken
  Word dropped_ VM_GUARDED_BY(mutex_) = 0;              // not yet told
  SWord second_start_ns_ VM_GUARDED_BY(mutex_) = 0;
  Word in_second_ VM_GUARDED_BY(mutex_) = 0;
  std::vector<Term> blocked_ VM_GUARDED_BY(mutex_);  // processes that run again when there is room
};

}  // namespace tracing
