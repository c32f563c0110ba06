// The work of erlc and escript is done by functions of OTP's libraries (erl_compile, escript), so
// options, messages and exit statuses are OTP's.
#include "tools/sonde/library.h"

#include "bif/system/printable_range.h"
#include "bif/system/warning_map.h"
#include "tools/erl_environment.h"
#include "tools/run_main.h"
#include "tools/sonde/erl_flags.h"
#include "tools/sonde/raw_terminal.h"
#include "tools/sonde/run.h"
#include "vm/base/environment.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace tools {
namespace {

/// Runs a machine that calls a function of a library.
vm::Result<int, std::string> run_library(const Otp& otp, const RunOptions& run,
                                         MainRequest request) {
  request.control = run.control;
  request.flags = node_flags(run.node);
  // OTP's libraries ask for the current folder, and go on with the error they get.
  if (std::string why = why_no_text(std::filesystem::current_path().string()); !why.empty())
    return vm::Err(why);
  VM_TRY(const auto vm,
         assemble(machine_request(run, otp.root, code_path(run.code_path, {}, otp))));
  return run_main(*vm, std::move(request));
}

MainRequest call_of(const char* module, const char* function, std::vector<std::string> arguments) {
  MainRequest request;
  request.function = {module, function};
  request.arguments = std::move(arguments);
  return request;
}

}  // namespace

vm::Result<int, std::string> run_compiler(const Otp& otp, const RunOptions& run,
                                          CompilerOutput output) {
  const char* function = output == CompilerOutput::kStandard ? "main" : "main_on_standard_error";
  return run_library(otp, run, call_of("sonde_erlc", function, run.arguments));
}

vm::Result<int, std::string> run_shell(const Otp& otp, const RunOptions& run) {
  return run_library(otp, run, call_of("sonde_shell", "main", run.arguments));
}

vm::Result<int, std::string> run_erl(RunOptions run) {
  ErlFlags flags = take_erl_flags(run.arguments);
  if (!flags.error.empty()) {
    // The line is the one that programs which start erl look for.
    std::fprintf(stderr, "%s\n", flags.error.c_str());
    return static_cast<int>(kStatusError);
  }
  if (flags.warnings == 'i') bif::set_warning_map(vm::am::info);
  if (flags.warnings == 'e') bif::set_warning_map(vm::am::error);
  if (flags.prints_unicode) bif::set_printable_range(bif::PrintableRange::kUnicode);
  // What runs under erl, or under this program, goes on with the libraries that it has.
  const char* root = std::getenv("ROOTDIR");
  if (run.otp.empty() && std::getenv("SONDE_OTP_ROOT") == nullptr && root != nullptr &&
      find_otp(root).ok())
    run.otp = root;
  VM_TRY(const Otp otp, find_otp(run.otp));
  if (flags.prints_version) {
    // The line of erl, which other programs read.
    std::fprintf(stderr, "Erlang (SMP,ASYNC_THREADS) (BEAM) emulator version %s\n",
                 set_erl_environment(otp.root).c_str());
    return static_cast<int>(kStatusOk);
  }
  if (flags.is_detached && !detach())
    return vm::Err(std::string("cannot detach: ") + std::strerror(errno));
  for (const auto& [name, value] : flags.environment)
    vm::Environment::of_program().set(name, value);
  if (flags.schedulers != 0) run.schedulers = flags.schedulers;
  if (flags.async_threads != 0) run.async_threads = flags.async_threads;
  run.async_dist = flags.async_dist;
  run.coverage = flags.coverage;
  run.dist_buffer_kib = flags.dist_buffer_kib;
  run.arguments = std::move(flags.words);
  return run_library(otp, run, call_of("sonde_erl", "main", run.arguments));
}

vm::Result<int, std::string> run_escript(const Otp& otp, const RunOptions& run,
                                         const TraceRequest& trace) {
  std::vector<std::string> arguments = {run.file};
  arguments.insert(arguments.end(), run.arguments.begin(), run.arguments.end());
  MainRequest request = call_of("sonde_script", "main", std::move(arguments));
  request.trace = trace;
  request.record = run.record;
  return run_library(otp, run, std::move(request));
}

vm::Result<int, std::string> run_trace_log_reader(const Otp& otp, const RunOptions& run,
                                                  const TraceRequest& trace) {
  // Colours are all that the options of a log can ask for.
  const char* colours = trace.actions.empty() ? "plain" : "colours";
  return run_library(
      otp, run,
      call_of("sonde_trace_log_reader", "main",
              {run.file, trace.format, std::to_string(trace.depth), trace.output, colours}));
}

vm::Result<int, std::string> run_attached(const Otp& otp, const RunOptions& run,
                                          const TraceRequest& trace) {
  MainRequest request = call_of("sonde_attach", "main", {});
  request.trace = trace;
  TopRequest& top = request.trace.top;
  if (trace.measure != "top" || !top.redraws || top.times != 0)
    return run_library(otp, run, std::move(request));
  const RawTerminal terminal;
  top.is_interactive = terminal.is_terminal();
  return run_library(otp, run, std::move(request));
}

bool is_escript(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  char start[2] = {};
  return stream.read(start, sizeof start) && start[0] == '#' && start[1] == '!';
}

}  // namespace tools
