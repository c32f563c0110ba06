// What calls do to the caller, found before any function is followed: which functions of the module
// can return, and what is known of the functions that it imports.
// Threads: values of one verifier.
#pragma once

#include "loader/generic.h"
#include "loader/verify_rules.h"

#include <cstdint>
#include <vector>

namespace loader {

/// By label: whether the function with this entry can return, by an instruction that returns, or a
/// tail call of a function that can. What follows a call of one that cannot fits nothing.
std::vector<std::uint8_t> returning_functions(const BeamFile& beam, const GenericCode& code);

/// By label: whether only exceptions lead there, to a try_case.
std::vector<std::uint8_t> try_handlers(const GenericCode& code);

/// What is known of each import.
std::vector<ImportFact> import_facts(const BeamFile& beam);

}  // namespace loader
