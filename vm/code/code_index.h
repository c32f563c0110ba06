// Three generations of code addresses: running code uses the active one, a loader fills the staging
// one, and the third is what processes that have not looked again since the last commit may still
// use. A process takes the active index when it is scheduled in (Process::code_index) and keeps it
// for its time slice. Threads: staging is written by the holder of the code modification
// permission; commit() publishes it.
#pragma once

#include "vm/base/atomic.h"
#include "vm/term/term.h"

namespace vm {

inline constexpr unsigned kCodeGenerations = 3;
/// In place of a generation where a call goes by Process::call_index: the calls are kept.
inline constexpr unsigned kSavingCalls = kCodeGenerations;

class CodeIndex {
 public:
  unsigned active() const {
    return active_.load(std::memory_order_acquire);
  }  // pairs with commit()
  unsigned staging() const { return (active() + 1) % kCodeGenerations; }
  /// Makes the staging generation the active one. The caller then waits for thread progress before
  /// staging anew.
  void commit() { active_.store(staging(), std::memory_order_release); }  // pairs with active()

 private:
  Atomic<unsigned> active_{0};
};

}  // namespace vm
