// RunQueue: processes that are ready to run on one scheduler, by priority, each priority first in
// first out. max runs before all others, high before normal and low; a low process runs after
// kLowEvery - 1 normal ones. Invariants: a process in a queue has the state queued and
// is in exactly one queue; `length` counts them. Threads: any, under the lock; length() without.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <random>

namespace vm {

class RunQueue {
 public:
  /// A `stress_seed` that is not 0 has processes taken in random order.
  explicit RunQueue(std::uint64_t stress_seed = 0);

  /// Puts it last among those of its priority; returns the length afterwards.
  Word push(Process& p);
  /// The next one to run, or null.
  Process* pop();
  /// Takes up to half (at least one) of the processes, in order, as a chain through run_queue_next.
  /// For another scheduler that steals them.
  Process* steal(Word* count);
  /// Puts a chain of processes in.
  void push_chain(Process* first);
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
    Word count = 0;
  };
  static constexpr unsigned kPriorities = 4;
  static constexpr unsigned kLowEvery = 8;
  List* next_list() VM_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kRunQueue};
  List lists_[kPriorities] VM_GUARDED_BY(mutex_);
  unsigned normal_since_low_ VM_GUARDED_BY(mutex_) = 0;
  Atomic<Word> length_{0};
  const bool random_;
  std::minstd_rand random_engine_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
