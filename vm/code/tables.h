// The tables of code that a Vm owns: exports, funs, module versions. For files that use several.
#pragma once

#include "vm/code/export_table.h"
#include "vm/code/fun_table.h"
#include "vm/code/module_table.h"
