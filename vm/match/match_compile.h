// From the source term of a match specification to a MatchProgram (M1 to M4). Everything that can
// be wrong with the source is found here, with the texts that match_spec_test/3 shows. Threads:
// any; works on its own copy of the source.
#pragma once

#include "vm/base/result.h"
#include "vm/match/match_program.h"

#include <functional>
#include <string>

namespace vm {

struct MatchErrors {
  std::vector<std::string> messages;  // in the order in which they were found
  bool too_deep = false;              // expressions nested beyond any use: system_limit (F12)
};

/// Which built-in function a guard's name and arity mean, or null: the caller looks it up in the
/// export table.
using MatchFunctionLookup = std::function<BifFn(Term name, Word arity)>;

/// Compiles `source`, a list of {Head, Guards, Body}.
Result<SharedRef<MatchProgram>, MatchErrors> compile_match_spec(Term source, MatchUse use,
                                                                const MatchFunctionLookup& lookup);

}  // namespace vm
