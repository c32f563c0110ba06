// Compiles Erlang source, once: results are kept in $XDG_CACHE_HOME/sonde (or
// ~/.cache/sonde), one folder per source path, contents and compiler, with a list of the included
// files that the result depends on. Threads and processes: several may fill the cache at once; a
// folder appears as a whole.
#pragma once

#include "tools/otp.h"
#include "tools/sonde/command_line.h"

namespace tools {

/// The `.beam` file made from the source `program.file` by OTP's compiler, in a machine with the
/// options of `program`. The compiler's messages go to standard error. Error: one
/// line; empty where the compiler has said everything.
vm::Result<std::string, std::string> compile_cached(const Otp& otp, const RunOptions& program);

}  // namespace tools
