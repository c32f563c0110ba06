// The steps of loading in one place.
#include "loader/loader.h"

#include "loader/checked_file.h"
#include "loader/container.h"
#include "loader/stage.h"
#include "vm/base/log.h"
#include "vm/code/code_stage_observer.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

namespace loader {

PreparedModule::~PreparedModule() {
  if (module_ != nullptr) vm_->modules->discard(std::move(module_));
}

namespace {

LoadResult<PreparedModule> prepare_file(vm::Vm& vm, Bytes file, vm::Term expected_module) {
  VM_TRY(const CheckedFile checked,
         check_file(file, trust_of(vm.options.verify), vm.options.verdicts.get()));
  if (expected_module.has_value() && checked.beam->module != vm::atom_text(expected_module)) {
    return load_error(0, "file", fmt::format("the module {}", vm::atom_text(expected_module)),
                      checked.beam->module);
  }
  return prepare(vm, checked);
}

}  // namespace

LoadResult<PreparedModule> prepare(vm::Vm& vm, Bytes file, vm::Term expected_module) {
  auto prepared = prepare_file(vm, file, expected_module);
  // The program sees only `badfile`; the reason is for the reader of the log.
  if (!prepared.ok()) VM_LOG(loader, "refused {}", to_string(*prepared.error(), "code"));
  return prepared;
}

LoadResult<PreparedModule> prepare(vm::Vm& vm, const CheckedFile& file) {
  VM_TRY(auto module, stage(vm, *file.beam, file.code));
  VM_LOG(loader, "prepared {}: {} functions, {} words of code", file.beam->module,
         module->functions.size(), module->code.size());
  return PreparedModule(vm, std::move(module));
}

void commit(vm::Vm& vm, const vm::CodeModPermission& permission,
            std::span<PreparedModule> modules) {
  vm.modules->start_staging(permission);
  for (PreparedModule& prepared : modules) {
    vm::Module& module = *prepared.module_;
    vm.modules->stage(permission, std::move(prepared.module_));
    if (vm.code_observer != nullptr) vm.code_observer->on_staged(permission, module);
  }
  vm.modules->commit(permission);
}

void commit_waiting(vm::Vm& vm, const vm::CodeModPermission& permission, PreparedModule module) {
  vm.modules->start_staging(permission);
  vm.modules->stage_waiting(permission, std::move(module.module_));
  vm.modules->commit(permission);
}

std::optional<vm::Md5Digest> module_md5(Bytes file) {
  const auto beam = read_beam_file(file);
  if (!beam.ok()) return std::nullopt;
  return (*beam)->md5;
}

std::optional<Bytes> chunk_contents(Bytes file, std::string_view name) {
  const auto chunks = split_chunks(file);
  if (!chunks.ok()) return std::nullopt;
  const Chunk* chunk = find_chunk(*chunks, name);
  if (chunk == nullptr || chunk->bytes.empty()) return std::nullopt;
  return chunk->bytes;
}

}  // namespace loader
