// Plan: how a function is cut into native functions. Each begins at an instruction whose code word
// will hold it, an *entry point*: the function's entry, the return point of a call, the instruction
// after one that the interpreter's handler runs, the handler of an exception, and code that several
// entry points reach. The other words stay the interpreter's: from there it runs on until it
// reaches an entry point. Threads: none; a value.
#pragma once

#include "jit/entry_sled.h"
#include "jit/liveness.h"
#include "vm/base/trace_switch.h"

#include <functional>

namespace jit {

/// How native code of a function calls the function itself.
enum class SelfCalls : std::uint8_t {
  kByBranch,         // past the entry word: only as long as there is no breakpoint
  kByGuardedBranch,  // ... which the code tests each time
  kPastBreakpoint,   // ... if the breakpoint, which is found there, has nothing to do but count
};

enum class IsTraced : bool { kNo, kYes };
/// How a function calls itself, with or without a breakpoint. With entry words its entry points get
/// other code when that changes; a sled is part of the code, which therefore tests for a
/// breakpoint.
constexpr SelfCalls self_calls(EntryForm entry, IsTraced traced) {
  if (entry == EntryForm::kSled)
    return vm::kTraceable ? SelfCalls::kByGuardedBranch : SelfCalls::kByBranch;
  return traced == IsTraced::kYes ? SelfCalls::kPastBreakpoint : SelfCalls::kByBranch;
}

struct Plan {
  std::vector<char> pasted;        // by instruction: its definition is pasted
  std::vector<char> entry_points;  // by instruction: a native function begins here
  std::vector<LiveSet> live;       // by instruction: needed before it

  bool is_pasted(int i) const { return pasted[static_cast<std::size_t>(i)] != 0; }
  bool is_entry_point(int i) const { return entry_points[static_cast<std::size_t>(i)] != 0; }
};

/// Whether the handler of an instruction is that of its out-of-line version although there is an
/// inline one (--stress=gc). Then compiled code runs that handler. `backend` is the interpreter's.
bool is_out_of_line(const Instruction& instruction, vm::CodeBackend& backend);

/// Marks the entry points that must exist, of a plan whose `pasted` is set.
void find_entry_points(const FunctionCode& code, Plan* plan);

/// `backend` is the interpreter's. `has_definition` says of an instruction whether there is a
/// definition that can be pasted.
Plan make_plan(const FunctionCode& code, vm::CodeBackend& backend,
               const std::function<bool(int)>& has_definition);

}  // namespace jit
