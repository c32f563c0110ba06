// Where the files are that belong to the program: Sonde's own Erlang modules (bif/erl, compiled)
// and the libraries that it loads. Nothing is known of them when the program is compiled, so it can
// be installed and moved with its folder.
#pragma once

#include "vm/base/result.h"

#include <string>

namespace tools {

/// The folder with sonde_boot.beam and the others: `files`/ebin where that is not empty, else found
/// from where the running program is: PREFIX/lib/sonde/ebin for PREFIX/bin/sonde (installed), else
/// erl/ebin beside the program (the build folder). Error: one line.
vm::Result<std::string, std::string> find_erl_modules(const std::string& files = {});

/// The folder with sonde_trace_log (trace_log/), which stands beside that of the modules.
std::string trace_log_folder(const std::string& erl_modules);

/// The program `erl` of this machine, which is `sonde erl` under another name: bin/erl beside the
/// folder of the modules. What starts `erl`, as OTP's `peer` does, starts it in its place. Empty
/// where it is not there, as in a C++ program with a machine of its own.
std::string erl_program();

/// The library with the optimising compiler (jit::make_compiler()): `files`/sonde_llvm.so where
/// that is not empty, else PREFIX/lib/sonde/sonde_llvm.so for PREFIX/bin/sonde, else beside the
/// program. It need not exist.
std::string compiler_file(const std::string& files = {});

}  // namespace tools
