// Writing goes through the writable view of the code's memory.
#include "jit/entry_sled.h"

#include <cstring>

namespace jit {

static_assert(EntrySled::kPrefixBytes == 16, "the distances in SledCode");

std::array<vm::Byte, EntrySled::kPrefixBytes> EntrySled::prefix(vm::OpHandler handler) {
  std::array<vm::Byte, kPrefixBytes> bytes;
  std::memcpy(bytes.data(), &handler, kSlotBytes);
  std::memcpy(bytes.data() + kSlotBytes, Code::kStub.data(), Code::kStub.size());
  return bytes;
}

EntrySled::EntrySled(const CodeMemory& memory, vm::OpHandler entry)
    : memory_(&memory), entry_(reinterpret_cast<const vm::Byte*>(entry)) {
  VM_CHECK(reinterpret_cast<vm::Word>(entry_) % kPrefixBytes == 0,
           "slot and sled must each be in one aligned word");
  VM_CHECK(!is_armed(), "the function begins with a sled that does nothing");
}

bool EntrySled::is_armed() const {
  // relaxed: the calling thread is the one that writes it
  const auto found =
      vm::load_shared(*reinterpret_cast<const Code::Instruction*>(entry_), vm::kRelaxed);
  VM_CHECK(found == Code::kJump || found == Code::kNothing, "the entry holds a sled");
  return found == Code::kJump;
}

vm::OpHandler EntrySled::armed_handler() const {
  if (!is_armed()) return nullptr;
  // relaxed: as is_armed()
  return reinterpret_cast<vm::OpHandler>(
      vm::load_shared(*reinterpret_cast<const vm::Word*>(entry_ - kPrefixBytes), vm::kRelaxed));
}

void EntrySled::arm(vm::OpHandler handler) {
  auto* slot = reinterpret_cast<vm::Word*>(memory_->writable(entry_ - kPrefixBytes));
  // release: what the handler reads was written before; pairs with the dependent jump through it
  vm::store_shared(*slot, reinterpret_cast<vm::Word>(handler), vm::kRelease);
  write_instruction(Code::kJump);
}

void EntrySled::disarm() { write_instruction(Code::kNothing); }

void EntrySled::write_instruction(Code::Instruction instruction) {
  auto* place = reinterpret_cast<Code::Instruction*>(memory_->writable(entry_));
  // release: the slot goes first, for processors that fetch in the order of stores (x86-64)
  vm::store_shared(*place, instruction, vm::kRelease);
  memory_->write_back(entry_, kSledBytes);
}

}  // namespace jit
