// BpIndex: which of the two generations of breakpoints running code uses (B3). A change prepares
// the other one and flips the index once for all functions it touches (F13). Threads: read by any,
// without a barrier: thread progress before and after the flip does the ordering (B4). Flipped by
// the holder of the code modification permission.
#pragma once

#include "vm/base/atomic.h"

namespace vm {

class BpIndex {
 public:
  unsigned active() const { return active_.load(kRelaxed); }  // relaxed: see above
  unsigned staging() const { return active() ^ 1; }
  void commit() { active_.store(staging(), kRelaxed); }  // relaxed: see above

 private:
  Atomic<unsigned> active_{0};
};

}  // namespace vm
