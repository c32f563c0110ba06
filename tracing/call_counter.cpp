// Call counters: one word per scheduler and function, handed out from chunks, so that counting
// needs no atomic addition.
#include "tracing/call_counter.h"

#include "vm/code/generic_bp.h"

namespace tracing {

Word CallCounter::value() const {
  Word sum = 0;
  for (unsigned n = 0; n < table_.schedulers(); ++n)
    sum += words_[n * vm::kCounterStride].load(vm::kRelaxed);  // relaxed: see BreakpointSummary
  return sum;
}

CallCounter::~CallCounter() { table_.give_back(words_); }

CounterTable::~CounterTable() {
  vm::MutexLock lock(mutex_);
  for (vm::Atomic<Word>* chunk : chunks_) delete[] chunk;  // owner: chunks_
}

SharedRef<CallCounter> CounterTable::make() {
  vm::MutexLock lock(mutex_);
  if (free_.empty()) {
    auto* chunk = new vm::Atomic<Word>[vm::kCounterStride * schedulers_];  // owner: chunks_
    chunks_.push_back(chunk);
    for (Word n = vm::kCounterStride; n-- > 0;) free_.push_back(chunk + n);
  }
  vm::Atomic<Word>* words = free_.back();
  free_.pop_back();
  for (unsigned n = 0; n < schedulers_; ++n)
    words[n * vm::kCounterStride].store(0, vm::kRelaxed);  // relaxed: not shared yet
  return vm::make_shared_ref<CallCounter>(*this, words);
}

void CounterTable::give_back(vm::Atomic<Word>* words) {
  vm::MutexLock lock(mutex_);
  free_.push_back(words);
}

}  // namespace tracing
