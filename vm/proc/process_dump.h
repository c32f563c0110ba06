// A process as text, in the form of OTP's crash dumps: what {process_dump} of a match spec and
// system_info(procs) answer, and what tools that read such dumps expect. Threads: in the process's
// context, registers saved.
#pragma once

#include "vm/proc/process.h"

#include <string>

namespace vm {

/// What a process does while its text is made.
enum class DumpedWhile : std::uint8_t {
  kRunning,          // its code asks for it
  kHandlingSignals,  // another process does: it is scheduled, waits or is suspended
};

/// The lines about `p`: from `=proc:` on, its figures, and its stack. Terms that the text needs are
/// built with `builder`. A sensitive process's stack is left out.
std::string process_dump_text(Process& p, HeapBuilder& builder, DumpedWhile when);

}  // namespace vm
