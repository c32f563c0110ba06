// The steps in their order; each fills its part of the tables that the code refers to.
#include "loader/stage.h"

#include "loader/decode.h"
#include "loader/literals.h"
#include "loader/transform.h"
#include "loader/verify_rules.h"
#include "vm/code/bif_flags.h"
#include "vm/code/tables.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

/// Whether an instruction may call the import like an operator: it is a BIF that neither has an
/// effect nor waits. What builds its result needs an instruction that may collect.
bool is_callable_bif(const vm::Vm& vm, const BeamFile& beam, const Import& import,
                     bool may_collect) {
  const Term module = vm::find_atom(beam.atoms[import.module]);
  const Term name = vm::find_atom(beam.atoms[import.name]);
  if (module.is_none() || name.is_none()) return false;
  const vm::Export* found = vm.exports->find(module, name, import.arity);
  if (found == nullptr || found->bif == nullptr) return false;
  if ((found->bif_flags & vm::kBifMayBlock) != 0) return false;
  if ((found->bif_flags & vm::kBifInGuards) != 0) return true;
  // Compilers from OTP 29 on replace a try of a BIF by gc_bif1 with a label.
  if (may_collect && (found->bif_flags & vm::kBifIsPure) != 0) return true;
  return module == vm::am::erlang && name == vm::am::get && import.arity == 1;
}

/// Checks what bif0, gc_bif1 and their like call. This needs the machine, and stands before any
/// change of it.
LoadResult<void> check_bifs(const vm::Vm& vm, const BeamFile& beam, const GenericCode& code) {
  std::vector<std::uint8_t> callable(beam.imports.size(), 0);  // bits: with and without collecting
  for (const GenericFunction& function : code.functions) {
    for (std::uint32_t i = function.begin; i < function.end; i++) {
      const GenericInstr& instr = code.instrs[i];
      if (!calls_bif(instr.op)) continue;
      const GenericOpInfo& info = generic_op_info(static_cast<std::uint8_t>(instr.op));
      const std::size_t place = info.position_of(generic_kind(vm::OperandKind::kExport));
      const bool collects = info.position_of(generic_kind(vm::OperandKind::kLive)) != info.arity;
      const std::uint32_t row = code.operands_of(instr)[place].index();
      const Import& import = beam.imports[row];
      const auto as = static_cast<std::uint8_t>(collects ? 1 : 2);
      if ((callable[row] & as) == 0 && !is_callable_bif(vm, beam, import, collects)) {
        const FunctionName name{function.name, function.arity};
        return code_error(beam, &name, instr.offset, std::string(info.name),
                          "a built-in function without effects",
                          fmt::format("{}:{}", beam.atoms[import.module],
                                      beam.function_text(import.name, import.arity)));
      }
      callable[row] |= as;
    }
  }
  return {};
}

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

/// Only code that calls funs with messages in the queue needs it.
void find_copy_term(const vm::Vm& vm, const GenericCode& code, LoadedTables& tables) {
  if (std::ranges::find(code.guards, Shape::kOwned, &Guard::shape) == code.guards.end()) return;
  tables.copy_term = vm.exports->find(vm::am::erts_debug, vm::am::copy_shared, 1);
  VM_CHECK(tables.copy_term != nullptr && tables.copy_term->bif != nullptr, "it is a BIF");
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

/// What is to be counted in a module that is loaded now; null: nothing.
std::unique_ptr<vm::Coverage> make_coverage(const vm::Vm& vm, const BeamFile& beam) {
  // relaxed: set before by the process that loads, or at no particular time
  vm::CoverageMode mode = vm.coverage_mode.load(vm::kRelaxed);
  if (beam.lines.counts_always)
    mode = vm::CoverageMode::kLineCounters;
  else if (is_of_lines(mode) && !beam.lines.has_executable_lines)
    mode = vm::CoverageMode::kNone;
  if (mode == vm::CoverageMode::kNone) return nullptr;
  return std::make_unique<vm::Coverage>(mode, vm.schedulers->count());
}

}  // namespace

LoadResult<std::unique_ptr<vm::Module>> stage(vm::Vm& vm, const BeamFile& beam,
                                              const GenericCode& code) {
  auto module = std::make_unique<vm::Module>();
  LoadedTables tables;
  VM_TRY_VOID(check_bifs(vm, beam, code));
  VM_TRY_VOID(intern_atoms(beam, tables));
  module->name = tables.atoms[1];
  module->types = beam.types;
  module->strings.assign(beam.strings.begin(), beam.strings.end());
  module->attributes.assign(beam.attributes.begin(), beam.attributes.end());
  module->compile_info.assign(beam.compile_info.begin(), beam.compile_info.end());
  std::copy(beam.md5.begin(), beam.md5.end(), module->md5);
  module->coverage = make_coverage(vm, beam);
  find_funs(vm, beam, tables, *module);
  find_own_bifs(vm, beam, code, tables, module->name);
  CodeWriter writer(
      static_cast<std::uint32_t>(code.labels.size() + 2 * code.functions.size()),
      code.instrs.size() + code.operands.size() + code.functions.size() * vm::kFuncInfoWords,
      code.instrs.size());
  auto built = build_literals(vm, beam, code, tables, *module);
  if (built.ok()) {
    // In this order, for module_info(exports): what literals name, the module's own, what it calls.
    find_exports(vm, beam, tables);
    find_imports(vm, beam, tables);
    find_copy_term(vm, code, tables);
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
