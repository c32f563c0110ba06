// Turns the values of the command line into those of a machine. Checks that need no machine come
// before one is made.
#include "tools/sonde/run.h"

#include "tools/preload.h"
#include "tools/run_main.h"
#include "tools/sonde/cache_folder.h"
#include "vm/base/fact_file.h"
#include "vm/base/own_files.h"
#include "vm/code/disasm.h"
#include "vm/code/module_table.h"
#include "vm/sched/engine.h"
#include "vm/term/atom_table.h"

#include <cstdlib>
#include <sstream>

namespace tools {
namespace {

/// A machine, and what it is to run. The code in the request refers to the machine, so it is
/// destroyed first.
struct PreparedRun {
  std::unique_ptr<vm::Vm> vm;
  MainRequest request;
};

vm::Result<PreparedRun, std::string> prepare(const CommandLine& line, const ProgramFile& program) {
  if (std::string why = why_misnamed(program); !why.empty()) return vm::Err(why);
  PreparedRun run;
  run.request.arguments = line.run.arguments;
  run.request.trace = line.trace;
  run.request.control = line.run.control;
  run.request.record = line.run.record;
  run.request.flags = node_flags(line.run.node);
  VM_TRY(run.vm, assemble(machine_request(line.run, program.otp_root, program.code_path)));
  VM_TRY(Program prepared, prepare_program(*run.vm, program));
  run.request.program.emplace(std::move(prepared));
  return run;
}

/// "-NAME VALUE ..." as {NAME, {VALUE, ...}}.
std::pair<std::string, std::vector<std::string>> parse_flag(const std::string& text) {
  std::istringstream words(text.substr(1));
  std::pair<std::string, std::vector<std::string>> flag;
  words >> flag.first;
  for (std::string value; words >> value;) flag.second.push_back(value);
  return flag;
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::string>>> node_flags(const NodeOptions& node) {
  std::vector<std::pair<std::string, std::vector<std::string>>> flags;
  if (!node.short_name.empty()) flags.push_back({"sname", {node.short_name}});
  if (!node.long_name.empty()) flags.push_back({"name", {node.long_name}});
  if (!node.cookie.empty()) flags.push_back({"setcookie", {node.cookie}});
  if (!node.listen.empty()) flags.push_back({"sonde_listen", {node.listen}});
  if (!node.uses_epmd) flags.push_back({"start_epmd", {"false"}});
  if (node.port != 0) flags.push_back({"erl_epmd_port", {std::to_string(node.port)}});
  // As the program erl does.
  if (const char* epmd = std::getenv("ERL_EPMD_PORT")) flags.push_back({"epmd_port", {epmd}});
  for (const std::string& text : node.erl_flags) flags.push_back(parse_flag(text));
  if (node.is_hidden) flags.push_back({"hidden", {}});
  if (!node.attach.empty()) flags.push_back({"sonde_attach", {node.attach}});
  if (!node.remote_shell.empty()) flags.push_back({"remsh", {node.remote_shell}});
  return flags;
}

namespace {

/// What machines of this build have found out about files of code. Null: that is not kept.
std::shared_ptr<vm::FactFile> verdicts_of_this_build(const std::filesystem::path& folder) {
  const auto identity = vm::file_identity("/proc/self/exe");
  return vm::FactFile::open(
      folder, vm::hex_text({reinterpret_cast<const vm::Byte*>(identity.data()), sizeof(identity)}));
}

}  // namespace

MachineRequest machine_request(const RunOptions& run, const std::string& otp_root,
                               std::vector<std::string> code_path) {
  MachineRequest machine;
  machine.vm.schedulers = run.schedulers;
  machine.vm.verify = run.verify;
  machine.vm.stress_gc = run.stress_gc;
  machine.vm.stress_yield = run.stress_yield;
  machine.vm.stress_sched = run.stress_sched;
  machine.vm.stress_delay = run.stress_delay;
  machine.vm.stress_progress = run.stress_progress;
  machine.vm.stress_small = run.stress_small;
  machine.vm.seed = run.seed;
  machine.vm.code_path = std::move(code_path);
  machine.engine = run.engine;
  // Under stress, code is made that others do not want.
  const vm::VmOptions& options = machine.vm;
  const bool is_stressed = options.stress_gc || options.stress_yield || options.stress_sched ||
                           options.stress_delay || options.stress_progress || options.stress_small;
  const std::filesystem::path cache = cache_folder();
  if (!is_stressed && !run.engine.switch_tiers && !cache.empty())
    machine.engine.code_cache = cache / "native";
  if (run.remembers_verdicts && !cache.empty())
    machine.vm.verdicts = verdicts_of_this_build(cache / "verified");
  machine.async_threads = run.async_threads;
  machine.async_dist = run.async_dist;
  machine.coverage = run.coverage;
  machine.dist_buffer_kib = run.dist_buffer_kib;
  machine.nif_checks = run.nif_checks;
  machine.otp_root = otp_root;
  return machine;
}

vm::Result<Program, std::string> prepare_program(vm::Vm& vm, const ProgramFile& program) {
  auto code = loader::prepare(vm, program.checked);
  if (!code.ok()) return vm::Err(loader::to_string(*code.error(), program.beam_path));
  return Program{program.beam_path, std::move(*code)};
}

vm::Result<int, std::string> run_program(const CommandLine& line, ProgramFile program) {
  VM_TRY(PreparedRun run, prepare(line, program));
  program.checked = {};  // the machine has all that it needs of it
  return run_main(*run.vm, std::move(run.request));
}

namespace {
/// The loaded functions that the pattern names, in the module's order.
std::vector<const vm::FuncInfo*> wanted_functions(const vm::Module& module,
                                                  const CallPattern& wanted) {
  std::vector<const vm::FuncInfo*> functions;
  for (const vm::FuncInfo* function : module.functions) {
    const auto name = vm::atom_text(function->function);
    if (wanted.matches_function(name, static_cast<unsigned>(function->arity)))
      functions.push_back(function);
  }
  return functions;
}
}  // namespace

vm::Result<std::string, std::string> compile_and_disassemble(const CommandLine& line,
                                                             const ProgramFile& program) {
  const CallPattern& wanted = line.disasm.function;
  if (wanted.module && *wanted.module != program.module())
    return vm::Err(line.run.file + ": is module " + program.module() + ", not " + *wanted.module);
  MachineRequest request = machine_request(line.run, program.otp_root, program.code_path);
  request.engine = EngineRequest();
  request.engine.name = "interp";  // it runs nothing
  VM_TRY(const auto vm, assemble(request));
  VM_TRY(Program loaded, prepare_program(*vm, program));
  const vm::Term name = loaded.code.name();
  commit_before_start(*vm, {&loaded.code, 1});
  const vm::Module* module = vm->modules->current(name);
  const auto functions = wanted_functions(*module, wanted);
  if (functions.empty()) return vm::Err(line.run.file + ": has no such function");
  if (line.disasm.baseline) return baseline_text(*vm, *module, functions);
  return compiled_text(*vm, *module, functions, line.run.engine,
                       {line.disasm.target, line.disasm.all});
}

vm::Result<LiveCode, std::string> run_and_disassemble(const CommandLine& line,
                                                      ProgramFile program) {
  VM_TRY(PreparedRun run, prepare(line, program));
  program.checked = {};
  const vm::Term name = run.request.program->code.name();
  LiveCode live;
  live.status = run_main(*run.vm, std::move(run.request));
  const vm::Module* module = run.vm->modules->current(name);
  if (module == nullptr) return vm::Err(std::string(vm::atom_text(name)) + ": not loaded any more");
  vm::CodeBackend& backend = *run.vm->backend;
  for (const vm::FuncInfo* function : wanted_functions(*module, line.disasm.function)) {
    live.text += vm::disassemble(*module, *function, [&](vm::OpHandler handler, vm::Op* op) {
      return backend.op_of(handler, op);
    });
    live.text += '\n';
  }
  return live;
}

}  // namespace tools
