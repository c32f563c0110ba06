// A ring: see ring.h. The memory is mapped, so what is never written costs nothing.
#include "trace_log/ring.h"

#include "trace_log/format.h"

#include <sys/mman.h>

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

// relaxed: only this thread writes the counters.
static void add(_Atomic uint64_t* counter, uint64_t n) {
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
                        memory_order_relaxed);
}

uint64_t* ring_reserve(struct ring* ring, unsigned* gap_words) {
  if (ring->head + RING_MAX_RECORD - ring->consumed_seen > ring->mask + 1) {
    // acquire: pairs with the reader's release; it has read the words that are written again.
    ring->consumed_seen = atomic_load_explicit(&ring->consumed, memory_order_acquire);
    if (ring->head + RING_MAX_RECORD - ring->consumed_seen > ring->mask + 1) return NULL;
  }
  uint64_t* at = ring->words + (ring->head & ring->mask);
  *gap_words = 0;
  if (ring->gap == 0) return at;
  at[0] = RECORD_HEAD(2, EVENT_GAP);
  at[1] = ring->gap;
  ring->gap = 0;
  *gap_words = 2;
  return at + 2;
}

void ring_publish(struct ring* ring, unsigned words) {
  add(&ring->events, 1);
  ring->head += words;
  // release: pairs with the reader's acquire; the record is whole.
  atomic_store_explicit(&ring->published, ring->head, memory_order_release);
}

void ring_drop(struct ring* ring, uint64_t pid) {
  ++ring->gap;
  add(&ring->dropped, 1);
  size_t slot = (size_t)(pid * UINT64_C(0x9E3779B97F4A7C15) >> 40) % RING_DROP_SLOTS;
  for (int tries = 0; pid != 0 && tries < 16; ++tries, slot = (slot + 1) % RING_DROP_SLOTS) {
    struct drop_count* entry = &ring->drops[slot];
    const uint64_t found = atomic_load_explicit(&entry->pid, memory_order_relaxed);
    if (found == 0) atomic_store_explicit(&entry->pid, pid, memory_order_relaxed);
    if (found != 0 && found != pid) continue;
    add(&entry->count, 1);
    return;
  }
  add(&ring->dropped_elsewhere, 1);
}
