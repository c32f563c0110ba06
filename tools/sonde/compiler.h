// OTP's own compiler, run from its `.beam` files in a machine of its own, with erlc's arguments.
#pragma once

#include "tools/sonde/command_line.h"
#include "tools/sonde/otp.h"

namespace tools {

/// Where the compiler's messages go.
enum class CompilerOutput { kStandard, kStandardError };

/// Runs the compiler of `otp` as erlc does with the arguments `run.arguments`, in a machine with
/// the other options of `run`; blocks until it has ended. The value is erlc's exit status; an error
/// is one line about why it could not start. Threads: one at a time.
vm::Result<int, std::string> run_compiler(const Otp& otp, const RunOptions& run,
                                          CompilerOutput output);

}  // namespace tools
