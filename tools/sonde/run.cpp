// From the command line's values to those of assemble.h. What needs no machine is checked before
// one is made.
#include "tools/sonde/run.h"

#include "vm/code/disasm.h"
#include "vm/code/module_table.h"
#include "vm/sched/engine.h"
#include "vm/term/atom_table.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace tools {
namespace {

/// The file must be writable before the program has done half of its work.
std::string why_not_writable(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return path + ": " + std::strerror(errno);
  close(file);
  return {};
}

/// A machine, and what it is to run.
struct PreparedRun {
  std::unique_ptr<vm::Vm> vm;
  MainRequest request;
};

vm::Result<PreparedRun, std::string> prepare(const CommandLine& line, const ProgramFile& program) {
  MachineRequest machine;
  machine.vm = machine_options(line.run, program.code_path);
  machine.engine = line.run.engine;
  machine.otp_root = program.otp_root;
  PreparedRun run;
  run.request.beam_file = program.beam_path;
  run.request.arguments = line.run.arguments;
  if (line.command == CommandLine::Command::kTrace) {
    VM_TRY(run.request.trace, trace_request(line.trace));
  }
  std::string error;
  run.vm = assemble(machine, &error);
  if (run.vm == nullptr) return vm::Err(error);
  return run;
}

}  // namespace

vm::Result<TraceRequest, std::string> trace_request(const TraceOptions& trace) {
  if (!trace.output.empty()) {
    if (std::string why = why_not_writable(trace.output); !why.empty()) return vm::Err(why);
  }
  TraceRequest request;
  for (const CallPattern& pattern : trace.calls) request.calls.push_back(pattern.parts());
  request.messages = trace.messages;
  request.procs = trace.procs;
  request.count = trace.count;
  request.output = trace.output;
  request.bounds = trace.bounds;
  return request;
}

vm::VmOptions machine_options(const RunOptions& run, std::vector<std::string> code_path) {
  vm::VmOptions options;
  options.schedulers = run.schedulers;
  options.stress_gc = run.stress_gc;
  options.stress_yield = run.stress_yield;
  options.stress_sched = run.stress_sched;
  options.stress_delay = run.stress_delay;
  options.stress_progress = run.stress_progress;
  options.stress_small = run.stress_small;
  options.seed = run.seed;
  options.code_path = std::move(code_path);
  options.arguments = run.arguments;
  return options;
}

vm::Result<int, std::string> run_program(const CommandLine& line, const ProgramFile& program) {
  VM_TRY(PreparedRun run, prepare(line, program));
  return run_main(*run.vm, run.request);
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
  if (wanted.module && *wanted.module != program.module)
    return vm::Err(line.run.file + ": is module " + program.module + ", not " + *wanted.module);
  MachineRequest machine;
  machine.vm = machine_options(line.run, program.code_path);
  machine.otp_root = program.otp_root;
  std::string error;
  const auto vm = assemble(machine, &error);
  if (vm == nullptr) return vm::Err(error);
  const vm::Module* module = load_module(*vm, program.beam_path, &error);
  if (module == nullptr) return vm::Err(error);
  const auto functions = wanted_functions(*module, wanted);
  if (functions.empty()) return vm::Err(line.run.file + ": has no such function");
  return compiled_text(*vm, *module, functions, line.run.engine, line.disasm.target);
}

vm::Result<LiveCode, std::string> run_and_disassemble(const CommandLine& line,
                                                      const ProgramFile& program) {
  VM_TRY(PreparedRun run, prepare(line, program));
  LiveCode live;
  live.status = run_main(*run.vm, run.request);
  const vm::Module* module = run.vm->modules->current(vm::intern_atom(program.module).value());
  if (module == nullptr) return vm::Err(program.module + ": not loaded any more");
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
