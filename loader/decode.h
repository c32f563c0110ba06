// decode() turns the bytes of a code chunk into generic instructions.
#pragma once

#include "loader/generic.h"

namespace loader {

/// Decodes all of `beam.code`. Refuses truncated code, unknown or obsolete instructions, and
/// malformed operands; check() checks ranges and kinds of operands. The result borrows from `beam`.
LoadResult<GenericCode> decode(const BeamFile& beam);

/// The error at `code_offset` bytes into the code, naming the module and, where `function` is
/// given, the function that it is in.
vm::Err<LoadErrorPtr> code_error(const BeamFile& beam, const FunctionName* function,
                                 std::uint32_t code_offset, std::string what, std::string expected,
                                 std::string found);

}  // namespace loader
