// Builds the constant terms of a module in literal memory: its literal table, big integers of the
// code, and funs without free variables.
#pragma once

#include "loader/transform.h"
#include "vm/vm.h"

namespace loader {

/// Fills `literals`, `bigs` and `constant_funs` of `tables` (its atoms and funs are there already)
/// and the records of `module`, and gives it the area, which it releases. Refuses what is no
/// external term.
LoadResult<void> build_literals(vm::Vm& vm, const BeamFile& beam, const GenericCode& code,
                                LoadedTables& tables, vm::Module& module);

}  // namespace loader
