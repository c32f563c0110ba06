// SystemWatch: reports slow or large things in any process to watchers: trace:system/3 of each
// session, and erlang:system_monitor/1,2. While there is no watcher, the machine tests one word
// (Vm::watched) in a collection, a time slice, a change of a message queue or a wait for a port.
// Invariants: Vm::watched has the bits of all watchers alive; reports to a watcher that a queue is
// long, and that it is not any more, alternate.
// Threads: reports are made by the thread that runs the process; the watchers are an immutable list
// that is replaced whole, and the old one is freed after thread progress. Contract: E3.
#pragma once

#include "tracing/session.h"

#include <set>
#include <utility>

namespace tracing {

/// What one watcher wants; 0 or false: nothing of the kind.
struct WatchSettings {
  Word long_gc_ms = 0;
  Word long_schedule_ms = 0;
  Word large_heap_words = 0;
  Word queue_enable = 0;  // messages: from here on a queue is long
  Word queue_disable = 0;
  bool busy_port = false;
  bool busy_dist_port = false;
  bool is_empty() const {
    return long_gc_ms == 0 && long_schedule_ms == 0 && large_heap_words == 0 && queue_enable == 0 &&
           !busy_port && !busy_dist_port;
  }
};

/// Sets one event: `true`/`false` or a limit, as trace:system/3 takes them. False: badarg.
bool set_watched_event(WatchSettings& settings, Term event, Term value);

class SystemWatch {
 public:
  explicit SystemWatch(Vm& vm) : vm_(vm) {}
  ~SystemWatch();
  SystemWatch(const SystemWatch&) = delete;

  /// Settings of a session; null: those of erlang:system_monitor/2.
  WatchSettings settings(const Session* session) const;
  /// Replaces them. Reports go to `tracer`.
  void set(const SharedRef<Session>& session, const Tracer& tracer, const WatchSettings& settings)
      VM_EXCLUDES(mutex_);
  /// The process that erlang:system_monitor/2 named; none if there is none (any more).
  Tracer monitor() const;
  /// The settings as programs see them, a list.
  static Term to_list(vm::HeapBuilder& builder, const WatchSettings& settings);

  // --- what the machine reports: rows of vm/proc/trace_points.def ---
  void collected(Process& p, SWord ns);
  void slice_ended(Process& p, vm::CodeAddress from, SWord ns);
  /// The driver of `port` has handled an event, `what` of it.
  void port_event_ended(Term port, Term what, SWord ns);
  /// `p` has to wait for `port`.
  void port_is_busy(Process& p, Term port);
  void queue_changed(Process& p) VM_EXCLUDES(queue_mutex_);
  /// The process is gone.
  void forget(Process& p) VM_EXCLUDES(queue_mutex_);

 private:
  struct Watcher {
    SharedRef<Session> session;  // null: erlang:system_monitor/2
    Tracer tracer;
    WatchSettings settings;
  };
  using Watchers = std::vector<Watcher>;
  const Watchers& watchers() const;
  bool may_report(const Watcher& watcher, Term about) const;
  void report(const Watcher& watcher, Term about, Term event, Term info);

  Vm& vm_;
  vm::Mutex mutex_{vm::LockRank::kTraceSession};   // held while the list is replaced
  vm::Atomic<const Watchers*> watchers_{nullptr};  // release in set(), acquire in watchers()
  vm::Mutex queue_mutex_{vm::LockRank::kBpCounters};
  // Which queues were reported to be long: pid and session number (~0: erlang:system_monitor/2).
  std::set<std::pair<Word, Word>> long_queues_ VM_GUARDED_BY(queue_mutex_);
};

}  // namespace tracing
