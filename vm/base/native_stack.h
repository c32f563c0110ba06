// How much of its native stack a thread has left. For the few functions that recurse: they stop
// with an Erlang error before the stack ends, however small it is.
// Threads: any; each asks about its own stack.
#pragma once

#include "vm/base/types.h"

namespace vm {

/// What a recursive function must leave for everything that it may call besides itself.
inline constexpr Word kNativeStackReserve = 64 * 1024;

/// Bytes between the caller's frame and the end of the thread's stack.
Word native_stack_left();

}  // namespace vm
