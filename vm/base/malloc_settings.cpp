// Source: the manual page of mallopt; glibc gives each thread an arena of 64 MiB pieces.
#include "vm/base/malloc_settings.h"

#include <malloc.h>

namespace vm {
namespace {

// A new piece of an arena can be used as a whole at once. Otherwise each of its pages is made
// accessible by a system call of its own, which stops the page faults of all threads: a third of
// the time of spawning. Pages that nobody touches cost nothing all the same.
constexpr int kTopPadBytes = 64 << 20;

// Any setting turns off that the others adapt themselves. Where these end up after some minutes:
// larger heap blocks than this are mapped by the machine itself, ...
constexpr int kMapThresholdBytes = 4 << 20;
// ... and the end of the first arena is given back when it is large.
constexpr int kTrimThresholdBytes = 128 << 20;

}  // namespace

void set_up_malloc() {
  // Advice: what fails leaves malloc as it is.
  static_cast<void>(::mallopt(M_TOP_PAD, kTopPadBytes));
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, kMapThresholdBytes));
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, kTrimThresholdBytes));
}

}  // namespace vm
