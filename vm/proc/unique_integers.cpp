// A thread's block names the machine it was taken from: a program may have several.
#include "vm/proc/unique_integers.h"

namespace vm {
namespace {

/// The rest of the block of numbers that this thread took last.
struct Block {
  Word owner = 0;
  Word next = 0;
  Word end = 0;
};
thread_local constinit Block block;

Atomic<Word> ids{0};

}  // namespace

UniqueIntegers::UniqueIntegers() : id_(ids.fetch_add(1, kRelaxed) + 1) {}  // relaxed: a number

Word UniqueIntegers::take() {
  if (block.owner != id_ || block.next == block.end) {
    // relaxed: blocks differ, that is all.
    const Word first = blocks_.fetch_add(1, kRelaxed) * kBlock;
    block = {id_, first, first + kBlock};
  }
  return block.next++;
}

}  // namespace vm
