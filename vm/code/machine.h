// The calling convention of handlers and compiled functions: which machine register holds what
// while Erlang code runs, and how control passes from one instruction to the next.
//
// A code address points to a word that holds an OpHandler. Code at I is entered by the tail call
// `(*I)(I, ...)`, whether it is interpreted or compiled. The first four parameters are preserved by
// C calls on x86-64, all nine on AArch64. E points to the lowest used stack word; the stack grows
// down. H points to the first free heap word; the words between H and E are free. y(n) is E[n]. A
// call pushes the return address to E[0]; allocate N then moves E down by N words.
// Invariants: state that is not in these parameters (x4 and up, for example) is in the Process and
// its Scheduler. Between two instructions no state of Erlang code is on the native stack.
// Contract: B12.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/slots.h"

namespace vm {

class Process;

#define VM_PRESERVE_NONE __attribute__((preserve_none))
#define VM_MACHINE_PARAMETERS \
  const ::vm::Word *I, ::vm::Process *P, ::vm::StackWord *E, ::vm::HeapWord *H, ::vm::SWord reds, \
      ::vm::Term x0, ::vm::Term x1, ::vm::Term x2, ::vm::Term x3

/// A native function that executes code: the handler of an instruction, or a compiled function.
using OpHandler = VM_PRESERVE_NONE void (*)(VM_MACHINE_PARAMETERS);
/// The address of a word that holds an OpHandler.
using CodeAddress = const Word*;

/// The handler in the word at `address`.
inline OpHandler handler_at(CodeAddress address) {
  // relaxed: a breakpoint or another tier may replace the word concurrently. Both values are valid
  // to run (B6), and thread progress orders the data they use (B4).
  return reinterpret_cast<OpHandler>(load_shared(*address, kRelaxed));
}

inline constexpr int kMachineX = 4;  // x0 to x3 are passed as parameters
inline constexpr int kMaxX = 1024;
// Registers behind those of programs, in which compiled code has values within an instruction.
inline constexpr int kScratchX = 14;
inline constexpr int kMaxFloatRegisters = 1024;
inline constexpr SWord kReductionsPerSlice = 4000;

/// The result of a definition (vm/instr): where execution continues.
enum class Flow {
  kNext,      // at the next instruction
  kFail,      // at the label operand
  kLeave,     // at Machine::I: call, return, raise
  kSlow,      // nothing has changed yet: with the out-of-line version of this instruction
  kOriginal,  // with the handler Machine::original of this instruction (breakpoints)
};

}  // namespace vm
