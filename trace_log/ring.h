// A ring takes the events of one thread of the machine and gives them to the thread that writes the
// file. Neither waits for the other: where there is no room, an event is dropped and counted.
// Invariants: words from `consumed` to `published` are whole records; they are not written to. A
// record is never split: one that begins near the end of the ring goes on in the slack behind it.
// Ownership: the log; memory is taken when the log is opened, none later.
// Threads: one writes (the thread that has claimed the ring), one reads (the log's own).
#pragma once

#include "trace_log/format.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_MAX_RECORD 512  // words of the largest record, with a gap before it
#define RING_LINE 8          // words of a cache line
#define RING_AHEAD 64        // words before which a line is fetched: about seven small events
#define RING_KNOWN_TERMS 64
#define RING_DROP_SLOTS 512  // processes whose dropped events are counted each by itself

// Dropped events of one process. Written by the ring's thread only.
struct drop_count {
  _Atomic uint64_t pid;  // the term; 0: free
  _Atomic uint64_t count;
};

// A term that is its word: an atom, or a pid of this node. The word never stands for another term,
// so its type need not be asked for again.
struct known_term {
  uint64_t term;  // 0: none
  uint64_t head;  // as it is recorded; without a value, the term follows
};

struct ring {
  // The ring's thread alone.
  _Alignas(64) uint64_t head;
  uint64_t consumed_seen;
  uint64_t gap;                               // events dropped since the last record
  struct known_term known[RING_KNOWN_TERMS];  // selected by the term's hash
  // Both. A line each, so that neither thread takes the other's line when it writes its own.
  _Alignas(64) _Atomic uint64_t published;
  _Atomic uint64_t events;  // recorded, ever
  _Atomic uint64_t dropped;
  _Atomic uint64_t dropped_elsewhere;  // of these: the slots were taken, or no process's
  _Atomic bool busy;                   // a record is being written
  _Alignas(64) _Atomic uint64_t consumed;
  // Constant once it is claimed.
  _Alignas(64) _Atomic uintptr_t owner;  // identifies the thread; 0: free
  uint64_t* words;
  uint64_t mask;
  struct drop_count* drops;
};

// Takes memory for `words` words, a power of two. False: there is none.
bool ring_make(struct ring* ring, size_t words);
void ring_free(struct ring* ring);
// Gives all of its memory pages before they are needed, where the system can. Any thread.
void ring_populate(struct ring* ring);

// Waits until there is room for a record, or `is_open` is no longer set. The ring's thread.
void ring_wait(struct ring* ring, const _Atomic bool* is_open);

// The event of a process (its term; 0: none) is dropped.
void ring_drop(struct ring* ring, uint64_t pid);

// --- for each event, so here ---

// A file that includes this need not call them.
#define FOR_EACH_EVENT static inline __attribute__((unused))

// relaxed: only this thread writes the counters.
FOR_EACH_EVENT void ring_add(_Atomic uint64_t* counter, uint64_t n) {
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
                        memory_order_relaxed);
}

// The reader has read all before `at`.
FOR_EACH_EVENT void ring_consumed(struct ring* ring, uint64_t at) {
  // release: pairs with ring_reserve(); these words may be written from now on.
  atomic_store_explicit(&ring->consumed, at, memory_order_release);
}

// Where a record of RING_MAX_RECORD words can be written; null: no room. A gap that is due is
// written before it, and `*gap_words` says how many words that took: 0 or 2.
FOR_EACH_EVENT uint64_t* ring_reserve(struct ring* ring, unsigned* gap_words) {
  if (ring->head + RING_MAX_RECORD - ring->consumed_seen > ring->mask + 1) {
    // acquire: pairs with the reader's release; it has read the words that are written again.
    ring->consumed_seen = atomic_load_explicit(&ring->consumed, memory_order_acquire);
    if (ring->head + RING_MAX_RECORD - ring->consumed_seen > ring->mask + 1) return NULL;
  }
  uint64_t* at = ring->words + (ring->head & ring->mask);
  // The reader has had the lines last: those of the next events come here meanwhile.
  __builtin_prefetch(at + RING_AHEAD, 1);
  __builtin_prefetch(at + RING_AHEAD + RING_LINE, 1);
  *gap_words = 0;
  if (ring->gap == 0) return at;
  at[0] = RECORD_HEAD(2, EVENT_GAP);
  at[1] = ring->gap;
  ring->gap = 0;
  *gap_words = 2;
  return ring->words + ((ring->head + 2) & ring->mask);  // where the reader goes on
}

// The record has `words` words, that of the gap included. The reader sees it from now on.
FOR_EACH_EVENT void ring_publish(struct ring* ring, unsigned words) {
  ring_add(&ring->events, 1);
  ring->head += words;
  // release: pairs with the reader's acquire; the record is whole.
  atomic_store_explicit(&ring->published, ring->head, memory_order_release);
}
