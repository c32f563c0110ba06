// verify() proves that code which check() has accepted never reads what was not written, and never
// writes where it must not. Each function is run over what is known of its registers
// (verify_state.h) instead of values, along all paths, with the rules of vm/code/opcodes.def and
// verify.def.
//
// Proved of each instruction that can be reached: registers that it reads hold terms, y registers
// are in the frame, and all of them hold terms where a collection may happen; frames are made once,
// given up whole, and equal on all paths; live counts name registers that hold terms; what is built
// fits what was reserved since the last collection; catch tags are ended where they were made and
// lead to handlers; bs_match takes what it has ensured; messages and bitstrings under construction
// are there; calls have their arguments; no path leads back without costing reductions.
// What an instruction takes for granted of a value (a tuple, a nonempty list ...) is proved by the
// tests on the path, or tested: the compiler knows of what functions return, and we do not believe
// it. GenericCode::guards has these tests.
#pragma once

#include "loader/generic.h"

namespace loader {

/// Verifies code that check() has accepted, and fills its guards. Threads: any.
LoadResult<void> verify(const BeamFile& beam, GenericCode& code);

}  // namespace loader
