// stage() makes a vm::Module of a checked file: atoms interned, exports and fun entries found or
// made, literals built in literal memory, code transformed and complete with handlers. Nothing of
// it can be seen by running code before ModuleTable::commit().
#pragma once

#include "loader/generic.h"
#include "vm/code/module.h"
#include "vm/vm.h"

namespace loader {

/// Builds the module. After an error only names remain: atoms, exports whose callers reach their
/// stubs, funs without an address. The caller passes the module on to ModuleTable::stage() or
/// ModuleTable::discard(). Threads: any.
LoadResult<std::unique_ptr<vm::Module>> stage(vm::Vm& vm, const BeamFile& beam,
                                              const GenericCode& code);

}  // namespace loader
