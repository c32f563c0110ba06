// The program that a command is about: FILE found, compiled where it is source, and read.
#pragma once

#include "loader/beam_file.h"
#include "tools/sonde/command_line.h"
#include "tools/sonde/otp.h"

#include <memory>

namespace tools {

struct ProgramFile {
  std::string otp_root;
  std::string module;     // as the file names itself
  std::string beam_path;  // absolute
  std::vector<std::string>
      code_path;  // in the order of searching: -p, the program's folders, OTP's libraries
  std::unique_ptr<loader::BeamFile> beam;
};

/// Error: one line, or empty where the compiler has said everything.
vm::Result<ProgramFile, std::string> find_program(const RunOptions& options);

}  // namespace tools
