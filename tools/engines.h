// What executes the code: the interpreter, alone or with the compiler on top of it. The build
// compiles one of two implementations: engines_jit.cpp with compiled_text.cpp and
// baseline_text.cpp, or engines_interpreter.cpp where the compiler is left out (SONDE_JIT=OFF).
// Threads: called from the main thread.
#pragma once

#include "vm/base/result.h"
#include "vm/vm.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vm {
struct FuncInfo;
struct Module;
}  // namespace vm

namespace tools {

/// The engine that runs programs where none is named, one of engine_names().
std::string default_engine();

struct EngineRequest {
  std::string name = default_engine();  // one of engine_names()
  std::uint64_t jit_threshold = 0;      // calls before a function is compiled; 0: the engine's own
  std::vector<std::string> jit_only;    // modules whose functions LLVM compiles; empty: all
  std::string jit_entry = "word";       // one of jit_entries(): where breakpoints are set
  std::string jitdump;                  // folder for a jitdump; empty: none
  bool perf_map = false;                // write /tmp/perf-PID.map
  bool switch_tiers = false;            // --stress=tiers, with `seed`
  std::uint64_t seed = 0;
  bool dump_ir = false;  // write what is compiled into dump_folder
  bool dump_assembly = false;
  std::string dump_folder;
  std::uint64_t jit_memory_mib = 256;  // of native code at most
  std::string compiler_file;           // where the optimising compiler is (erl_modules.h)
  std::string code_cache;              // folder of optimised code for the next run; empty: none
  std::uint64_t code_cache_mib = 256;  // of that at most; 0: none
};

/// The engines that this build has.
std::vector<std::string> engine_names();

/// The forms of entry that its compiled code can have.
std::vector<std::string> jit_entries();

/// Tells the system that the process will change its code, if the engine does. To be called while
/// there is one thread: with more, the system waits for all processors (5 to 12 ms).
void announce_code_changes(const EngineRequest& request);

/// Sets vm.engine, vm.backend and their owner, vm.engines. Error: one line.
vm::Result<void, std::string> install_engine(vm::Vm& vm, const EngineRequest& request);

struct CompiledTextRequest {
  std::string processor;  // x86-64, aarch64
  bool is_whole = false;  // all of the assembly and the LLVM IR, not the hot paths only
};

/// What the compiler makes of these functions of `module`: their instructions, then for each entry
/// point the assembly of the hot path, or each instruction with the LLVM IR and the assembly it
/// became. `vm` is a machine with the interpreter alone, which runs nothing. Error: one line.
vm::Result<std::string, std::string> compiled_text(vm::Vm& vm, const vm::Module& module,
                                                   std::span<const vm::FuncInfo* const> functions,
                                                   const EngineRequest& request,
                                                   const CompiledTextRequest& wanted);

/// The stencils that the baseline compiler copies for these functions of `module`, instruction by
/// instruction. `vm` as above. Error: one line.
vm::Result<std::string, std::string> baseline_text(vm::Vm& vm, const vm::Module& module,
                                                   std::span<const vm::FuncInfo* const> functions);

}  // namespace tools
