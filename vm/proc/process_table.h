// ProcessTable: from pids to processes. A pid is a number that only grows: number = generation *
// capacity + slot. A slot that becomes free goes to the end of a queue with its next generation, so
// a number comes back only after 2^60 / capacity generations. Slots are reused when many are free,
// before all have been used once: otherwise a machine that makes and ends processes would touch
// every page of the table, 16 bytes for each process it ever made. Look-ups take no lock: a slot
// holds a pointer, and what it points to is freed only after thread progress.
// Ownership: the table owns the processes. Threads: see each function.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <deque>
#include <memory>
#include <vector>

namespace vm {

inline constexpr Word kDefaultProcessLimit = 1048576;
/// Slots are reused from the time when this many are free. Until then new pids are consecutive
/// numbers.
inline constexpr Word kWaitingSlots = 65536;
/// `<0.Number.Serial>`
inline constexpr Word pid_number(Term pid) { return pid.id_data() & 0xFFFFFFF; }
/// The local pid with these numbers (list_to_pid), whether it exists or not.
inline Term make_pid(Word number, Word serial) { return Term::local_pid((serial << 28) | number); }

class ProcessTable {
 public:
  explicit ProcessTable(Vm& vm, Word capacity = kDefaultProcessLimit);
  /// Frees all processes. The schedulers have stopped.
  ~ProcessTable();
  ProcessTable(const ProcessTable&) = delete;

  /// The process with this pid, or null if there is none (any more). Valid until this thread next
  /// reports progress; the thread must be an awake participant of thread progress. An exiting
  /// process is found until hide().
  Process* find(Term pid) const {
    if (!pid.is_local_pid()) return nullptr;
    // acquire: pairs with the release in create(); the process is complete when it can be found.
    Process* p = slots_[pid.id_data() & mask_].load(std::memory_order_acquire);
    return p != nullptr && p->pid == pid ? p : nullptr;
  }
  /// A process with a new pid, not runnable yet and not visible to find(); null when the table is
  /// full (system_limit).
  std::unique_ptr<Process> create();
  /// From now on find() returns it, and the table owns it.
  Process& publish(std::unique_ptr<Process> process);
  /// From now on find() and for_each() skip it. Called before an exiting process reports its end: a
  /// process that has heard of it must not find it any more.
  void hide(Process& p);
  /// Frees a hidden process that has ended, after thread progress, and then its pid.
  void remove(Process& p);
  /// Frees a process of create() that was never published, with its pid.
  void give_back(std::unique_ptr<Process> process);

  /// Calls f(Process&) for each process that exists during the whole call (and perhaps others). The
  /// thread is an awake participant; f must not report.
  template <class F>
  void for_each(F&& f) const {
    // relaxed: a bound; processes created meanwhile may be missed.
    const Word end = high_mark_.load(std::memory_order_relaxed);
    for (Word slot = 0; slot < end; ++slot) {
      Process* p = slots_[slot].load(std::memory_order_acquire);  // as in find()
      if (p != nullptr) f(*p);
    }
  }
  /// erlang:processes/0: pids of all processes that are not exiting, in order of creation.
  std::vector<Term> pids() const;
  /// Processes that are not hidden, and those that are being made.
  Word count() const { return count_.load(std::memory_order_relaxed); }  // relaxed: advice
  Word capacity() const { return mask_ + 1; }
  /// The number of the next process, its pid's id_data().
  Word next_number() const VM_EXCLUDES(mutex_);
  /// The next process gets the first number from `from` on that its slot allows; where there is
  /// none up to the last number, 2^60 - 1, the first of all. For tests. Returns it.
  Word set_next_number(Word from) VM_EXCLUDES(mutex_);

 private:
  void free_number(Word number);
  bool reuses_slot() const VM_REQUIRES(mutex_);

  Vm& vm_;
  const Word mask_;
  Atomic<Process*>* slots_;  // capacity of them, zeroed pages
  // On other cache lines than what find() reads.
  alignas(64) mutable Mutex mutex_{LockRank::kProcessTable};
  // Pid numbers to reuse, longest free first. A deque: its memory grows and shrinks with them.
  std::deque<Word> free_ VM_GUARDED_BY(mutex_);
  Word fresh_ VM_GUARDED_BY(mutex_) = 0;       // slots never used begin here
  Word fresh_base_ VM_GUARDED_BY(mutex_) = 0;  // their first generation * capacity
  Atomic<Word> high_mark_{0};                  // = fresh_, for readers
  Atomic<Word> count_{0};
};

}  // namespace vm
