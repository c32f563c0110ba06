// Runs a program in a machine of its own, watched or not.
#pragma once

#include "tools/assemble.h"
#include "tools/sonde/command_line.h"
#include "tools/sonde/program.h"
#include "vm/vm.h"

namespace tools {

/// Runs `program` as `line` says until it ends. The value is the exit status; an error is one line
/// about why it could not start.
vm::Result<int, std::string> run_program(const CommandLine& line, const ProgramFile& program);

/// What the machine is asked to trace. Error: one line, where the trace could not be written to its
/// file.
vm::Result<TraceRequest, std::string> trace_request(const TraceOptions& trace);

/// The machine's options as the command line gives them, searching modules in `code_path`.
vm::VmOptions machine_options(const RunOptions& run, std::vector<std::string> code_path);

struct LiveCode {
  int status = 0;    // of the run
  std::string text;  // loaded instructions and entry words as they are afterwards
};

/// Runs `program`, then shows those of its functions that line.disasm names. Error: as above.
vm::Result<LiveCode, std::string> run_and_disassemble(const CommandLine& line,
                                                      const ProgramFile& program);

/// The functions that line.disasm names as the compiler makes them. Nothing of the program is run.
/// Error: one line.
vm::Result<std::string, std::string> compile_and_disassemble(const CommandLine& line,
                                                             const ProgramFile& program);

}  // namespace tools
