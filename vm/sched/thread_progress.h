// ThreadProgress: how the machine waits for all its threads without stopping any of them (B10). A
// thread that reports says "I hold no pointer that I found in a shared structure". Once every
// thread has reported (or slept) since an object was taken out of a structure, no thread can hold
// it any more, and it may be freed or built on.
//
// There is one number, the epoch. Each participant keeps the epoch that it saw at its last report,
// or kAsleep. When all have seen the present epoch, it advances. An action registered in epoch e
// runs when the epoch is e+2: the step to e+1 may be based on reports made before the registration,
// the step to e+2 only on later ones. README.md has the argument. Threads: a Participant belongs to
// one thread; everything else may be called by any thread.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/base/types.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace vm {

class ThreadProgress {
 public:
  using Action = std::function<void()>;

  explicit ThreadProgress(bool stress = false);
  /// Runs the actions that are still waiting. All participants are gone.
  ~ThreadProgress();
  ThreadProgress(const ThreadProgress&) = delete;

  struct Waiting {
    Word due;  // the epoch from which on it may run
    Action action;
  };

  /// One thread's part. Asleep when made.
  class Participant {
   public:
    explicit Participant(ThreadProgress& progress);
    ~Participant();
    Participant(const Participant&) = delete;

    /// "I hold nothing": between processes, many times a millisecond. Runs actions of this thread
    /// that are due.
    void report() {
      // relaxed: an old value only delays the advance by one report.
      const Word epoch = progress_.epoch_.load(std::memory_order_relaxed);
      if (epoch != seen_here_ || progress_.is_later_wanted(epoch) || progress_.has_orphans(epoch))
          [[unlikely]] {
        report_slowly();
      }
      run_due();
    }
    /// The thread will touch nothing shared until wake(): it counts as having reported. Its actions
    /// pass to the other participants.
    void sleep();
    void wake();

   private:
    friend class ThreadProgress;
    void give_away_actions();
    void fall_asleep();
    void report_slowly();
    void try_to_advance();
    void run_due() {
      if (!waiting_.empty()) [[unlikely]]
        run_due_slowly();
    }
    void run_due_slowly();

    ThreadProgress& progress_;
    Atomic<Word> seen_{kAsleep};  // release at report, acquire in try_advance()
    Word seen_here_ = kAsleep;    // the same, for this thread
    bool asleep_ = true;
    Word reports_to_try_ = 0;      // this thread's: to the next attempt to advance the epoch
    Word reports_between_ = 1;     // this thread's: from that attempt to the one after it
    std::deque<Waiting> waiting_;  // this thread's actions, in order of registration
  };

  /// Runs `action` once every participant has reported or slept since this call: on this thread if
  /// it is a participant and awake, else on that of any participant (or at the end of the machine).
  /// The action must not wait.
  void later(Action action);
  /// Runs all actions that wait. All participants sleep for good (the machine ends).
  void run_all();
  /// later() that deletes.
  template <class T>
  void delete_later(T* object) {
    later([object] { std::unique_ptr<T>{object}; });
  }
  Word epoch() const { return epoch_.load(std::memory_order_acquire); }  // pairs with try_advance()

  /// While it exists, this thread may hold what it finds in shared structures: for threads that are
  /// not schedulers (I/O). Costs nothing where the thread is an awake participant already. A thread
  /// that visits often has a participant of its own.
  class Visit {
   public:
    explicit Visit(ThreadProgress& progress) {
      if (!progress.is_awake_here()) (visitor_ = &own_.emplace(progress))->wake();
    }
    explicit Visit(Participant& participant) {
      if (!participant.progress_.is_awake_here()) (visitor_ = &participant)->wake();
    }
    ~Visit() {
      if (visitor_ != nullptr) visitor_->sleep();
    }
    Visit(const Visit&) = delete;

   private:
    std::optional<Participant> own_;
    Participant* visitor_ = nullptr;
  };
  /// While it exists, this thread only waits, for another thread that may need progress: it counts
  /// as having reported, and its actions pass to the other participants. For a scheduler in the
  /// middle of running a process, which may find everything changed afterwards, as between two time
  /// slices.
  class Quiescent {
   public:
    explicit Quiescent(ThreadProgress& progress);
    ~Quiescent();
    Quiescent(const Quiescent&) = delete;

   private:
    Participant* const participant_;  // null: the thread was no awake participant
  };
  /// Whether this thread is an awake participant.
  bool is_awake_here() const { return current_ != nullptr && &current_->progress_ == this; }

 private:
  static constexpr Word kAsleep = ~Word{0};
  static constexpr Word kNever = ~Word{0};
  // relaxed, both: advice
  bool is_later_wanted(Word epoch) const { return epoch < wanted_epoch_.load(kRelaxed); }
  bool has_orphans(Word due) const { return orphans_due_.load(kRelaxed) <= due; }
  void add_orphan(Waiting waiting) VM_REQUIRES(mutex_);
  enum class Advance { kAdvanced, kDelayed, kBlocked };
  Advance try_advance();
  Advance advance_locked() VM_REQUIRES(mutex_);
  bool has_due_orphans();
  void run_orphans();

  static thread_local constinit Participant* current_;  // the one this thread is awake as

  const bool stress_;
  // All threads read this line at each report. It changes with the epoch, and not with each action.
  alignas(64) Atomic<Word> epoch_{2};
  Atomic<Word> wanted_epoch_{0};      // the latest that an action waits for; only grows
  Atomic<Word> orphans_due_{kNever};  // the first epoch at which one of orphans_ may run
  alignas(64) Mutex mutex_{LockRank::kThreadProgress};
  std::vector<Participant*> participants_ VM_GUARDED_BY(mutex_);
  std::deque<Waiting> orphans_ VM_GUARDED_BY(mutex_);  // of sleeping threads and non-participants
  Word stress_count_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace vm
