// `sonde compare`: one program in several machines (interpreter, baseline code, compiled code with
// each form of entry), each machine a child process: whether the traces are equal, and what tracing
// costs. Threads: the main thread, before any machine of its own was made.
#pragma once

#include "tools/sonde/command_line.h"
#include "tools/sonde/comparison.h"
#include "tools/sonde/program.h"

namespace tools {

/// Error: one line, when no comparison is possible.
vm::Result<Comparison, std::string> compare(const CommandLine& line, const ProgramFile& program);

}  // namespace tools
