// What calls do to the caller, found before any function is followed: which functions of the module
// can return, and what is known of the functions that it imports.
// Threads: values of one verifier.
#pragma once

#include "loader/generic.h"

#include <cstdint>
#include <vector>

namespace loader {

/// By label: whether the function with this entry can return, by an instruction that returns, or a
/// tail call of a function that can. What follows a call of one that cannot fits nothing.
std::vector<std::uint8_t> returning_functions(const BeamFile& beam, const GenericCode& code);

/// By label: whether only exceptions lead there, to a try_case.
std::vector<std::uint8_t> try_handlers(const GenericCode& code);

enum class ImportFact : std::uint8_t {
  kNothing,
  kNeverReturns,  // always raises
  kSetElement,    // erlang:setelement/3, which returns a new tuple
  // Guard BIFs that build their result.
  kGuardBuilds,         // any
  kBuildsFloatOfFloat,  // a float, where an argument is one
  kBuildsFloat,         // a float
};

/// What is known of each import.
std::vector<ImportFact> import_facts(const BeamFile& beam);

}  // namespace loader
