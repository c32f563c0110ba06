// Addresses of the C++ functions that compiled code calls (runtime_calls.def). Threads: constants.
#pragma once

#include <string_view>

namespace jit {

/// The function that the bitcode of the definitions calls by this symbol; null if compiled code may
/// not call it.
const void* find_runtime_call(std::string_view symbol);

/// The C++ name of the function at an address; empty if it is none of them.
std::string_view runtime_call_name(const void* address);

}  // namespace jit
