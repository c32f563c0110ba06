// Making closures.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_OUT_OF_LINE(make_fun3);

}  // namespace vm::instr
