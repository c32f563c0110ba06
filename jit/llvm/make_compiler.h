// What the compiler's library exports. It has a name for dlsym(), and is called by jit/compiler.cpp
// only. Ownership: the caller owns the compiler. Threads: any.
#pragma once

#include "jit/compiler.h"

/// As jit::make_compiler().
extern "C" [[gnu::visibility("default")]] jit::Compiler* sonde_make_compiler(
    vm::CodeBackend& backend, jit::EntryForm entry, jit::CodeMemory& memory,
    jit::CodeSymbols& symbols);
