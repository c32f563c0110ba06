// malloc and free: the block is never read before it was written.
#include "vm/proc/parked_registers.h"

#include "vm/base/out_of_memory.h"

#include <algorithm>
#include <cstdlib>

namespace vm {

ParkedRegisters::~ParkedRegisters() { std::free(block_); }

Term* ParkedRegisters::room(std::uint32_t count) {
  if (count <= kInline) return inline_;
  if (count > capacity_) {
    std::free(block_);
    capacity_ = std::max(count, 2 * capacity_);
    block_ = static_cast<Term*>(std::malloc(capacity_ * sizeof(Term)));
    if (block_ == nullptr) out_of_memory(capacity_ * sizeof(Term), "registers");
  }
  return block_;
}

}  // namespace vm
