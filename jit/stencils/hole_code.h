// The instructions that hold the values of holes, for each processor, as inline assembly with
// symbols of the linker: LLVM takes some symbols for smaller than they are, or for near.
// Threads: those of the LLVM objects.
#pragma once

#include "vm/base/types.h"

#include <llvm/IR/IRBuilder.h>

#include <string>

namespace stencils {

/// How large a value may be, with the offset that code adds to it.
enum class HoleWidth {
  kShort,    // below 2^16
  kNarrow,   // below 2^31
  kPointer,  // below 2^48
  kWord,
};

/// `symbol + offset`, an i64, loaded where `builder` stands. x86-64: one instruction with 64 bits;
/// narrow values are better operands of instructions. AArch64: one for each 16 bits.
llvm::Value* load_hole(llvm::IRBuilder<>& builder, bool is_aarch64, const std::string& symbol,
                       vm::SWord offset, HoleWidth width);

/// x86-64: `value` shifted by the 8 bits that `symbol` stands for. `operation`: Shl, LShr or AShr.
/// LLVM would take the distance for one of 64 bits, which has to be in a certain register.
llvm::Value* shift_by_hole(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps operation,
                           llvm::Value* value, const std::string& symbol);

/// AArch64: replaces a load or store of a word at `base + symbol + offset` by one with the distance
/// in the instruction. `base`: a pointer.
void replace_access(llvm::IRBuilder<>& builder, llvm::Instruction& access, llvm::Value* base,
                    const std::string& symbol, vm::SWord offset);
/// Whether it is an access that replace_access() takes: of 64 bits, and neither atomic nor
/// volatile.
bool is_plain_access(const llvm::Instruction& access);

}  // namespace stencils
