// The one place that knows every folder: which implementation stands behind each interface, what is
// loaded before the first process, how the program is handed to it.
#include "tools/assemble.h"

#include "bif/bif_table.h"
#include "bif/boot_state.h"
#include "bif/state.h"
#include "loader/code_path.h"
#include "loader/loader.h"
#include "tools/engines.h"
#include "tracing/trace_api.h"
#include "vm/base/environment.h"
#include "vm/base/malloc_settings.h"
#include "vm/base/out_of_memory.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/module_table.h"
#include "vm/heap/binary_view.h"
#include "vm/instr/calls.h"
#include "vm/proc/spawn.h"
#include "vm/sched/engine.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <csignal>
#include <dirent.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace tools {
namespace {

// Loaded before anything runs. OTP's erlang and erts_internal are half natives; the rest is what
// the code server and its way to be called (error_handler, code) need, because it cannot load what
// it needs itself.
constexpr const char* kPreloaded[] = {"erlang",
                                      "erts_internal",
                                      "init",
                                      "error_handler",
                                      "code",
                                      "code_server",
                                      "lists",
                                      "filename",
                                      "unicode",
                                      "os",
                                      "sonde_boot",
                                      "sonde_code",
                                      "erts_code_purger",
                                      "erts_literal_area_collector"};

/// Looks from the end of the path: our own modules and OTP's come before a program's of the same
/// name, as preloaded ones do in a release.
std::optional<loader::FoundFile> find_module(const std::vector<std::string>& folders,
                                             const char* name) {
  return loader::CodePath({folders.rbegin(), folders.rend()}).find(name);
}

/// Makes modules current before the first process runs.
void commit(vm::Vm& vm, std::span<loader::PreparedModule> modules) {
  const bool taken = vm.code_permission->try_take();
  VM_CHECK(taken, "nobody else changes code before the first process runs");
  const vm::CodeModPermission permission = vm.code_permission->make_right();
  loader::commit(vm, permission, modules);
}

/// Loads the modules that must be there before the first process. False with a message.
bool load_preloaded(vm::Vm& vm, std::string* error) {
  std::vector<loader::PreparedModule> modules;
  for (const char* name : kPreloaded) {
    const auto file = find_module(vm.options.code_path, name);
    if (!file) {
      *error = std::string(name) +
               ".beam: expected in the code path (OTP's libraries, package erlang-base), not found";
      return false;
    }
    auto module = loader::prepare(vm, file->bytes, vm::intern_atom(name).value());
    if (!module.ok()) {
      *error = loader::to_string(*module.error(), file->path);
      return false;
    }
    bif::BifState::of(vm).boot->preloaded.emplace_back(module->name(), file->path);
    modules.push_back(std::move(module.value()));
  }
  commit(vm, modules);
  return true;
}

vm::Term text(vm::HeapBuilder& builder, const std::string& bytes) {
  return vm::make_binary_term(builder, bytes);
}

/// A string as the program sees its arguments: a list of code points.
vm::Term code_points(vm::HeapBuilder& builder, const std::string& utf8) {
  std::vector<vm::Term> points;
  const char* at = utf8.data();
  const char* end = at + utf8.size();
  while (at < end) {
    std::uint32_t code_point = 0;
    const vm::Word length = vm::decode_utf8(at, end, &code_point);
    // Bytes that are no UTF-8 are passed on as they are.
    points.push_back(vm::Term::small(length == 0 ? static_cast<vm::Byte>(*at) : code_point));
    at += length == 0 ? 1 : length;
  }
  return builder.list_from(points);
}

/// The options of trace:session_create/3.
vm::Term bounds_term(vm::HeapBuilder& builder, const TraceBounds& bounds) {
  const auto atom = [](const char* name) { return vm::intern_atom(name).value(); };
  const std::pair<const char*, std::uint64_t> limits[] = {{"queue_limit", bounds.queue_limit},
                                                          {"max_events", bounds.max_events},
                                                          {"max_rate", bounds.max_rate},
                                                          {"stop_after", bounds.stop_after_ms}};
  vm::Term list =
      builder.cons(builder.tuple(atom("overload"), atom(bounds.overload.c_str())), vm::Term::nil());
  for (const auto& [name, limit] : limits) {
    if (limit == 0) continue;
    const vm::Term number = vm::Term::small(static_cast<vm::SWord>(limit));
    list = builder.cons(builder.tuple(atom(name), number), list);
  }
  return list;
}

/// undefined, or {Calls, Messages, Procs, Count, Output, Bounds} for sonde_trace:start/1.
vm::Term trace_term(vm::HeapBuilder& builder, const TraceRequest& trace) {
  if (!trace.is_wanted()) return vm::am::undefined;
  std::vector<vm::Term> calls;
  for (const auto& [module, function, arity] : trace.calls) {
    calls.push_back(builder.tuple(code_points(builder, module), code_points(builder, function),
                                  code_points(builder, arity)));
  }
  return builder.tuple(builder.list_from(calls), vm::make_boolean(trace.messages),
                       vm::make_boolean(trace.procs), vm::make_boolean(trace.count),
                       text(builder, trace.output), bounds_term(builder, trace.bounds));
}

/// What the program `erl` adds to the environment: where OTP's own programs are (inet_gethost is
/// one that libraries start), before any others of the same name.
void set_environment(const std::string& otp_root) {
  std::error_code error;
  std::string programs;
  for (const auto& entry : std::filesystem::directory_iterator(otp_root, error)) {
    if (!entry.path().filename().string().starts_with("erts-")) continue;
    programs = std::max(programs, (entry.path() / "bin").string());
  }
  if (programs.empty()) return;
  vm::Environment& environment = vm::Environment::of_program();
  const std::string path = environment.find("PATH").value_or("/usr/bin:/bin");
  if (path.find(programs) == path.npos) {
    environment.set("PATH", programs + ":" + otp_root + "/bin:" + path);
  }
  environment.set("BINDIR", programs);
  environment.set("ROOTDIR", otp_root);
}

std::string module_name(const std::string& beam_file) {
  const std::size_t slash = beam_file.rfind('/');
  const std::string name = slash == std::string::npos ? beam_file : beam_file.substr(slash + 1);
  return name.substr(0, name.rfind(".beam"));
}

/// {program, File, Module} or {call, Module, Function}.
vm::Term main_term(vm::HeapBuilder& builder, const MainRequest& request) {
  const auto atom = [](const std::string& name) { return vm::intern_atom(name).value(); };
  if (request.beam_file.empty()) {
    return builder.tuple(vm::am::call, atom(request.module), atom(request.function));
  }
  return builder.tuple(atom("program"), code_points(builder, request.beam_file),
                       atom(module_name(request.beam_file)));
}

}  // namespace

