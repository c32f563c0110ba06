// What erlc does is a function of OTP's library, erl_compile:compile_cmdline/0; so options,
// messages and exit statuses are erlc's.
#include "tools/sonde/compiler.h"

#include "tools/assemble.h"
#include "tools/sonde/run.h"

#include <filesystem>

namespace tools {

vm::Result<int, std::string> run_compiler(const Otp& otp, const RunOptions& run,
                                          CompilerOutput output) {
  std::vector<std::string> code_path;
  for (const std::string& folder : run.code_path) {
    code_path.push_back(std::filesystem::absolute(folder).string());
  }
  code_path.insert(code_path.end(), otp.library_path.begin(), otp.library_path.end());
  MachineRequest machine;
  machine.vm = machine_options(run, std::move(code_path));
  machine.engine = run.engine;
  machine.otp_root = otp.root;
  std::string error;
  const auto vm = assemble(machine, &error);
  if (vm == nullptr) return vm::Err(error);
  MainRequest request;
  request.module = "sonde_erlc";
  request.function = output == CompilerOutput::kStandard ? "main" : "main_on_standard_error";
  request.arguments = run.arguments;
  return run_main(*vm, request);
}

}  // namespace tools
