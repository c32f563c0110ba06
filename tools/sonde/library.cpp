// What erlc and escript do are functions of OTP's libraries (erl_compile, escript); so options,
// messages and exit statuses are theirs.
#include "tools/sonde/library.h"

#include "tools/sonde/run.h"

#include <filesystem>
#include <fstream>

namespace tools {
namespace {

/// A machine that calls module:function() with `arguments` as its plain arguments.
vm::Result<int, std::string> run_library(const Otp& otp, const RunOptions& run,
                                         MainRequest request) {
  // OTP's libraries ask for the current folder, and go on with the error they get.
  if (std::string why = why_no_text(std::filesystem::current_path().string()); !why.empty())
    return vm::Err(why);
  std::vector<std::string> code_path;
  for (const std::string& folder : run.code_path) {
    code_path.push_back(std::filesystem::absolute(folder).string());
  }
  code_path.emplace_back(".");  // as under erl
  code_path.insert(code_path.end(), otp.library_path.begin(), otp.library_path.end());
  MachineRequest machine;
  machine.vm = machine_options(run, std::move(code_path));
  machine.engine = run.engine;
  machine.otp_root = otp.root;
  std::string error;
  const auto vm = assemble(machine, &error);
  if (vm == nullptr) return vm::Err(error);
  return run_main(*vm, request);
}

}  // namespace

vm::Result<int, std::string> run_compiler(const Otp& otp, const RunOptions& run,
                                          CompilerOutput output) {
  MainRequest request;
  request.module = "sonde_erlc";
  request.function = output == CompilerOutput::kStandard ? "main" : "main_on_standard_error";
  request.arguments = run.arguments;
  return run_library(otp, run, request);
}

vm::Result<int, std::string> run_shell(const Otp& otp, const RunOptions& run) {
  MainRequest request;
  request.module = "sonde_shell";
  request.function = "main";
  request.arguments = run.arguments;
  return run_library(otp, run, request);
}

vm::Result<int, std::string> run_escript(const Otp& otp, const RunOptions& run,
                                         const TraceRequest& trace) {
  MainRequest request;
  request.module = "sonde_script";
  request.function = "main";
  request.trace = trace;
  request.arguments = {run.file};
  request.arguments.insert(request.arguments.end(), run.arguments.begin(), run.arguments.end());
  return run_library(otp, run, request);
}

bool is_escript(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  char start[2] = {};
  return stream.read(start, sizeof start) && start[0] == '#' && start[1] == '!';
}

}  // namespace tools
