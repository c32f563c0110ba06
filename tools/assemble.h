// Joins the folders into a machine: every interface of vm/ gets its implementation here, for
// programs and tests alike. Threads: called from the main thread; the machine's own threads are its
// schedulers and its I/O thread.
#pragma once

#include "tools/engines.h"
#include "vm/base/result.h"
#include "vm/code/coverage.h"
#include "vm/vm.h"

#include <memory>
#include <string>

namespace tools {

struct MachineRequest {
  vm::VmOptions vm;  // code_path: the program's folders first, then OTP's lib/*/ebin
  EngineRequest engine;
  std::size_t async_threads = 1;    // for jobs of drivers
  std::size_t dist_buffer_kib = 0;  // what may wait for another node; 0: OTP's default
  bool async_dist = false;          // of new processes
  vm::CoverageMode coverage = vm::CoverageMode::kNone;  // of all that is loaded
  bool nif_checks = false;                              // find mistakes of C libraries
  std::string otp_root;  // the folder with lib/ (ROOTDIR); the caller has found it
  std::string files;     // the folder with Sonde's own files (erl_modules.h); empty: look for it
};

/// A machine with BIFs, tracing, loader and engine, its preloaded modules loaded, nothing running
/// yet. Error: one line (what, where, expected, found).
vm::Result<std::unique_ptr<vm::Vm>, std::string> assemble(const MachineRequest& request);

}  // namespace tools
