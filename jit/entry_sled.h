// The other form of a function's entry (--jit-entry=sled), as in BeamAsm, for comparison: the entry
// word always holds native code, and native code begins with a *sled*, an instruction that does
// nothing until a breakpoint turns it into a jump to a stub in front of the function, which jumps
// to the breakpoint's handler.
//
//   entry - 16   the handler's address (8 bytes)
//   entry -  8   stub: jump to that address
//   entry        sled: nothing, or a jump to the stub
//   entry +  n   the function; a breakpoint's handler continues here
//
// Invariants: the slot holds a breakpoint's handler at all times, so a processor that sees a new
// jump with an old slot still runs a handler that is right for every breakpoint that is not
// committed yet. The sled is one instruction within one aligned word, before and after, so each
// processor fetches the old or the new one (B9, B11); AArch64 lists both among the instructions
// that may be exchanged while others execute them.
// Threads: arm() and disarm() by one thread at a time; CodeMemory::synchronise() afterwards, once
// for any number of sleds. Rejected: a jump over a call instruction, as in BeamAsm (up to 20%
// slower), a flag that each call tests (up to 10%).
#pragma once

#include "jit/code_memory.h"
#include "vm/base/processor.h"
#include "vm/code/machine.h"

#include <array>

namespace jit {

/// Where a breakpoint of a compiled function is set.
enum class EntryForm : std::uint8_t {
  kWord,  // in the entry word, as with interpreted code
  kSled,  // in the sled of the code that the entry word holds
};

/// The bytes of a sled for one processor.
template <vm::Processor processor>
struct SledCode;

template <>
struct SledCode<vm::Processor::kX86_64> {
  using Instruction = std::uint16_t;
  static constexpr Instruction kNothing = 0x9066;  // 66 90: nop of two bytes
  static constexpr Instruction kJump = 0xf6eb;     // eb f6: jmp -10, to the stub
  // ff 25 f2 ff ff ff: jmp *-14(rip), which is the slot; then two bytes that are never reached.
  static constexpr std::array<vm::Byte, 8> kStub{0xff, 0x25, 0xf2, 0xff, 0xff, 0xff, 0xcc, 0xcc};
};

template <>
struct SledCode<vm::Processor::kAarch64> {
  using Instruction = std::uint32_t;
  static constexpr Instruction kNothing = 0xd503201f;  // nop
  static constexpr Instruction kJump = 0x17fffffe;     // b -8, to the stub
  // ldr x16, -8, which is the slot; br x16. x16 is reserved for stubs between functions.
  static constexpr std::array<vm::Byte, 8> kStub{0xd0, 0xff, 0xff, 0x58, 0x00, 0x02, 0x1f, 0xd6};
};

class EntrySled {
 public:
  using Code = SledCode<vm::kProcessor>;
  static constexpr std::size_t kSlotBytes = sizeof(vm::OpHandler);
  /// The size of the slot and the stub in front of the function. The function is aligned to it, so
  /// slot and sled are each in one aligned word.
  static constexpr std::size_t kPrefixBytes = kSlotBytes + Code::kStub.size();
  static constexpr std::size_t kSledBytes = sizeof(Code::Instruction);

  /// The prefix of a new function, with `handler`, any breakpoint's, in its slot.
  static std::array<vm::Byte, kPrefixBytes> prefix(vm::OpHandler handler);

  EntrySled() = default;
  /// `entry` is the native function's.
  EntrySled(const CodeMemory& memory, vm::OpHandler entry);

  bool is_armed() const;
  /// Where calls are redirected to; null where it is not armed.
  vm::OpHandler armed_handler() const;
  /// Redirects calls to `handler`, with the registers as at the entry.
  void arm(vm::OpHandler handler);
  void disarm();
  /// Where a breakpoint's handler continues.
  vm::OpHandler behind() const {
    return reinterpret_cast<vm::OpHandler>(const_cast<vm::Byte*>(entry_) + kSledBytes);
  }

 private:
  void write_instruction(Code::Instruction instruction);

  const CodeMemory* memory_ = nullptr;
  const vm::Byte* entry_ = nullptr;
};

}  // namespace jit
