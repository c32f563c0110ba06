// LoadError says why a file was refused: where in it, what was read there, what was expected and
// what was found. It is the only form in which a damaged or foreign file is reported.
#pragma once

#include "vm/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace loader {

struct LoadError {
  std::string module = "-";    // as the file names it; "-" before its atoms are read
  std::string function = "-";  // name/arity; "-" outside of the code
  std::uint64_t offset = 0;    // bytes from the start of the (uncompressed) file
  std::string what;            // chunk, or instruction and operand
  std::string expected;
  std::string found;
};

/// The error as one line: `file: module m, function f/2, offset 0x1a4: move: expected ..., found
/// ...`.
std::string to_string(const LoadError& error, std::string_view file);

/// Errors are rare and large, results are passed often: hence the indirection.
using LoadErrorPtr = std::unique_ptr<LoadError>;

template <typename T>
using LoadResult = vm::Result<T, LoadErrorPtr>;

/// The error value of a LoadResult, for a place that is in no function of the module.
vm::Err<LoadErrorPtr> load_error(std::uint64_t offset, std::string what, std::string expected,
                                 std::string found);

}  // namespace loader
