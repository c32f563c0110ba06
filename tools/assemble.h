// Joins the folders into a machine: every interface of vm/ gets its implementation here, for
// programs and tests alike. Threads: called from the main thread; the machine's own threads are its
// schedulers and its I/O thread.
#pragma once

#include "tools/engines.h"
#include "vm/vm.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tools {

/// What a trace may cost at most: options of trace:session_create/3. 0: no such bound.
struct TraceBounds {
  std::uint64_t queue_limit = 10'000;  // events waiting to be printed
  std::string overload = "block";      // what happens to the next one: block, drop_new, stop
  std::uint64_t max_events = 0;
  std::uint64_t max_rate = 0;       // events in a second
  std::uint64_t stop_after_ms = 0;  // time from the start
};

/// What `sonde trace` asks for; empty `calls` with all switches off means no tracing.
struct TraceRequest {
  std::vector<std::array<std::string, 3>> calls;  // module, function, arity; `_`: any
  bool messages = false;                          // send and 'receive'
  bool procs = false;                             // spawn, exit, link, register ...
  bool count = false;  // call_count instead of a line per call; a table at the end
  std::string output;  // file for the trace; empty: standard error
  TraceBounds bounds;
  bool is_wanted() const { return !calls.empty() || messages || procs || count; }
};

struct MachineRequest {
  vm::VmOptions vm;  // code_path: the program's folders first, then OTP's lib/*/ebin
  EngineRequest engine;
  std::string
      otp_root;  // folder with lib/ and erts' preloaded modules (ROOTDIR); found by the caller
};

/// What the first process is to do: the program in `beam_file`, or else a call of
/// `module:function()` of a library, which finds its arguments with init:get_plain_arguments/0.
struct MainRequest {
  std::string beam_file;  // the program; its module is loaded from this file
  std::string module;     // when beam_file is empty
  std::string function;
  std::vector<std::string> arguments;  // for main/1
  TraceRequest trace;
};

/// A machine with BIFs, tracing, loader and engine, OTP's preloaded modules loaded, nothing running
/// yet. Null with a one-line message in `*error` (what, where, expected, found) when that is not
/// possible.
std::unique_ptr<vm::Vm> assemble(const MachineRequest& request, std::string* error);

/// Loads the module in `beam_file` into a machine that runs nothing yet. Null with a one-line
/// message in `*error`.
const vm::Module* load_module(vm::Vm& vm, const std::string& beam_file, std::string* error);

/// Starts the schedulers, runs the program's main/1 or main/0 (or the call) as escript does, and
/// waits for the end: the value is the exit status. All output is flushed, all threads have
/// ended on return.
int run_main(vm::Vm& vm, const MainRequest& request);

}  // namespace tools
