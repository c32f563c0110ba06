// The program that a command is about: FILE found, compiled where it is source, read and checked.
#pragma once

#include "loader/checked_file.h"
#include "tools/otp.h"
#include "tools/sonde/command_line.h"

#include <string>
#include <vector>

namespace tools {

struct ProgramFile {
  std::string file;  // as the user gave it
  std::string otp_root;
  std::string beam_path;               // absolute, in UTF-8
  std::vector<std::string> code_path;  // of its machine: see code_path()
  loader::CheckedFile checked;

  const std::string& module() const { return checked.beam->module; }
};

/// Error: one line, or empty where the compiler has said everything.
vm::Result<ProgramFile, std::string> find_program(const RunOptions& options);

/// Why a module of this name could not be loaded from this file: the names differ. Empty where they
/// agree.
std::string why_misnamed(const ProgramFile& program);

/// Why what is written may not go to `output`: it is `file` itself, under whatever name. Empty
/// where it is not.
std::string why_replaced(const std::string& file, const std::string& output);

}  // namespace tools
