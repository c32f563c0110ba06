// Whether memory for something large is to be had. The system gives addresses more readily than
// memory, and ends the whole program when the memory is gone; so what a program asks for in one
// piece, and heaps that grow, are compared with what is left before.
// Threads: any.
#pragma once

#include "vm/base/types.h"

namespace vm {

/// The most memory that the program may have resident. 0, the default: what the machine has.
/// Called before a second thread starts.
void set_memory_limit(Word bytes);

/// How many bytes of addresses to reserve for what hardly uses them: `most`, but where the system
/// limits the addresses of the process, or its data, at most the part 1/`parts` of the limit,
/// rounded down to a power of two.
Word addresses_to_reserve(Word most, Word parts);

/// Sets the function that gives memory back to the system which the program keeps without need; it
/// returns whether there was any. It is called when a request does not fit, in any thread, with no
/// lock held that ranks below kAllocator.
void set_memory_release(bool (*release)());

/// Requests below this size are not looked at: each costs little, and asking would cost more.
inline constexpr Word kLargeRequestBytes = Word{8} << 20;

namespace detail {
bool large_request_fits(Word bytes);
}

/// False if `bytes` more would exceed the limit, or the limits of the operating system's process
/// (addresses, data). An estimate: other threads allocate, too, and not all of it may be written.
inline bool fits_in_memory(Word bytes) {
  return bytes < kLargeRequestBytes || detail::large_request_fits(bytes);
}

}  // namespace vm
