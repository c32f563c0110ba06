// Scheduler: a thread that runs processes, one at a time, each for a time slice of reductions.
// SchedulerSet: all of them, and how work finds a thread. A process becomes runnable by
// make_runnable(): the thread that sets its state to queued puts it in a run queue, normally that
// of the scheduler that the thread is, so that processes that exchange messages stay on one
// processor. A scheduler that runs out of work steals half of the longest queue, then sleeps. Those
// whose index is not below the running limit are offline: they give away what is queued with them
// and run their timers only (offline.cpp). README.md argues that no wake-up is lost. Threads: see
// each function.
#pragma once

#include "vm/base/owned_by.h"
#include "vm/base/random_numbers.h"
#include "vm/proc/process.h"
#include "vm/sched/clock.h"
#include "vm/sched/run_queue.h"
#include "vm/sched/thread_progress.h"
#include "vm/sched/timers.h"

#include <memory>
#include <thread>
#include <vector>

namespace vm {

class IdlePoll;
class MemoryTrim;
class Turns;
struct ReadyEvents;

/// What a scheduler has spent its time on since it began, except running processes.
struct SchedulerTimes {
  SWord at_ns = 0;  // monotonic time at which the figures were read
  SWord asleep_ns = 0;
  SWord collecting_ns = 0;  // while SchedulerSet::measure_collections() is on
};

struct CollectionCounts {
  Word collections = 0;
  Word collected_words = 0;
};

/// What waits for the end of a time slice, so that all that is done in it is done at once.
class AfterSlice {
 public:
  /// On the scheduler, no process runs.
  virtual void slice_ended() = 0;

 protected:
  ~AfterSlice() = default;
};

class Scheduler {
 public:
  Scheduler(Vm& vm, unsigned index, SWord now_ms);
  Scheduler(const Scheduler&) = delete;

  /// The scheduler this thread is, or null.
  static Scheduler* current() { return current_; }

  Vm& vm;
  const unsigned index;
  const Word counter_place;  // of its words among those of all schedulers (BreakpointSummary)
  RunQueue queue;
  Timers timers;
  Process* running = nullptr;  // this thread's
  SWord slice = 0;             // reductions that the time slice in progress began with
  Word ref_count = 0;          // numbers given to references; this thread's

  // Registers of the process that runs.
  Term x[kMaxX + kScratchX];
  double f[kMaxFloatRegisters];

  // Counters for statistics/1; written by this thread, read by others.
  Atomic<Word> reductions_done{0};
  Atomic<Word> context_switches{0};
  Atomic<Word> collections{0};
  Atomic<Word> collected_words{0};
  Atomic<SWord> collecting_ns{0};
  Atomic<bool> is_busy{false};  // a process runs

  /// A sample of a stack is due (tracing/sampler.h): time slices have random lengths until one of
  /// them is cut off. This thread only.
  bool owes_sample = false;

  /// Has `waiter`, which lives as long as the machine, called once after the time slice in
  /// progress. False: none is. This thread only.
  bool call_after_slice(AfterSlice& waiter);
  /// Any thread.
  SchedulerTimes times() VM_EXCLUDES(sleep_mutex_);
  /// A collection has ended, which took `ns` (0: not measured). This thread only.
  void count_collection(Word words, SWord ns);
  /// The running process makes another one runnable, a child or the receiver of a message. Until
  /// its time slice ends, this thread wakes no other scheduler for what it queues, and others do
  /// not take it at once. This thread only.
  void hold_queue() { holds_queue_.store(true, kRelaxed); }  // relaxed: advice for thieves
  /// With --stress=delay, at random: pauses for up to three milliseconds, as a thread whose
  /// processor runs another one. This thread only.
  void stress_delay();

