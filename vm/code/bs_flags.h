// How the choices of bit syntax sit in code words. The loader writes them, the definitions of
// binary matching and building read them (vm/instr/bit_io.h).
#pragma once

#include "vm/base/types.h"

namespace vm {

/// Flags of a segment. `native` of the source is resolved by the loader: it is kBsLittle or
/// nothing.
enum BsFlag : Word {
  kBsLittle = 2,
  kBsSigned = 4,
};

/// Whom an appended bitstring belongs to (i_bs_begin_append).
enum class BsAppend : Word {
  kShared,   // the prefix may still be used as it was
  kPrivate,  // nobody looks at the prefix any more, so the same term may grow
};

}  // namespace vm
