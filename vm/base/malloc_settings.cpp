// Settings of glibc's malloc, from mallopt(3). glibc gives each thread an arena that grows in heaps
// of 64 MiB.
#include "vm/base/malloc_settings.h"

#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

namespace vm {
namespace {

// Of an arena's heap on 64-bit computers (HEAP_MAX_SIZE), which is aligned to it.
constexpr int kArenaHeapBytes = 64 << 20;

// Makes a whole new arena heap accessible at once. With the default, glibc extends the accessible
// part a few pages at a time by mprotect(), which blocks the page faults of all threads; that was a
// third of the time of spawning processes. Pages that are never touched still cost no memory.
constexpr int kTopPadBytes = kArenaHeapBytes;

// No fast chunks beside those that each thread keeps. They are merged only when something of a
// kilobyte is wanted, which is each new heap of a process: passing messages on took a tenth longer.
constexpr int kFastChunkBytes = 0;

// Setting any parameter turns off glibc's dynamic adjustment of the thresholds, so they are set
// here to the values that the adjustment reaches after some minutes. Larger heap blocks than the
// first one are mapped by the machine itself (vm/heap/block.h).
constexpr int kMapThresholdBytes = 4 << 20;
constexpr int kTrimThresholdBytes = 128 << 20;

}  // namespace

void set_up_malloc() {
  // The results are ignored: a setting that fails leaves malloc with its default.
  static_cast<void>(::mallopt(M_MXFAST, kFastChunkBytes));
  static_cast<void>(::mallopt(M_TOP_PAD, kTopPadBytes));
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, kMapThresholdBytes));
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, kTrimThresholdBytes));
}

void use_large_pages_for_malloc() {
  const std::unique_ptr<void, decltype(&std::free)> chunk(std::malloc(1), &std::free);
  const auto address = reinterpret_cast<std::uintptr_t>(chunk.get());
  const std::uintptr_t heap = address & ~(std::uintptr_t{kArenaHeapBytes} - 1);
  // The heap of the first thread, which is below the program's break, is no arena's.
  if (address < reinterpret_cast<std::uintptr_t>(::sbrk(0))) return;
  // The result is ignored: a range that is mapped differently, or a system without large pages,
  // stays as it is.
  static_cast<void>(::madvise(reinterpret_cast<void*>(heap), kArenaHeapBytes, MADV_HUGEPAGE));
}

}  // namespace vm
