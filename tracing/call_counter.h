// CallCounter: how often one function was called: a word per scheduler, so that no two schedulers
// write the same cache line and none needs an atomic read-modify-write (F6). CounterTable: where
// counters come from. Ownership: an action of a breakpoint shares its counter with its copies; the
// words belong to the table. Threads: a word is written by its scheduler, and read by any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/shared.h"

#include <vector>

namespace tracing {

using vm::SharedRef;
using vm::Word;

class CounterTable;

class CallCounter final : public vm::Shared {
 public:
  CallCounter(CounterTable& table, vm::Atomic<Word>* words) : table_(table), words_(words) {}
  /// The word of scheduler 0; that of the next one is vm::kCounterStride words behind it.
  vm::Atomic<Word>* words() const { return words_; }
  /// The sum over all schedulers.
  Word value() const;

 private:
  ~CallCounter() override;
  CounterTable& table_;
  vm::Atomic<Word>* words_;
};

/// Chunks of vm::kCounterStride counters for each scheduler.
class CounterTable {
 public:
  explicit CounterTable(unsigned schedulers) : schedulers_(schedulers) {}
  ~CounterTable();
  CounterTable(const CounterTable&) = delete;
  /// A counter at zero.
  SharedRef<CallCounter> make() VM_EXCLUDES(mutex_);
  unsigned schedulers() const { return schedulers_; }

 private:
  friend class CallCounter;
  void give_back(vm::Atomic<Word>* words) VM_EXCLUDES(mutex_);

  const unsigned schedulers_;
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  std::vector<vm::Atomic<Word>*> chunks_ VM_GUARDED_BY(mutex_);
  std::vector<vm::Atomic<Word>*> free_ VM_GUARDED_BY(mutex_);
};

}  // namespace tracing
