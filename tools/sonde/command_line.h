// What the user asked for: the command line as plain values. parse_command_line() is the only place
// that knows CLI11, and the only one that catches what it throws.
#pragma once

#include "tools/call_pattern.h"
#include "tools/engines.h"
#include "tools/sonde/view.h"
#include "tools/trace_request.h"
#include "vm/base/processor.h"
#include "vm/code/coverage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tools {

/// Exit statuses of `sonde` itself; a program that runs decides its own.
enum ExitStatus : int { kStatusOk = 0, kStatusError = 1, kStatusUsage = 2 };

/// The node that a program is to be; without a name it is none.
struct NodeOptions {
  std::string short_name;
  std::string long_name;
  std::string cookie;  // empty: that of the file .erlang.cookie
  std::string listen;  // the address to listen on; empty: all, as OTP
  bool uses_epmd = true;
  unsigned port = 0;  // to listen on; 0: any
  bool is_hidden = false;
  std::vector<std::string> erl_flags;  // each "-NAME VALUE ...", as erl takes it
  std::string remote_shell;            // the node whose shell it is; empty: this one
  std::string attach;                  // the socket of the machine whose shell it is; likewise
  bool is_node() const { return !short_name.empty() || !long_name.empty(); }
};

/// Options of every command that runs a program.
struct RunOptions {
  NodeOptions node;
  EngineRequest engine;
  unsigned schedulers = 0;  // 0: one per core
  unsigned async_threads = 1;
  unsigned dist_buffer_kib = 0;  // 0: OTP's default
  bool async_dist = false;       // of new processes
  vm::CoverageMode coverage = vm::CoverageMode::kNone;
  bool verify = true;              // check modules for code that could do damage
  bool remembers_verdicts = true;  // of earlier runs of this build
  bool nif_checks = false;
  bool stress_gc = false;
  bool stress_yield = false;
  bool stress_sched = false;
  bool stress_delay = false;
  bool stress_progress = false;
  bool stress_small = false;
  std::uint64_t seed = 0;
  std::uint64_t max_memory_mib = 0;  // 0: what the machine has
  std::string log_subjects;
  std::string control;  // socket for clients; empty: none
  RecordRequest record;
  std::string otp;  // folder of Erlang/OTP; empty: look for it
  std::vector<std::string> code_path;
  std::string file;
  std::vector<std::string> arguments;
};

struct DisasmOptions {
  CallPattern function;   // which ones; all by default
  bool live = false;      // run the program first, then show the code as it is then
  bool jit = false;       // show what the compiler makes of them
  bool all = false;       // ... all of it, with LLVM's IR
  bool baseline = false;  // ... and the baseline compiler
  std::string target =    // for which processor: x86-64 or aarch64; this one by default
      vm::kProcessor == vm::Processor::kX86_64 ? "x86-64" : "aarch64";
};

struct CompareOptions {
  std::vector<CallPattern> calls;
  unsigned rounds = 3;         // runs of which the best counts
  bool measures_costs = true;  // else only the traces are compared
  std::string format = "text";
  std::string output;  // file for the result; empty: standard output
};

struct CommandLine {
  enum class Command {
    kNone,
    kRun,
    kTrace,
    kTraceLog,
    kProfile,
    kAttach,
    kView,
    kDisasm,
    kErlc,
    kShell,
    kErl,
    kCompare
  };
  Command command = Command::kNone;  // kNone: only `text` is to be printed
  int status = kStatusOk;
  std::string text;               // help (status 0) or one line about what is wrong (status 2)
  std::string warning;            // one line; the command runs all the same
  bool is_file_explicit = false;  // `-- FILE`: nothing behind it is an option of ours
  RunOptions run;
  TraceRequest trace;  // of kTrace, kProfile and kAttach
  DisasmOptions disasm;
  CompareOptions compare;
  ViewOptions view;
};

/// Why a file or folder cannot have this name: OTP's libraries see names as characters. Empty where
/// it can.
std::string why_no_text(const std::string& name);

/// Never throws. For --help or a mistake the result has a text and a status, and no command.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace tools
