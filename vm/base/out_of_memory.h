// When the system gives no memory, the machine ends: no process could go on, and none is to blame.
#pragma once

#include <cstddef>

namespace vm {

/// Says in one line on standard error what there is no memory for, and ends the program with
/// status 1; output that waits to be written is lost. `bytes`: how many were asked for, 0 where
/// nobody knows. Any thread.
[[noreturn, gnu::cold, gnu::noinline]] void out_of_memory(std::size_t bytes, const char* purpose);

/// `new` ends so too from now on. Before there are threads.
void set_up_new_handler();

}  // namespace vm
