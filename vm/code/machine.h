// The convention that every handler and every compiled function follows: what is in which machine
// register while Erlang code runs, and how control goes from one instruction to the next.
//
// A code address points at a word that holds an OpHandler. Entering code at I is `tail call (*I)(I,
// ...)`, for interpreted and compiled code alike. The first four parameters survive C calls on
// x86-64, all nine on AArch64. E points at the lowest used stack word, the stack grows down; H at
// the first free heap word; the room between is free. y(n) is E[n]; a call pushes the return
// address at E[0]; allocate N moves E down by N below it. Invariants: what is not in these
// parameters (x4.., the rest) is in the Process and its Scheduler. Nothing of Erlang's state is on
// the C stack between two instructions. Contract: B12; DESIGN 3.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/slots.h"

namespace vm {

class Process;

#define VM_PRESERVE_NONE __attribute__((preserve_none))
#define VM_MACHINE_PARAMETERS \
  const ::vm::Word *I, ::vm::Process *P, ::vm::StackWord *E, ::vm::HeapWord *H, ::vm::SWord reds, \
      ::vm::Term x0, ::vm::Term x1, ::vm::Term x2, ::vm::Term x3

/// The native function behind a code word.
using OpHandler = VM_PRESERVE_NONE void (*)(VM_MACHINE_PARAMETERS);
/// Address of a word that holds a OpHandler.
using CodeAddress = const Word*;

inline OpHandler handler_at(CodeAddress address) {
  // relaxed: the word may be replaced by a breakpoint or another tier meanwhile; either value is
  // right to run (B6), and thread progress orders what it leads to (B4).
  return reinterpret_cast<OpHandler>(load_shared(*address, kRelaxed));
}

inline constexpr int kMachineX = 4;  // x0 .. x3 travel in parameters
inline constexpr int kMaxX = 1024;
inline constexpr int kMaxFloatRegisters = 1024;
inline constexpr SWord kReductionsPerSlice = 4000;

/// What a definition (vm/instr) answers: where to go.
enum class Flow {
  kNext,      // the next instruction
  kFail,      // the label operand
  kLeave,     // through Machine::I: call, return, raise
  kSlow,      // nothing has changed yet: run the out-of-line version of this instruction
  kOriginal,  // this instruction again, through the handler Machine::original (breakpoints)
};

}  // namespace vm
