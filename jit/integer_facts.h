// What a function's own instructions say about the integers in its registers: a byte of a binary is
// at most 255, what `band` has masked is at most the mask, one more than a small bound is small.
// The compiler leaves out tests for small integers and for overflow by it. Files say such things,
// too, but what they say of bounds the loader cannot prove.
// Threads: any; the literals that the code refers to must stay meanwhile.
#pragma once

#include "jit/function_code.h"

namespace jit {

/// Adds facts for the source operands that can only be small integers with known bounds, which take
/// the place of what is known of these operands, and FunctionCode::literals.
void add_integer_facts(FunctionCode* code);

}  // namespace jit
