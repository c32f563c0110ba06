// GenericBp: the part of a breakpoint that a call reads by itself, before tracing is asked: whether
// an action of a session is to run for this process, and which counters go up. Everything else is
// tracing's (tracing/breakpoint.h). Invariants: as of the two generations of actions that it sums
// up: running code reads the active one, the permission's holder writes the other (B2, B3).
// Threads: read by any scheduler without locks; each counter word has one scheduler as its writer.
#pragma once

#include "vm/base/types.h"
#include "vm/code/export.h"

#include <span>

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
  /// Counters to add one to, each by its word for scheduler 0: the first, or null, and the others.
  /// Nearly always there is one, and a load less is worth a tenth of what it takes to count.
  Atomic<Word>* first_counter = nullptr;
  std::span<Atomic<Word>* const> other_counters;

  /// Counts a call on a scheduler, by the scheduler itself, whose words are `place` words behind
  /// those of scheduler 0: its number by kCounterStride.
  [[gnu::always_inline]] void count(Word place) const {
    if (first_counter == nullptr) return;
    add_one(first_counter[place]);
    if (other_counters.empty()) [[likely]]
      return;
    for (Atomic<Word>* other : other_counters) add_one(other[place]);
  }

 private:
  static void add_one(Atomic<Word>& counter) {
    // relaxed: one writer; readers take what is there
    counter.store(counter.load(kRelaxed) + 1, kRelaxed);
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