 private:
  friend class SchedulerSet;
  void loop();
  Process* find_work();
  /// Whether what was taken from other schedulers has been worth it, once it has run.
  void judge_last_theft();
  /// Whether it has not been, several times in a row.
  bool finds_little() const;
  SWord pause_between_attempts_ns() const;
  void run(Process& p);
  void run_process(Process& p);
  void call_waiters();
  /// run(), once it is this thread's turn. Not at all if the machine ends first.
  void run_in_turn(Process& p) VM_EXCLUDES(sleep_mutex_);
  void run_slice(Process& p);
  /// Whether the clock is to be read now, to see which timers are due.
  bool is_time_for_timers();
  /// Wakes the schedulers that were not woken during the time slice that has ended.
  void make_up_for_wake_ups();
  bool step_operation(Process& p);
  void leave(Process& p);
  void sleep_until_work();
  /// What an offline scheduler does instead of running processes, until its next wake-up or timer;
  /// and going offline and back.
  void stay_offline();
  static constexpr SWord kNoLimit = 0;
  /// Waits for wake(), the next timer, or events that `poll`, in which it then has its place, puts
  /// into `ready`; no longer than `limit_ns`. Asleep to thread progress.
  void wait_for_wake_up(IdlePoll* poll = nullptr, ReadyEvents* ready = nullptr,
                        SWord limit_ns = kNoLimit) VM_EXCLUDES(sleep_mutex_);
  void wake() VM_EXCLUDES(sleep_mutex_);
  /// Serves events that are ready, once in a while, if no other scheduler waits for them.
  void poll_between_slices();
  void leave_poll(IdlePoll& poll, const ReadyEvents& ready);
  SWord slice_reductions();

  static thread_local constinit Scheduler* current_;

  ThreadProgress::Participant participant_;
  RandomNumbers random_;
  Word balanced_at_ = 0;        // this thread's: reductions_done at its last balance()
  bool takes_samples_ = false;  // this thread's: CodeBackend::takes_samples(), asked once
  std::thread thread_;
  Mutex sleep_mutex_{LockRank::kSchedulerSleep};
  CondVar sleep_condition_;
  bool wake_up_ VM_GUARDED_BY(sleep_mutex_) = false;
  // Where it waits in place of the condition.
  IdlePoll* polls_ VM_GUARDED_BY(sleep_mutex_) = nullptr;
  SWord asleep_ns_ VM_GUARDED_BY(sleep_mutex_) = 0;        // of finished sleeps
  SWord asleep_since_ns_ VM_GUARDED_BY(sleep_mutex_) = 0;  // 0: awake
  Atomic<bool> asleep_{false};     // set before the last look for work; see README.md
  unsigned slices_to_timers_ = 1;  // before is_time_for_timers()
  Word timers_seen_at_ = 0;        // reductions_done when it was time for timers
  // This thread's: a process has its turn; what waits for its end.
  bool is_in_turn_ = false;
  std::vector<AfterSlice*> after_slice_;
  Word polled_at_ = 0;  // this thread's: reductions_done when it left the IdlePoll
  Word slices_since_poll_ = 0;
  bool serves_events_ = false;       // this thread's: events ended its last sleep
  bool is_offline_ = false;          // this thread's: it was reported as offline
  Atomic<bool> holds_queue_{false};  // written by this thread
  // This thread's: see find_work().
  bool has_stolen_ = false;   // what it runs it has taken from another scheduler
  Word stolen_at_ = 0;        // reductions_done then
  unsigned poor_thefts_ = 0;  // in a row
  bool attempts_ = true;      // one more, though they were poor
};

class SchedulerSet {
 public:
  /// `count` schedulers, not started. 0: one per processor.
  SchedulerSet(Vm& vm, unsigned count);
  /// Stops and joins them.
  ~SchedulerSet();
  SchedulerSet(const SchedulerSet&) = delete;

  void start();
  /// Waits until halt() was called, then stops all schedulers; returns the status. Not on a
  /// scheduler.
  int run_until_halt();
  /// Ends and joins all scheduler threads, and runs the actions that wait for thread progress. Not
  /// on a scheduler.
  void stop();
  /// The machine is to end: no process starts another time slice. Any thread; the first call
  /// decides the status.
  void halt(int status);
  /// What the first call of halt() said; 0 before.
  int status() VM_EXCLUDES(halt_mutex_) {
    const MutexLock lock(halt_mutex_);
    return status_;
  }
  bool is_halting() const {
    return halting_.load(std::memory_order_relaxed);
  }  // relaxed: seen by the next time slice

  unsigned count() const { return static_cast<unsigned>(schedulers_.size()); }
  /// From now on only the first `limit` schedulers (1 to count()) run processes. The others end
  /// the time slice they are in, give away what is queued with them, and are offline. A caller that
  /// then waits for thread progress knows that they are. Any thread; callers keep their changes in
  /// order.
  void set_running_limit(unsigned limit);
  unsigned running_limit() const {
    return running_limit_.load(std::memory_order_seq_cst);
  }  // seq_cst: README.md, how a scheduler goes offline
  /// From now on schedulers without work may wait in `poll`.
  void set_idle_poll(IdlePoll& poll) {
    idle_poll_.store(&poll, std::memory_order_release);  // its members; see enter_poll()
  }
  /// Wakes a sleeping scheduler, so that it looks for work and then waits in the IdlePoll. Whether
  /// there is one. Any thread.
  bool wake_idle() {
    wake_one();
    return sleeping_.load(kRelaxed) != 0;  // relaxed: advice
  }
  Scheduler& operator[](unsigned index) { return *schedulers_[index]; }
  Turns& turns() { return *turns_; }
  const Clock& clock() const { return clock_; }
  /// The time for measuring slices: in steps, where that is enough.
  SWord slice_clock_ns() const;

