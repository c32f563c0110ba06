// Builds the constant terms of a module in literal memory: its literal table, big integers of the
// code, funs without free variables, and keys of maps.
#pragma once

#include "loader/transform.h"
#include "vm/vm.h"

namespace loader {

/// Refuses a literal that is not in the external term format. Adds no atoms: a file may still be
/// refused for one of its other literals. Needs no machine.
LoadResult<void> check_literals(const BeamFile& beam);

/// Fills `literals`, `bigs`, `constant_funs` and `new_maps` of `tables` (its atoms and funs are
/// there already) and the records of `module`, which owns the literal area from then on. Refuses a
/// literal that is not in the external term format.
LoadResult<void> build_literals(vm::Vm& vm, const BeamFile& beam, const GenericCode& code,
                                LoadedTables& tables, vm::Module& module);

}  // namespace loader
