// Steps: a function as the stencils that it is made of, in their order. Most instructions are one
// step; what a definition does in a loop over its list operand is several, each of them another
// instruction. Threads: values.
#pragma once

#include "jit/baseline/stencil_table.h"
#include "jit/function_code.h"
#include "jit/plan.h"

#include <vector>

namespace jit {

/// A stencil of a function.
struct Step {
  const StencilRecord* stencil;
  int instruction;  // whose code it is
  // Where HoleValue::kFail goes: to an instruction or a step, or, if both are kNone, to the word at
  // `fail_label`; null there: out of line, for the outcome that raises.
  int fail_instruction = FunctionCode::kNone;
  int fail_step = FunctionCode::kNone;
  CodeAddress fail_label = nullptr;
  Word target = 0;                                 // of a connector
  std::array<Word, Shape::kMostOperands> holes{};  // hole_value() of each operand
};

struct Steps {
  std::vector<Step> steps;
  std::vector<int> first;  // by instruction: its first step
  Plan plan;               // pasted: it has stencils; entry_points
};

/// `backend` is the interpreter's.
Steps make_steps(const FunctionCode& code, const StencilTable& table, vm::CodeBackend& backend);

}  // namespace jit
