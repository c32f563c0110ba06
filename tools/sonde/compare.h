// `sonde compare`: one program in several machines (interpreter, baseline code, compiled code with
// each form of entry), each machine a child process: whether the traces are equal, and what tracing
// costs. Threads: the main thread, before any machine of its own was made.
#pragma once

#include "tools/sonde/command_line.h"
#include "tools/sonde/program.h"

namespace tools {

struct Comparison {
  std::string text;      // the findings and a table
  bool is_equal = true;  // the traces are, and nothing failed
};

/// Error: one line, when no comparison is possible.
vm::Result<Comparison, std::string> compare(const CommandLine& line, const ProgramFile& program);

}  // namespace tools
