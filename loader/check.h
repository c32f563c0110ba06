// check() proves that decoded code is legal: it can be loaded, and run without reading or writing
// outside of registers, tables and code.
//
// It is proved of every instruction that each operand is of its kind and in range (registers,
// labels, atoms, literals, imports, lambdas, strings, lines), that y registers are below the
// largest frame of the function, and that calls go to function entries of that arity and jumps stay
// in the function. Of the module: functions start with func_info, names and arities of the export,
// local and lambda tables are those of the functions at their labels, each label is defined once,
// numbers of labels and functions are those of the header, and the code ends with int_code_end. Not
// proved: that a register holds what the instruction expects when it is reached; verify() does
// that.
#pragma once

#include "loader/generic.h"

namespace loader {

/// Checks `code`, decoded from `beam`, and fills its functions and labels.
LoadResult<void> check(const BeamFile& beam, GenericCode& code);

/// Fills functions and labels of code that check() has accepted before.
LoadResult<void> find_functions(const BeamFile& beam, GenericCode& code);

}  // namespace loader
