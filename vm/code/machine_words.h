// MachineWords: code words that belong to no module: the return address of a process's first frame,
// the code that ends a process after an uncaught exception, the return addresses of the frames that
// tracing pushes. Their addresses identify them on a stack.
// Threads: the engine's constructor fills them; constant afterwards.
#pragma once

#include "vm/code/machine.h"

namespace vm {

struct MachineWords {
  Word leave = 0;              // returns to the scheduler; all registers are saved
  Word normal_exit = 0;        // i_normal_exit
  Word continue_exit = 0;      // i_continue_exit
  Word resume_operation = 0;   // i_resume_operation; the top of the stack is its return address
  Word hibernate_wake = 0;     // i_hibernate_wake
  Word return_trace = 0;       // i_return_trace
  Word exception_trace = 0;    // i_exception_trace
  Word return_to_trace = 0;    // i_return_to_trace
  Word return_time_trace = 0;  // i_return_time_trace

  /// True for the return address of a frame that tracing pushed.
  bool is_trace_frame(CodeAddress address) const {
    return address >= &return_trace && address <= &return_time_trace;
  }
};

}  // namespace vm
