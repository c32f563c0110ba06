// Programs that are part of OTP's libraries or of ours: the compiler, the shell, escripts, clients
// of another machine. Each is a function
// of a library, run in a machine of its own.
#pragma once

#include "tools/otp.h"
#include "tools/sonde/command_line.h"
#include "tools/trace_request.h"

namespace tools {

/// Where the compiler's messages go.
enum class CompilerOutput { kStandard, kStandardError };

/// Runs the compiler of `otp` as erlc does with the arguments `run.arguments`, in a machine with
/// the other options of `run`; blocks until it has ended. The value is erlc's exit status; an error
/// is one line about why it could not start. Threads: one at a time.
vm::Result<int, std::string> run_compiler(const Otp& otp, const RunOptions& run,
                                          CompilerOutput output);

/// Runs OTP's shell on standard input and output; otherwise as above.
vm::Result<int, std::string> run_shell(const Otp& otp, const RunOptions& run);

/// Does what the program erl does with the words `run.arguments` (erl_flags.h), in a process
/// without a terminal where they ask for that; with the Erlang/OTP of `run`, else the one in
/// $ROOTDIR, else as find_otp() has it. Otherwise as above.
vm::Result<int, std::string> run_erl(RunOptions run);

/// Runs the escript `run.file` with `run.arguments`, traced as `trace` says; otherwise as above.
vm::Result<int, std::string> run_escript(const Otp& otp, const RunOptions& run,
                                         const TraceRequest& trace);

/// Prints the log `run.file` (trace_log/) in the format, to the depth and to the file that `trace`
/// says; otherwise as above.
vm::Result<int, std::string> run_trace_log_reader(const Otp& otp, const RunOptions& run,
                                                  const TraceRequest& trace);
/// Watches the program of the machine that listens at `trace.attach`, as `trace` says; otherwise as
/// above.
vm::Result<int, std::string> run_attached(const Otp& otp, const RunOptions& run,
                                          const TraceRequest& trace);

/// Whether `file` is an escript: it begins with `#!`.
bool is_escript(const std::string& file);

}  // namespace tools
