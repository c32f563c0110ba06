// What a call of a function is expected to gain from the optimising compiler beyond baseline code.
// Threads: none; a function of its argument.
#pragma once

#include "jit/function_code.h"

namespace jit {

/// Picoseconds a call, from 1 to kMostGainPs. LLVM keeps values in registers and out of terms: code
/// that computes with numbers or bits gains most, the more of it a call runs, and so do calls of
/// the function itself. Code that takes terms apart and calls others gains next to nothing.
Word expected_gain_ps(const FunctionCode& code);
inline constexpr Word kMostGainPs = 1'000'000;

}  // namespace jit
