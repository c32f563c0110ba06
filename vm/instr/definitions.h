// Includes all definitions and assigns them to the rows of the opcode table. A row without a
// definition does not compile.
#pragma once

#include "vm/instr/arith.h"
#include "vm/instr/binary_build.h"
#include "vm/instr/binary_match.h"
#include "vm/instr/calls.h"
#include "vm/instr/coverage.h"
#include "vm/instr/exceptions.h"
#include "vm/instr/floats.h"
#include "vm/instr/frames.h"
#include "vm/instr/funs.h"
#include "vm/instr/maps.h"
#include "vm/instr/moves.h"
#include "vm/instr/receive.h"
#include "vm/instr/records.h"
#include "vm/instr/select.h"
#include "vm/instr/tests.h"
#include "vm/instr/trace.h"

namespace vm::instr {

/// A row of the table as types: its definition, its operand kinds and its out-of-line version.
template <Op>
struct Row;

#define OP(row, ...) \
  template <> \
  struct Row<Op::row> { \
    using Definition = ::vm::instr::row; \
    using Kinds = KindsOf<Op::row>; \
    static constexpr auto* kSlow = &slow::row; \
  };
#include "vm/code/opcodes.def"

}  // namespace vm::instr
