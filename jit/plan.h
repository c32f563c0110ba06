// Plan: how a function is cut into native functions. Each begins at an instruction whose code word
// will hold it, a *way in*: the function's entry, where a call returns to, what follows an
// instruction that the interpreter's handler runs, where an exception continues, and code that
// several ways in lead to. The rest of the words stay the interpreter's: from there it goes on
// until it meets a way in. Threads: none; a value.
#pragma once

#include "jit/entry_sled.h"
#include "jit/liveness.h"
#include "vm/base/trace_switch.h"

namespace jit {

class DefinitionLibrary;

/// How native code calls the function it is of.
enum class SelfCalls : std::uint8_t {
  kByBranch,          // past the entry word: only as long as there is no breakpoint
  kByGuardedBranch,   // ... which the code asks for each time
  kThroughEntryWord,  // as everybody else
};

enum class IsTraced : bool { kNo, kYes };
/// How a function that has a breakpoint, or has none, calls itself. With entry words its ways in
/// are led to other code when that changes; a sled is within the code, which therefore asks.
constexpr SelfCalls self_calls(EntryForm entry, IsTraced traced) {
  if (entry == EntryForm::kSled)
    return vm::kTraceable ? SelfCalls::kByGuardedBranch : SelfCalls::kByBranch;
  return traced == IsTraced::kYes ? SelfCalls::kThroughEntryWord : SelfCalls::kByBranch;
}

struct Plan {
  std::vector<char> pasted;        // by instruction: its definition is pasted
  std::vector<char> entry_points;  // by instruction: a native function begins here
  std::vector<LiveSet> live;       // by instruction: needed before it

  bool is_pasted(int i) const { return pasted[static_cast<std::size_t>(i)] != 0; }
  bool is_entry_point(int i) const { return entry_points[static_cast<std::size_t>(i)] != 0; }
};

/// `backend` is the interpreter's.
Plan make_plan(const FunctionCode& code, DefinitionLibrary& library, vm::CodeBackend& backend);

}  // namespace jit
