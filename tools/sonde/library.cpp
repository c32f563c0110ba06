// The work of erlc and escript is done by functions of OTP's libraries (erl_compile, escript), so
// options, messages and exit statuses are OTP's.
#include "tools/sonde/library.h"

#include "tools/run_main.h"
#include "tools/sonde/raw_terminal.h"
#include "tools/sonde/run.h"

#include <algorithm>
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
  return run_library(otp, run,
                     call_of("sonde_trace_log_reader", "main",
                             {run.file, trace.format, std::to_string(trace.depth), trace.output}));
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
  top.columns = terminal.columns();
  // What fits below the four lines of the head.
  constexpr unsigned kHead = 5;
  if (terminal.rows() > kHead)
    top.rows = std::min<std::uint64_t>(top.rows, terminal.rows() - kHead);
  return run_library(otp, run, std::move(request));
}

bool is_escript(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  char start[2] = {};
  return stream.read(start, sizeof start) && start[0] == '#' && start[1] == '!';
}

}  // namespace tools
