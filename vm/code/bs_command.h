// How the commands of bs_match and the flags of bit syntax sit in code words. The loader writes
// them, the definitions of binary matching read them.
//
// The list of a bs_match is a sequence of commands: a word with the BsCommand, then its operand
// words:
//   kEnsureAtLeast  bits, unit         at least `bits` left, and what is left beyond them a
//   multiple of `unit` kEnsureExactly  bits               exactly so many left kInteger live,
//   flags, bits, dst (kDest) kBinary         live, flags, bits, dst (kDest) kGetTail        live,
//   unit, dst (kDest)    all the rest kSkip           bits kEqual          bits (up to 64), value
//   the next bits, as unsigned big-endian number, are this raw value
// After an "ensure" the commands up to the next one need no test of the length.
#pragma once

#include "vm/base/types.h"

namespace vm {

enum class BsCommand : Word {
  kEnsureAtLeast,
  kEnsureExactly,
  kInteger,
  kBinary,
  kGetTail,
  kSkip,
  kEqual,
};

/// Number of operand words after a command's own word.
constexpr Word bs_command_operands(BsCommand command) {
  switch (command) {
    case BsCommand::kEnsureAtLeast:
      return 2;
    case BsCommand::kEnsureExactly:
      return 1;
    case BsCommand::kInteger:
    case BsCommand::kBinary:
      return 4;
    case BsCommand::kGetTail:
      return 3;
    case BsCommand::kSkip:
      return 1;
    case BsCommand::kEqual:
      return 2;
  }
  return 0;
}

/// Flags of a segment. `native` of the source is resolved by the loader: it is kBsLittle or
/// nothing.
enum BsFlag : Word {
  kBsLittle = 2,
  kBsSigned = 4,
};

}  // namespace vm
