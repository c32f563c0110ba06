// MachineWords: code words that belong to no module, one of each: where a process's first frame
// returns to, where an uncaught exception continues, the return addresses of frames that tracing
// pushes. Their addresses identify them on a stack. Threads: filled by the engine's constructor,
// constant afterwards.
#pragma once

#include "vm/code/machine.h"

namespace vm {

struct MachineWords {
  Word leave = 0;              // back to the scheduler; all registers have been saved
  Word normal_exit = 0;        // i_normal_exit
  Word continue_exit = 0;      // i_continue_exit
  Word resume_operation = 0;   // i_resume_operation; the stack's first word is where to return to
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
