// Text of a module's generic instructions, as the compiler made them.
#pragma once

#include "loader/beam_file.h"
#include "tools/sonde/call_pattern.h"

namespace tools {

/// The functions of `beam` that `wanted` names. Error: one line; also when no function is named.
vm::Result<std::string, std::string> disassemble_generic(const loader::BeamFile& beam,
                                                         const CallPattern& wanted,
                                                         const std::string& path);

}  // namespace tools
