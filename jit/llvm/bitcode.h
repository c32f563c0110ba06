// The bitcode of definitions/definitions.cpp, as the build embedded it. Threads: constants.
#pragma once

#include <string_view>

namespace jit {

/// The bytes of an LLVM bitcode file.
std::string_view definitions_bitcode();

}  // namespace jit
