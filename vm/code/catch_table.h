// CatchTable: where an exception continues. The catch tag that `catch` and `try` leave on a stack
// is a number of this table (an address would look like a return address to whoever walks the
// stack). Invariants: a number leads to its address from add() to release(); release() only once no
// stack holds the tag. Threads: target() by any, without a lock: blocks of addresses are published
// once and never moved.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/code/machine.h"

#include <memory>
#include <vector>

namespace vm {

class CatchTable {
 public:
  CatchTable() = default;
  CatchTable(const CatchTable&) = delete;
  CatchTable& operator=(const CatchTable&) = delete;

  /// A number for the handler at `address`.
  Word add(CodeAddress address) VM_EXCLUDES(mutex_);
  void release(Word number) VM_EXCLUDES(mutex_);
  CodeAddress target(Word number) const {
    // acquire: pairs with add(); relaxed below: the tag came to us after its address was written
    return blocks_[number / kBlockSize].load(kAcquire)->addresses[number % kBlockSize].load(
        kRelaxed);
  }

 private:
  static constexpr Word kBlockSize = 4096;
  static constexpr Word kBlocks = 4096;
  struct Block {
    Atomic<CodeAddress> addresses[kBlockSize];
  };

  Atomic<Block*> blocks_[kBlocks] = {};
  Mutex mutex_{LockRank::kCatchTable};
  std::vector<std::unique_ptr<Block>> owned_ VM_GUARDED_BY(mutex_);
  std::vector<Word> free_ VM_GUARDED_BY(mutex_);
  Word next_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace vm
