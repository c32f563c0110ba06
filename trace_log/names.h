// The names of a file: atoms, pids and ports of this node get a number when they first occur, and
// their text goes to the file once. Threads: the one that writes the file.
#pragma once

#include "trace_log/bytes.h"
#include "trace_log/format.h"

#include <erl_nif.h>

struct name_slot {
  uint64_t term;
  uint64_t number;  // from 1; 0: free
};

struct names {
  struct name_slot* slots;
  size_t capacity;  // a power of two
  size_t count;
  struct bytes news;  // names that are not in the file yet, as in a chunk CHUNK_NAMES
  uint64_t news_count;
};

// The number of a term of this kind. 0: there is no memory; the file then lacks a name.
uint64_t name_number(struct names* names, ErlNifEnv* env, enum name_kind kind, uint64_t term);
void names_free(struct names* names);
