// CatchTable: maps catch tags to code addresses. `catch` and `try` store a catch tag on the stack,
// a number of this table. An address there would look like a return address to code that walks the
// stack.
// Invariants: a number keeps its address from add() to release(). A number is released only when no
// stack contains its tag.
// Threads: any thread calls target() without a lock, because blocks of addresses are published once
// and never move. add() and release() take kCatchTable.
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

  /// Returns a number for the exception handler at `address`.
  Word add(CodeAddress address) VM_EXCLUDES(mutex_);
  /// Frees a number for reuse.
  void release(Word number) VM_EXCLUDES(mutex_);
  /// Returns the address of a number.
  CodeAddress target(Word number) const {
    // acquire: pairs with add(). relaxed below: a process has the tag only after the address was
    // written.
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
