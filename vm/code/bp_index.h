// BpIndex: the index of the active one of the two generations of breakpoints. Running code uses the
// active generation. A change prepares the other one, the staging generation, and makes it active
// with one store for all functions that it changes.
// Threads: any thread reads the index, without a barrier, because thread progress before and after
// the commit does the ordering. The holder of the code modification permission commits.
// Contract: B3, B4, F13.
#pragma once

#include "vm/base/atomic.h"

namespace vm {

class BpIndex {
 public:
  unsigned active() const { return active_.load(kRelaxed); }  // relaxed: see above
  unsigned staging() const { return active() ^ 1; }
  /// Makes the staging generation the active one. The caller waits for thread progress afterwards.
  void commit() { active_.store(staging(), kRelaxed); }  // relaxed: see above

 private:
  Atomic<unsigned> active_{0};
};

}  // namespace vm
