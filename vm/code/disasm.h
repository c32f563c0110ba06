// The disassembler: loaded code as text, one line per instruction, for `sonde disasm --live` and
// for debugging the machine. A line has the offset in words from the start of the module's code,
// the name, and the operands by kind. A label is shown as an offset, or as the function whose entry
// it is. Threads: any, while the module cannot be purged.
#pragma once

#include "vm/code/module.h"
#include "vm/code/opcodes.h"

#include <functional>
#include <string>

namespace vm {

/// Finds the instruction of a handler; returns false if there is none. See CodeBackend::op_of().
using OpOfHandler = std::function<bool(OpHandler, Op*)>;

/// Returns one instruction as text and stores its length in `*words`. `word` is its first word, or,
/// at an entry with a breakpoint, the original word.
std::string instruction_text(const Module& module, CodeAddress at, Word word,
                             const OpOfHandler& op_of, Word* words);

/// Returns a whole function: a heading with its name and the state of its entry word (original, or
/// changed by a breakpoint or another tier), and its instructions.
std::string disassemble(const Module& module, const FuncInfo& function, const OpOfHandler& op_of);

}  // namespace vm
