// Which of x0 .. x3 an instruction may still need: compiled code passes arbitrary values in the
// others. Threads: none; a function of its arguments.
#pragma once

#include "jit/function_code.h"

namespace jit {

/// Bit n: x(n) is needed, n < vm::kMachineX.
using LiveSet = std::uint8_t;
inline constexpr LiveSet kAllLive = (1U << vm::kMachineX) - 1;

/// x0 .. x(count-1).
constexpr LiveSet first_registers(Word count) {
  return count >= vm::kMachineX ? kAllLive : static_cast<LiveSet>((1U << count) - 1);
}

/// Of x0 .. x3, what an instruction reads, and what it writes when it continues with the next one.
LiveSet registers_read(const vm::OpInfo& info, const Word* operands);
LiveSet registers_written(const vm::OpInfo& info, const Word* operands);

/// Per instruction, what is needed before it runs.
std::vector<LiveSet> compute_liveness(const FunctionCode& code);

/// What is needed at a label outside of the function's instructions: its header, mostly.
LiveSet live_outside(const FunctionCode& code, CodeAddress label);

/// What the code needs that an instruction leaves to (callee, caller), when it leaves.
LiveSet live_on_leaving(const FunctionCode& code, int index);

}  // namespace jit
