// A process as text, in the form of OTP's crash dumps: what {process_dump} of a match spec answers,
// and what tools that read such dumps expect. Threads: in the process's context, registers saved.
#pragma once

#include "vm/proc/process.h"

#include <string>

namespace vm {

/// The lines about the running process `p`: from `=proc:` on, its figures, and its stack. Terms
/// that the text needs are built with `builder`. A sensitive process's stack is left out.
std::string process_dump_text(Process& p, HeapBuilder& builder);

}  // namespace vm
