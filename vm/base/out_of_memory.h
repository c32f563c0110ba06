// The response to exhausted memory: the machine ends, as OTP's does. A failed allocation cannot be
// attributed to one Erlang process, so it does not become an exception.
#pragma once

#include <cstddef>

namespace vm {

/// Prints one line to standard error and exits with status 1. Output that is still buffered is
/// lost. `bytes` is the size of the failed allocation, or 0 if it is unknown; `purpose` says what
/// the memory was for. Any thread.
[[noreturn, gnu::cold, gnu::noinline]] void out_of_memory(std::size_t bytes, const char* purpose);

/// Makes a failed `new` call out_of_memory(). Called once, before a second thread starts.
void set_up_new_handler();

}  // namespace vm
