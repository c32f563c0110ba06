// The steps in their order; each fills its part of the tables that the code refers to.
#include "loader/stage.h"

#include "loader/literals.h"
#include "loader/transform.h"
#include "vm/code/tables.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

LoadResult<void> intern_atoms(const BeamFile& beam, LoadedTables& tables) {
  tables.atoms.reserve(beam.atoms.size());
  tables.atoms.push_back(Term::nil());
  for (std::size_t i = 1; i < beam.atoms.size(); i++) {
    auto atom = vm::intern_atom(beam.atoms[i]);
    if (!atom.ok()) {
      auto error = load_error(0, "atoms", "room in the atom table", "none");
      error.error->module = beam.module;
      return error;
    }
    tables.atoms.push_back(*atom);
  }
  return {};
}

/// module_info(exports) lists the functions that were first mentioned last, first: so the order of
/// these calls shows.
void find_exports(vm::Vm& vm, const BeamFile& beam, const LoadedTables& tables) {
  for (const LabelledFunction& row : beam.exports) {
    vm.exports->get_or_create(tables.atoms[1], tables.atoms[row.name], row.arity);
  }
}

void find_imports(vm::Vm& vm, const BeamFile& beam, LoadedTables& tables) {
  tables.imports.reserve(beam.imports.size());
  for (const Import& row : beam.imports) {
    tables.imports.push_back(
        &vm.exports->get_or_create(tables.atoms[row.module], tables.atoms[row.name], row.arity));
  }
}

void find_funs(vm::Vm& vm, const BeamFile& beam, LoadedTables& tables, vm::Module& module) {
  for (const Lambda& row : beam.lambdas) {
    module.funs.push_back(
        &vm.funs->get_or_create({module.name, beam.md5, row.index, row.old_uniq, row.arity,
                                 row.free_count, tables.atoms[row.name]}));
  }
  tables.funs = module.funs;
}

void find_own_bifs(vm::Vm& vm, const BeamFile& beam, const GenericCode& code, LoadedTables& tables,
                   Term module) {
  for (const GenericFunction& function : code.functions) {
    vm::Export* e = vm.exports->find(module, tables.atoms[function.name], function.arity);
    tables.own_bifs.push_back(e != nullptr && e->bif != nullptr ? e : nullptr);
  }
}

/// Fills in what refers to addresses of the code, which are known now.
void fill_addresses(vm::Vm& vm, const BeamFile& beam, const LoadedTables& tables,
                    const CodeWriter& writer, vm::Module& module) {
  for (const LabelledFunction& row : beam.exports) {
    vm::Export& target = vm.exports->get_or_create(module.name, tables.atoms[row.name], row.arity);
    module.exports.push_back({&target, writer.address(module, row.label)});
  }
  for (const Lambda& row : beam.lambdas) {
    module.fun_entries.push_back(writer.address(module, row.label));
  }
  if (module.on_load != nullptr) {
    // transform() left the label there.
    auto label = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(module.on_load));
    module.on_load = writer.address(module, label);
  }
}

}  // namespace

LoadResult<std::unique_ptr<vm::Module>> stage(vm::Vm& vm, const BeamFile& beam,
                                              const GenericCode& code) {
  auto module = std::make_unique<vm::Module>();
  LoadedTables tables;
  VM_TRY_VOID(intern_atoms(beam, tables));
  module->name = tables.atoms[1];
  module->files = beam.lines.files;
  module->types = beam.types;
  module->strings.assign(beam.strings.begin(), beam.strings.end());
  module->attributes.assign(beam.attributes.begin(), beam.attributes.end());
  module->compile_info.assign(beam.compile_info.begin(), beam.compile_info.end());
  std::copy(beam.md5.begin(), beam.md5.end(), module->md5);
  find_funs(vm, beam, tables, *module);
  find_own_bifs(vm, beam, code, tables, module->name);
  CodeWriter writer(static_cast<std::uint32_t>(code.labels.size() + code.functions.size()));
  auto built = build_literals(vm, beam, code, tables, *module);
  if (built.ok()) {
    // In this order, for module_info(exports): what literals name, the module's own, what it calls.
    find_exports(vm, beam, tables);
    find_imports(vm, beam, tables);
    built = transform(beam, code, tables, *module, writer);
  }
  if (!built.ok()) {
    vm.modules->discard(std::move(module));
    return vm::Err(std::move(built).error());
  }
  writer.finish(*module, *vm.catches, *vm.backend);
  fill_addresses(vm, beam, tables, writer, *module);
  return module;
}

}  // namespace loader
