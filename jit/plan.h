// Plan: how a function is cut into native functions. Each begins at an instruction whose code word
// will hold it, a *way in*: the function's entry, where a call returns to, what follows an
// instruction that the interpreter's handler runs, where an exception continues, and code that
// several ways in lead to. The rest of the words stay the interpreter's: from there it goes on
// until it meets a way in. Threads: none; a value.
#pragma once

#include "jit/liveness.h"

namespace jit {

class DefinitionLibrary;

struct Plan {
  std::vector<char> pasted;   // by instruction: its definition is pasted
  std::vector<char> ways_in;  // by instruction: a native function begins here
  std::vector<LiveSet> live;  // by instruction: needed before it

  bool is_pasted(int i) const { return pasted[static_cast<std::size_t>(i)] != 0; }
  bool is_way_in(int i) const { return ways_in[static_cast<std::size_t>(i)] != 0; }
};

/// `backend` is the interpreter's.
Plan make_plan(const FunctionCode& code, DefinitionLibrary& library, vm::CodeBackend& backend);

}  // namespace jit
