// CodeIndex: the index of the active one of three generations of code addresses. Running code uses
// the active generation, and a loader fills the staging generation. The third was active before the
// last commit; processes may use it until the end of their time slice, because a process reads the
// index when it is scheduled in (Process::code_index) and keeps it for its time slice.
// Threads: any thread reads the index. The holder of the code modification permission writes the
// staging generation and commits.
#pragma once

#include "vm/base/atomic.h"
#include "vm/term/term.h"

namespace vm {

inline constexpr unsigned kCodeGenerations = 3;
/// A value of Process::call_index besides the generations: the process saves its calls
/// (process_flag(save_calls)).
inline constexpr unsigned kSavingCalls = kCodeGenerations;

class CodeIndex {
 public:
  unsigned active() const { return active_.load(kAcquire); }  // pairs with commit()
  unsigned staging() const { return (active() + 1) % kCodeGenerations; }
  /// Makes the staging generation the active one. The caller waits for thread progress before the
  /// next change is staged.
  void commit() { active_.store(staging(), kRelease); }  // pairs with active()

 private:
  Atomic<unsigned> active_{0};
};

}  // namespace vm
