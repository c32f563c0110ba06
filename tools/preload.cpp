// The list of modules, and loading without a process that could hold the permission.
#include "tools/preload.h"

#include "bif/boot_state.h"
#include "bif/state.h"
#include "loader/module_files.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/module_table.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <vector>

namespace tools {
namespace {

// Half of the functions of OTP's erlang and erts_internal are natives. The other modules are those
// that the code server and its callers (error_handler, code) need, because it cannot load them
// itself; and ets, as OTP has it from the start and a table of the code server would grow with it.
constexpr const char* kPreloaded[] = {"erlang",
                                      "erts_internal",
                                      "init",
                                      "error_handler",
                                      "code",
                                      "code_server",
                                      "ets",
                                      "lists",
                                      "filename",
                                      "unicode",
                                      "os",
                                      "sonde_boot",
                                      "sonde_code",
                                      "erts_code_purger",
                                      "erts_literal_area_collector"};

}  // namespace

vm::Result<void, std::string> load_preloaded(vm::Vm& vm) {
  // OTP's own libraries, which stand behind the current folder, come before what the user has
  // named.
  std::vector<std::string> folders = vm.options.code_path;
  std::ranges::rotate(folders, std::ranges::find(folders, "."));
  std::vector<loader::PreparedModule> modules;
  for (const char* name : kPreloaded) {
    const auto file = loader::find_module(folders, name);
    if (!file) {
      return vm::Err(std::string(name) +
                     ".beam: expected in the code path (OTP's libraries, package erlang-base), "
                     "not found");
    }
    auto module = loader::prepare(vm, file->bytes, vm::intern_atom(name).value());
    if (!module.ok()) return vm::Err(loader::to_string(*module.error(), file->path));
    bif::BifState::of(vm).boot.preloaded.emplace_back(module->name(), file->path);
    modules.push_back(std::move(module.value()));
  }
  commit_before_start(vm, modules);
  return {};
}

void commit_before_start(vm::Vm& vm, std::span<loader::PreparedModule> modules) {
  const bool taken = vm.code_permission->try_take();
  VM_CHECK(taken, "nobody else changes code before the first process runs");
  const vm::CodeModPermission permission = vm.code_permission->make_right();
  loader::commit(vm, permission, modules);
}

}  // namespace tools
