// A block is allocated when the first number in it is assigned.
#include "vm/code/catch_table.h"

namespace vm {

Word CatchTable::add(CodeAddress address) {
  MutexLock lock(mutex_);
  Word number = next_;
  if (!free_.empty()) {
    number = free_.back();
    free_.pop_back();
  } else {
    VM_CHECK(next_ < kBlocks * kBlockSize, "memory does not hold code with 16 million catch tags");
    next_++;
  }
  Atomic<Block*>& place = blocks_[number / kBlockSize];
  Block* block = place.load(kRelaxed);  // relaxed: written under this lock only
  if (block == nullptr) {
    block = owned_.emplace_back(std::make_unique<Block>()).get();
    place.store(block, kRelease);  // pairs with target()
  }
  block->addresses[number % kBlockSize].store(address, kRelaxed);
  return number;
}

void CatchTable::release(Word number) {
  MutexLock lock(mutex_);
  free_.push_back(number);
}

}  // namespace vm
