// The encoding of bit syntax options in operand words. The loader writes them, and the definitions
// of binary matching and building read them.
#pragma once

#include "vm/base/types.h"

namespace vm {

/// Flags of a segment. The loader replaces `native` by the byte order of the machine.
enum BsFlag : Word {
  kBsLittle = 2,
  kBsSigned = 4,
};

/// How i_bs_begin_append may treat the prefix.
enum class BsAppend : Word {
  kShared,   // the program may still use the prefix, so the result is a new term
  kPrivate,  // the program does not use the prefix any more, so its term may grow in place
};

}  // namespace vm