  /// Makes sure that a scheduler looks at `p` (it has signals, or something to run). Any
  /// participant of thread progress, or the owner of the process.
  void make_runnable(Process& p) {
    if (p.sched.state.try_queue()) enqueue(p);
  }
  /// A number for a reference made outside of schedulers.
  Word next_foreign_ref() {
    return foreign_refs_.fetch_add(1, kRelaxed) + 1;
  }  // relaxed: only unique
  /// Takes processes from queues in which more of their priority wait than in that of `own`, this
  /// thread's scheduler, or where they get no turns (balance.cpp). Begins a new period of `own`.
  void balance(Scheduler& own);
  /// How often balance() was called.
  Word balances() const { return balances_.load(kRelaxed); }  // relaxed: a count
  Word total_reductions() const;
  Word total_context_switches() const;
  CollectionCounts total_collections() const;
  /// Has the time that collections take measured from now on, or not.
  void measure_collections(bool on) {
    measures_collections_.store(on, kRelaxed);  // relaxed: a switch, nothing depends on it
  }
  bool measures_collections() const {
    return measures_collections_.load(kRelaxed);  // relaxed: as above
  }
  /// Processes ready to run, of all queues. Advice.
  Word run_queue_length() const;

 private:
  friend class Scheduler;
  void enqueue(Process& p);
  /// Queues `p` with `own`, this thread's scheduler, which may run it (--stress=sched: with any).
  void enqueue_here(Process& p, Scheduler& own);
  bool wake(Scheduler& scheduler);
  /// Wakes a sleeping scheduler that may run processes, if there is one.
  void wake_one();
  /// The IdlePoll, in which the calling scheduler has its place then; null: there is none, or no
  /// place.
  IdlePoll* enter_poll();
  bool may_run(const Scheduler& scheduler) const { return scheduler.index < running_limit(); }
  /// Queues `p` with one of the schedulers that may run it. Any thread.
  void enqueue_anywhere(Process& p);
  /// Schedulers that are neither asleep nor offline. Advice.
  unsigned awake_count() const;
  /// How many more looks of a search leave what other schedulers run themselves, most likely.
  struct Patience {
    int children;  // of a process that still runs
    int one;       // the only process of a queue: looks in a row
  };
  /// Half of what waits in the longest queue that the search has no patience with; null: nothing
  /// does.
  Process* steal_for(Scheduler& thief, Patience& patience);
  void take_share(Scheduler& own, unsigned priority, const std::vector<RunQueue::Load>& loads);

  Vm& vm_;
  Clock clock_;
  Atomic<bool> finds_little_{false};  // what the last thief says: Scheduler::finds_little()
  const std::unique_ptr<MemoryTrim> memory_trim_;
  const std::unique_ptr<Turns> turns_;
  std::vector<std::unique_ptr<Scheduler>> schedulers_;
  // Read by each scheduler at each time slice, and seldom written.
  Atomic<unsigned> running_limit_;  // seq_cst, see running_limit()
  Atomic<IdlePoll*> idle_poll_{nullptr};
  Atomic<bool> halting_{false};
  Atomic<bool> measures_collections_{false};
  // On other cache lines than those: written by each scheduler that runs out of work.
  alignas(64) Atomic<unsigned> sleeping_{0};  // schedulers with asleep_ set
  Atomic<unsigned> searching_{0};             // schedulers that look for work to steal
  Atomic<unsigned> next_target_{0};           // for processes that are queued anywhere
  Atomic<Word> foreign_refs_{0};
  Atomic<Word> balances_{0};
  Mutex halt_mutex_{LockRank::kSchedulerSleep};
  CondVar halt_condition_;
  bool halted_ VM_GUARDED_BY(halt_mutex_) = false;
  int status_ VM_GUARDED_BY(halt_mutex_) = 0;
};

/// Reductions of a process up to now. In its context.
Word reductions_of(const Process& p);

}  // namespace vm
