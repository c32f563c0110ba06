// What a generation of actions comes to for a call, and call counters: one word per scheduler and
// function, handed out from chunks, so that counting needs no atomic addition.
#include "tracing/breakpoint.h"

namespace tracing {

Word CallCounter::value() const {
  Word sum = 0;
  for (unsigned n = 0; n < table_.schedulers(); ++n)
    sum += words_[n * vm::kCounterStride].load(vm::kRelaxed);  // relaxed: see GenericBp::Front
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

void Breakpoint::update_front(unsigned generation) {
  Front& front = fronts[generation];
  std::vector<vm::Atomic<Word>*>& counters = counters_[generation];
  counters.clear();
  front.sessions = 0;
  for (const BpAction& action : generations[generation]) {
    if (action.is_paused) continue;
    if (action.kind == BpKind::kCallCount) {
      counters.push_back(action.counter->words());
    } else {
      front.sessions |= action.kind == BpKind::kMeta ? vm::kEverySession : action.session->bit();
    }
  }
  front.counters = counters.data();
  front.counter_count = counters.size();
}

}  // namespace tracing
