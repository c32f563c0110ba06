// What executes the code: the interpreter alone, or with the compiler around it. Two files
// implement this, and the build takes one of them: engines_jit.cpp, or engines_interpreter.cpp
// where the compiler is left out (SONDE_JIT=OFF). Threads: called from the main thread.
#pragma once

#include "vm/vm.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tools {

struct EngineRequest {
  std::string name = "interp";         // one of engine_names()
  std::uint64_t jit_threshold = 0;     // calls before a function is compiled; 0: the engine's own
  std::string jit_entry = "word";      // one of jit_entries(): where breakpoints are set
  std::string jitdump;                 // folder for a jitdump; empty: none
  bool perf_map = false;               // write /tmp/perf-PID.map
  std::uint64_t jit_memory_mib = 256;  // of native code at most
};

/// The engines that this build has.
std::vector<std::string> engine_names();

/// The forms of entry that its compiled code can have.
std::vector<std::string> jit_entries();

/// Sets vm.engine, vm.backend and their owner, vm.engines. False with a one-line message.
bool install_engine(vm::Vm& vm, const EngineRequest& request, std::string* error);

}  // namespace tools
