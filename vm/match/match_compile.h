// Compiles the source term of a match specification to a MatchProgram. All errors in the source are
// found here; their texts are those that match_spec_test/3 returns.
// Threads: any; the compiler works on its own copy of the source, or on what its caller keeps.
// Contract: M1 to M4.
#pragma once

#include "vm/base/result.h"
#include "vm/match/match_program.h"

#include <functional>
#include <string>

namespace vm {

struct MatchErrors {
  std::vector<std::string> messages;  // in the order in which they were found
  bool too_deep = false;              // expressions are nested too deeply: system_limit (F12)
};

/// True if a pattern contains '_', a variable or a map, so that not only terms that are =:= match.
bool has_variables(Term pattern);

/// Finds the guard BIF erlang:name/arity, or returns null. The caller looks it up in the export
/// table.
using MatchFunctionLookup = std::function<BifFn(Term name, Word arity)>;

/// Whether a program has a copy of its source, or refers to the terms of its caller, who keeps them
/// where they are as long as there is the program.
enum class MatchSource : bool { kCopied, kBorrowed };

/// Compiles `source`, a list of {Head, Guards, Body}, for the given use. Returns the program or all
/// errors of the first clause that has any.
Result<SharedRef<MatchProgram>, MatchErrors> compile_match_spec(
    Term source, MatchUse use, const MatchFunctionLookup& lookup,
    MatchSource kept = MatchSource::kCopied);

}  // namespace vm
