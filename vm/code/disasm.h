// Loaded code as text, one line an instruction, for `sonde disasm --live` and for whoever debugs
// the machine. A line is: offset in words from the start of the module's code, name, operands by
// their kinds. A label is shown as the offset it leads to, or as the function whose entry it is.
// Threads: any, while the module cannot be purged.
#pragma once

#include "vm/code/module.h"
#include "vm/code/opcodes.h"

#include <functional>
#include <string>

namespace vm {

/// Tells the instruction of a handler; false if it is none. CodeBackend::op_of() fits.
using OpOfHandler = std::function<bool(OpHandler, Op*)>;

/// One instruction as text; `*words` receives its length. `word` is its first word, or, at an entry
/// with a breakpoint, the word that was there before.
std::string instruction_text(const Module& module, CodeAddress at, Word word,
                             const OpOfHandler& op_of, Word* words);

/// A whole function: a heading with its name and the state of its entry word (original, or changed
/// by a breakpoint or another tier), then its instructions.
std::string disassemble(const Module& module, const FuncInfo& function, const OpOfHandler& op_of);

}  // namespace vm
