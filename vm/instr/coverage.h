// Instructions that note or count what has run, in modules that were loaded in a mode of coverage
// (vm/code/coverage.h).
#pragma once

#include "vm/code/coverage.h"
#include "vm/instr/machine.h"
#include "vm/sched/scheduler.h"

namespace vm::instr {

/// Written once only, so that schedulers do not take the cache line from each other.
INSTR(i_note_coverage, auto counter) {
  auto& seen = *const_cast<Atomic<Word>*>(counter.template as<Atomic<Word>>());
  // relaxed: a figure to look at
  if (seen.load(kRelaxed) == 0) seen.store(1, kRelaxed);
  return Flow::kNext;
}

INSTR(i_count_coverage, auto counter) {
  auto* const counters = const_cast<Atomic<Word>*>(counter.template as<Atomic<Word>>());
  Atomic<Word>& own = counters[m.p->scheduler->counter_place];
  own.store(own.load(kRelaxed) + 1, kRelaxed);  // relaxed: one writer; others look at it
  return Flow::kNext;
}

}  // namespace vm::instr
