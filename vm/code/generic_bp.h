// GenericBp: the part of a breakpoint that a call reads by itself, before tracing is asked: whether
// an action of a session is to run for this process, and which counters go up. Everything else is
// tracing's (tracing/breakpoint.h). Invariants: as of the two generations of actions that it sums
// up: running code reads the active one, the permission's holder writes the other (B2, B3).
// Threads: read by any scheduler without locks; each counter word has one scheduler as its writer.
#pragma once

#include "vm/base/types.h"
#include "vm/code/export.h"

namespace vm {

/// Which sessions an event may concern, as a set that has a bit for each (some sessions share one).
using SessionSet = Word;
/// In every process's set: for what concerns all processes, flagged or not.
inline constexpr SessionSet kEverySession = Word{1} << 63;

/// Words between the counters of one function on two schedulers: a page, so that a chunk's counters
/// of one scheduler are its own.
inline constexpr Word kCounterStride = 512;

/// What one generation of actions comes to for a call.
struct BreakpointSummary {
  /// Actions are to run where the process's set has one of these.
  SessionSet sessions = 0;
  /// Counters to add one to: each the word of scheduler 0 (kCounterStride).
  Atomic<Word>* const* counters = nullptr;
  Word counter_count = 0;

  /// Counts a call on a scheduler, by the scheduler itself.
  void count(unsigned scheduler) const {
    for (Word n = 0; n < counter_count; ++n) {
      Atomic<Word>& word = counters[n][scheduler * kCounterStride];
      // relaxed: one writer; readers take what is there
      word.store(word.load(kRelaxed) + 1, kRelaxed);
    }
  }
};

class GenericBp {
 public:
  explicit GenericBp(Export* exported) : exported(exported) {}
  GenericBp(const GenericBp&) = delete;

  Export* const exported;  // the export whose entry word this is, null for a function's own
  BreakpointSummary summaries[2];

 protected:
  ~GenericBp() = default;
};

}  // namespace vm
