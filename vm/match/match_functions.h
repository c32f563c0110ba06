// Functions that guards and bodies of match specs may call, found by name and arity.
// Threads: constants.
#pragma once

#include "vm/match/match_program.h"

namespace vm {

enum class MatchFunctionKind : std::uint8_t { kUnknown, kInline, kBif };

/// Whether match specs know `name`/`arity`, and the function itself where it is done here.
struct MatchFunction {
  MatchFunctionKind kind = MatchFunctionKind::kUnknown;
  BifFn function = nullptr;
};
MatchFunction find_match_function(Term name, Word arity);

}  // namespace vm
