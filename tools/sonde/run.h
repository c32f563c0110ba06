// Runs a program in a machine of its own, traced or not.
#pragma once

#include "tools/assemble.h"
#include "tools/main_request.h"
#include "tools/sonde/command_line.h"
#include "tools/sonde/program.h"
#include "vm/vm.h"

namespace tools {

/// Runs `program` as `line` says until it ends. The value is the exit status; an error is one line
/// about why it could not start.
vm::Result<int, std::string> run_program(const CommandLine& line, ProgramFile program);

/// The flags of erl that mean what `node` says.
std::vector<std::pair<std::string, std::vector<std::string>>> node_flags(const NodeOptions& node);

/// A machine with the options of the command line that looks for modules in `code_path`. `otp_root`
/// is the folder with OTP's lib/.
MachineRequest machine_request(const RunOptions& run, const std::string& otp_root,
                               std::vector<std::string> code_path);

/// The program as `vm` is to load it. Error: one line, where the machine has no room for it.
vm::Result<Program, std::string> prepare_program(vm::Vm& vm, const ProgramFile& program);

struct LiveCode {
  int status = 0;    // of the run
  std::string text;  // loaded instructions and entry words as they are afterwards
};

/// Runs `program`, then shows those of its functions that line.disasm names. Error: as above.
vm::Result<LiveCode, std::string> run_and_disassemble(const CommandLine& line, ProgramFile program);

/// The functions that line.disasm names as the compiler makes them. Nothing of the program is run.
/// Error: one line.
vm::Result<std::string, std::string> compile_and_disassemble(const CommandLine& line,
                                                             const ProgramFile& program);

}  // namespace tools
