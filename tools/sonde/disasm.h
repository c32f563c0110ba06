// Text of a module's generic instructions, as the compiler emitted them.
#pragma once

#include "loader/checked_file.h"
#include "tools/call_pattern.h"

namespace tools {

/// The functions of `file` that `wanted` names. `path` is for messages. Error: one line; also where
/// there is no such function.
vm::Result<std::string, std::string> disassemble_generic(const loader::CheckedFile& file,
                                                         const CallPattern& wanted,
                                                         const std::string& path);

}  // namespace tools
