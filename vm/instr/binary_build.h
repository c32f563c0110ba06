// Building bitstrings.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_OUT_OF_LINE(bs_create_bin);
INSTR_OUT_OF_LINE(bs_init_writable);
INSTR_OUT_OF_LINE(bs_init2);
INSTR_OUT_OF_LINE(bs_init_bits);
INSTR_OUT_OF_LINE(bs_append);
INSTR_OUT_OF_LINE(bs_private_append);
INSTR_OUT_OF_LINE(bs_put_integer);
INSTR_OUT_OF_LINE(bs_put_float);
INSTR_OUT_OF_LINE(bs_put_binary);
INSTR_OUT_OF_LINE(bs_put_string);
INSTR_OUT_OF_LINE(bs_add);
INSTR_OUT_OF_LINE(bs_utf8_size);
INSTR_OUT_OF_LINE(bs_utf16_size);
INSTR_OUT_OF_LINE(bs_put_utf8);
INSTR_OUT_OF_LINE(bs_put_utf16);
INSTR_OUT_OF_LINE(bs_put_utf32);

}  // namespace vm::instr
