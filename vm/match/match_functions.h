// The functions that guards and bodies of match specs may call, by name and arity.
// Threads: any; the table is constant.
#pragma once

#include "vm/match/match_program.h"
#include "vm/match/small_operation.h"

namespace vm {

/// kUnknown: not allowed in match specs; kInline: implemented in match_functions.cpp; kBif: a guard
/// BIF.
enum class MatchFunctionKind : std::uint8_t { kUnknown, kInline, kBif };

struct MatchFunction {
  MatchFunctionKind kind = MatchFunctionKind::kUnknown;
  BifFn function = nullptr;  // kInline only
};
/// The operation of a function of two arguments; kNone: it has none.
SmallOperation small_operation_of(Term name, Word arity);
/// Finds a row of match_functions.def.
MatchFunction find_match_function(Term name, Word arity);

}  // namespace vm
