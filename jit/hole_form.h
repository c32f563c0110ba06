// HoleForm: how a value that is known late sits in machine code: in stencils, and in code that is
// kept. Threads: any.
#pragma once

#include "vm/base/types.h"

#include <cstddef>
#include <cstdint>

namespace jit {

/// How a value sits in a hole.
enum class HoleForm : std::uint8_t {
  // x86-64:
  kWord,      // 64 bits
  kNarrow,    // 32 bits, sign or zero extended
  kRelative,  // 32 bits: the distance from the hole
  kByte,      // the lowest 8 bits: by how far to shift
  // AArch64, each a field of one instruction:
  kMove0,     // movz, movk: bits 0 to 15
  kMove16,    // ... 16 to 31
  kMove32,    // ... 32 to 47
  kMove48,    // ... 48 to 63
  kLast0,     // as kMove0, where the value has no bits above
  kLast16,    // as kMove16, likewise
  kLast32,    // as kMove32, likewise
  kOffset,    // ldr, str of 64 bits: an offset, a multiple of 8 below 32 KiB
  kBranch19,  // b.cond, cbz, cbnz: the distance, less than 1 MiB
  kBranch26,  // b: the distance
};
inline constexpr std::size_t kHoleForms = 14;
constexpr std::size_t hole_bytes(HoleForm form) {
  if (form == HoleForm::kByte) return 1;
  return form == HoleForm::kWord ? 8 : 4;
}

/// Writes a value to a hole at `writable`, in code that will run at `address`. The code around it
/// is there already. False: the hole is too small for the value, and the code must not run.
[[nodiscard]] bool fill_hole(HoleForm form, vm::Byte* writable, vm::Word address, vm::Word value);

}  // namespace jit
