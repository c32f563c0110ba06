// The registers that an instruction reads and writes, computed from its row and its operand words.
// A register is given as a word of form kValue (vm/code/operands.h). Float registers and the heap
// are not included. Threads: any; pure functions.
#pragma once

#include "vm/code/opcodes.h"

#include <algorithm>

namespace vm {

/// The number of x registers, from x0 on, that an instruction reads because an operand counts them:
/// the arguments of a call, or the live registers of a collection.
constexpr Word counted_reads(const OpInfo& info, const Word* operands) {
  Word count = 0;
  for_each_operand(info, operands, [&](OperandKind kind, Word word) {
    if (kind == OperandKind::kArity) count = std::max(count, word);
    if (kind == OperandKind::kFunArity) count = std::max(count, word + 1);
    if (kind == OperandKind::kApplyArity) count = std::max(count, word + 2);
    const bool may_collect = info.has(OpAttribute::kMayCollect);
    if (kind == OperandKind::kLive && may_collect) count = std::max(count, word);
  });
  return count;
}

/// Calls f(Word) for each register that the instruction reads, possibly several times for one.
template <class F>
constexpr void for_each_read(const OpInfo& info, const Word* operands, F f) {
  for_each_operand(info, operands, [&](OperandKind kind, Word word) {
    if (kind_info(kind).is_read() && !is_float(kind) && is_register_word(word)) f(word);
  });
  const bool reads_all = info.registers.reads == FixedRegisters::kAll;
  const Word counted = reads_all ? Word{kMaxX} : counted_reads(info, operands);
  for (Word n = 0; n < counted; ++n) f(encode_x(n));
  for (Word n = 0; n < kMachineX; ++n) {
    if ((info.registers.reads >> n & 1) != 0) f(encode_x(n));
  }
}

/// Calls f(Word) for each register that the instruction writes if it continues at the next one.
template <class F>
constexpr void for_each_written(const OpInfo& info, const Word* operands, F f) {
  for_each_operand(info, operands, [&](OperandKind kind, Word word) {
    if (kind_info(kind).is_written() && !is_float(kind)) f(word);
  });
  for (Word n = 0; n < kMachineX; ++n) {
    if ((info.registers.writes >> n & 1) != 0) f(encode_x(n));
  }
}

}  // namespace vm
