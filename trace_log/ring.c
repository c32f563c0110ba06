// A ring: see ring.h. The memory is mapped, so what is never written costs nothing.
#include "trace_log/ring.h"

#include <sys/mman.h>
#include <time.h>

#define WAIT_NS 100000

static void* map(size_t bytes) {
  void* memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static size_t bytes_of(uint64_t mask) { return (mask + 1 + RING_MAX_RECORD) * sizeof(uint64_t); }

bool ring_make(struct ring* ring, size_t words) {
  ring->mask = words - 1;
  ring->words = map(bytes_of(ring->mask));
  ring->drops = map(RING_DROP_SLOTS * sizeof(struct drop_count));
  if (ring->words != NULL && ring->drops != NULL) return true;
  ring_free(ring);
  return false;
}

void ring_free(struct ring* ring) {
  if (ring->words != NULL) munmap(ring->words, bytes_of(ring->mask));
  if (ring->drops != NULL) munmap(ring->drops, RING_DROP_SLOTS * sizeof(struct drop_count));
  ring->words = NULL;
  ring->drops = NULL;
}

void ring_populate(struct ring* ring) {
  // Linux 5.14; an older one fails, and the pages come when they are written to.
  enum { kPopulateWrite = 23 };
  madvise(ring->words, bytes_of(ring->mask), kPopulateWrite);
}

void ring_wait(struct ring* ring, const _Atomic bool* is_open) {
  // acquire: as in ring_reserve(). relaxed: who closes the log waits for this thread.
  while (ring->head + RING_MAX_RECORD -
                 atomic_load_explicit(&ring->consumed, memory_order_acquire) >
             ring->mask + 1 &&
         atomic_load_explicit(is_open, memory_order_relaxed)) {
    const struct timespec pause = {0, WAIT_NS};
    nanosleep(&pause, NULL);
  }
}

void ring_drop(struct ring* ring, uint64_t pid) {
  ++ring->gap;
  ring_add(&ring->dropped, 1);
  size_t slot = (size_t)(pid * UINT64_C(0x9E3779B97F4A7C15) >> 40) % RING_DROP_SLOTS;
  for (int tries = 0; pid != 0 && tries < 16; ++tries, slot = (slot + 1) % RING_DROP_SLOTS) {
    struct drop_count* entry = &ring->drops[slot];
    const uint64_t found = atomic_load_explicit(&entry->pid, memory_order_relaxed);
    if (found == 0) atomic_store_explicit(&entry->pid, pid, memory_order_relaxed);
    if (found != 0 && found != pid) continue;
    ring_add(&entry->count, 1);
    return;
  }
  ring_add(&ring->dropped_elsewhere, 1);
}