std::unique_ptr<vm::Vm> assemble(const MachineRequest& request, std::string* error) {
  // A closed pipe is an error of the write that meets it, as in OTP, not the end of the machine.
  std::signal(SIGPIPE, SIG_IGN);
  vm::set_up_malloc();
  vm::set_up_new_handler();
  vm::VmOptions options = request.vm;
  options.code_path.push_back(SONDE_ERL_EBIN);
  auto vm = std::make_unique<vm::Vm>(std::move(options));
  if (!install_engine(*vm, request.engine, error)) return nullptr;
  vm->exports->set_handlers(
      {.call_error_handler = vm->backend->generic_handler(vm::Op::call_error_handler),
       .call_bif = vm->backend->generic_handler(vm::Op::call_bif),
       .save_call = vm->backend->generic_handler(vm::Op::i_save_call),
       .light_call = vm::instr::call_light});
  tracing::install(*vm);
  bif::install(*vm);
  bif::BifState::of(*vm).boot->otp_root = request.otp_root;
  set_environment(request.otp_root);
  if (!load_preloaded(*vm, error)) return nullptr;
  return vm;
}

const vm::Module* load_module(vm::Vm& vm, const std::string& beam_file, std::string* error) {
  const auto bytes = loader::read_whole_file(beam_file);
  if (!bytes) {
    *error = beam_file + ": cannot be read";
    return nullptr;
  }
  auto module = loader::prepare(vm, *bytes, vm::Term::none());
  if (!module.ok()) {
    *error = loader::to_string(*module.error(), beam_file);
    return nullptr;
  }
  const vm::Term name = module->name();
  commit(vm, {&module.value(), 1});
  return vm.modules->current(name);
}

int run_main(vm::Vm& vm, const MainRequest& request) {
  vm::HeapBuilder builder(vm::Word{64});
  std::vector<vm::Term> arguments;
  for (const std::string& argument : request.arguments)
    arguments.push_back(code_points(builder, argument));
  const vm::Term start = builder.tuple(main_term(builder, request), builder.list_from(arguments),
                                       trace_term(builder, request.trace));
  vm::spawn_first(vm, vm::am::sonde_boot, vm::am::start, builder.cons(start, vm::Term::nil()),
                  vm::Term::none());
  vm.schedulers->start();
  return vm.schedulers->run_until_halt();
}

}  // namespace tools
