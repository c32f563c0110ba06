// RunQueue: processes that are ready to run on one scheduler, by priority, each priority first in
// first out. max runs before all others, high before normal and low. A low process gets one turn
// where a normal one gets kLowEvery, however many there are of either. A process whose answer
// another one waits for is put into the list of a higher priority (hastened_processes.h).
// Invariants: a process in a queue has the state queued and is in exactly one queue; `length`
// counts them. Threads: any, under the lock; length() and top() without.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/base/random_numbers.h"
#include "vm/proc/process.h"

namespace vm {

class RunQueue {
 public:
  /// A `stress_seed` that is not 0 has processes taken in random order.
  explicit RunQueue(std::uint64_t stress_seed = 0);

  /// Puts it last among those of its priority; returns the length afterwards.
  Word push(Process& p);
  /// The next one to run, or null.
  Process* pop();
  /// Takes half of the processes of each priority (at least one in all), in order, as a chain
  /// through run_queue_next. For another scheduler that steals them.
  Process* steal(Word* count);
  static constexpr unsigned kPriorities = 4;
  struct Load {
    Word waiting[kPriorities] = {};  // processes in the queue
    Word turns[kPriorities] = {};    // taken by pop() since the last begin_period() but one
  };
  /// By priority.
  Load load() const VM_EXCLUDES(mutex_);
  /// The counts of turns begin anew.
  void begin_period() VM_EXCLUDES(mutex_);
  /// Takes up to `count` processes of a priority, in order, as steal() does. Null: there are none.
  Process* take(unsigned priority, Word count) VM_EXCLUDES(mutex_);
  /// Puts a chain of processes in. Counts as a turn for each, as none has waited here.
  void push_chain(Process* first);
  /// Puts a process that was added to HastenedProcesses into the list of its new priority. False
  /// if it is not in this queue. Looks through the lists of lower priorities.
  bool raise(Process& p) VM_EXCLUDES(mutex_);
  /// What the next process is like. By the scheduler whose queue it is, as advice.
  enum class Top : std::uint8_t { kMax, kHigh, kOrdinary, kNone };
  Top top() const { return top_.load(kRelaxed); }  // relaxed: advice; pop() looks under the lock
  Word length() const {
    return length_.load(std::memory_order_seq_cst);
  }  // see SchedulerSet::wake_one()

 private:
  struct List {
    Process* first = nullptr;
    Process* last = nullptr;
    void push(Process& p);
    Process* pop();
    Process* take_at(Word index);
    bool remove(Process& p);
    Word count = 0;
  };
  /// Moves the first `count` processes of a list to the end of a chain.
  struct Chain {
    Process* first = nullptr;
    Process* last = nullptr;
    Word count = 0;
    void move_from(List& list, Word wanted);
  };
  static constexpr unsigned kLowEvery = 8;
  List* next_list() VM_REQUIRES(mutex_);
  List& insert(Process& p) VM_REQUIRES(mutex_);
  void note_top() VM_REQUIRES(mutex_);

  mutable Mutex mutex_{LockRank::kRunQueue};
  List lists_[kPriorities] VM_GUARDED_BY(mutex_);
  Word turns_[kPriorities] VM_GUARDED_BY(mutex_) = {};          // of this period
  Word earlier_turns_[kPriorities] VM_GUARDED_BY(mutex_) = {};  // of the one before
  Word low_credit_ VM_GUARDED_BY(mutex_) = 0;
  Atomic<Word> length_{0};
  Atomic<Top> top_{Top::kNone};
  const bool random_;
  RandomNumbers random_numbers_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
