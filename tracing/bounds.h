// Bounds: what the owner of a session lets it cost (Z4): how many of its messages may wait in the
// tracer's queue and what becomes of the next one, how many events there may be at all and in a
// second, and when the session ends. A session without bounds has none of this and pays one test.
//
// An event is admitted or rejected before it is built (admit()). An admitted event counts as
// waiting until the tracer takes its message out of the queue, or the message is thrown away
// (gone()). Rejected events are dropped and reported as {trace_dropped, N}, in the tracer's queue
// at the place where the events are missing: all decisions of a session are made under one lock,
// and that message is sent under it. The last message of a session that ends by itself is
// {trace_stopped, Reason}, Reason one of overload, max_events, stop_after. For a tracer module, an
// event waits while its function runs, and these two are events with the tags trace_dropped and
// trace_stopped, the tracee `undefined` and N or Reason as term, if enabled/3 wants them.
// Invariants: `waiting` is the number of messages in the tracer's queues and of admitted events
// that are being built; at most queue_limit of them, but with `block` one more from each process
// that is about to stop running. Ownership: counted: the session, each setting that names it, each
// message under way. Threads: any.
#pragma once

#include "tracing/capture.h"
#include "tracing/overload.h"
#include "tracing/tracer_module.h"
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
  Capture capture;
  bool keeps_tail_calls = false;  // see Hit::report_return()
  bool counts_returns = true;     // false: outside of max_events and max_rate
  bool counts_exceptions = true;  // likewise
};

class Bounds final : public vm::Shared, public vm::MessageReceipt {
 public:
  /// `tracer`: a process or port, or none() with a module.
  Bounds(Vm& vm, Term tracer, vm::SharedRef<TracerModule> module, const BoundOptions& options);

  /// Whether an event with this tag would be rejected now; it then counts as dropped. To be called
  /// before something large is built for an event.
  bool rejects(Term tag) VM_EXCLUDES(mutex_);
  /// Admits one event, or rejects it (false) and counts it as dropped. The caller then sends a
  /// message of an admitted event with this as its receipt (one count, which gone() takes back),
  /// and calls sent().
  bool admit(Term tag) VM_EXCLUDES(mutex_);
  /// The message of an admitted event is in the tracer's queue.
  void sent() VM_EXCLUDES(mutex_);
  /// It has left the queue. Releases the count that the message held.
  void gone() override VM_EXCLUDES(mutex_);
  /// Reports dropped events now.
  void flush() VM_EXCLUDES(mutex_);
  /// How long the session may go on, in ms; nullopt without such a bound. When the time is over,
  /// this ends the session.
  std::optional<Word> ms_left() VM_EXCLUDES(mutex_);
  /// What of its events the session gets; null: everything.
  const Capture* capture() const {
    return options_.capture.is_everything() ? nullptr : &options_.capture;
  }
  /// Whether tail calls stay tail calls where returns are traced.
  bool keeps_tail_calls() const { return options_.keeps_tail_calls; }
  /// The session has ended: reports dropped events, and resumes the processes that wait.
  void finish() VM_EXCLUDES(mutex_);

  Word session_id = 0;  // set before another thread can have the session

 private:
  enum class State : std::uint8_t { kOpen, kStopping, kOver };
  enum class Verdict : std::uint8_t { kIn, kInAndBlock, kDrop, kOver };
  bool counts(Term tag) const;
  Verdict judge(Term tag) VM_REQUIRES(mutex_);
  void stop(Term reason) VM_REQUIRES(mutex_);
  void report_dropped() VM_REQUIRES(mutex_);
  void report_stopped() VM_REQUIRES(mutex_);
  void notify(Term tag, Term what) VM_REQUIRES(mutex_);
  void call_module() VM_EXCLUDES(mutex_);
  void end_session() VM_EXCLUDES(mutex_);
  void resume(const std::vector<Term>& pids);

  Vm& vm_;
  const Term tracer_;
  const vm::SharedRef<TracerModule> module_;
  const BoundOptions options_;
  const SWord deadline_ns_;
  vm::Mutex mutex_{vm::LockRank::kTraceBounds};
  State state_ VM_GUARDED_BY(mutex_) = State::kOpen;
  Term reason_ VM_GUARDED_BY(mutex_);        // why it stops
  Word events_ VM_GUARDED_BY(mutex_) = 0;    // admitted, of those that count
  Word building_ VM_GUARDED_BY(mutex_) = 0;  // admitted, not yet sent
  Word waiting_ VM_GUARDED_BY(mutex_) = 0;   // admitted, not yet taken
  Word dropped_ VM_GUARDED_BY(mutex_) = 0;   // not yet reported
  SWord second_start_ns_ VM_GUARDED_BY(mutex_) = 0;
  Word in_second_ VM_GUARDED_BY(mutex_) = 0;
  std::vector<Term> blocked_ VM_GUARDED_BY(mutex_);  // processes that run again when there is room
  struct Notice {
    Term tag;
    Term what;
  };
  std::vector<Notice> notices_ VM_GUARDED_BY(mutex_);  // for the module, called without the lock
};

}  // namespace tracing
