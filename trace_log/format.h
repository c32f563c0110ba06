// The numbers of the two forms of an event: words in a ring (record.c writes them, writer.c reads
// them), and bytes in a file. The form in the file is described in docs/strace.md, which a reader
// of any version follows; that in a ring is ours alone.
#pragma once

#include <stdint.h>

// --- the file ---

#define STRACE_MAGIC "\x89STRACE\n"
#define STRACE_MAGIC_BYTES 8
#define STRACE_MAJOR 1  // another one: an old reader cannot read the file
#define STRACE_MINOR 0  // another one: there are chunks that an old reader skips

enum chunk_type {
  CHUNK_INFO = 'I',    // when, where and by what the log was made
  CHUNK_NAMES = 'N',   // names that later chunks refer to by number
  CHUNK_ROUND = 'R',   // a round of the writer over all rings begins
  CHUNK_EVENTS = 'E',  // events of one ring
  CHUNK_DROPS = 'D',   // events dropped until now, by process
  CHUNK_FOOTER = 'F',  // the end
};

enum name_kind { NAME_ATOM, NAME_PID, NAME_PORT };

enum event_flag {
  EVENT_EXTRA = 1,
  EVENT_MATCH_SPEC_RESULT = 2,
  EVENT_SCHEDULER_ID = 4,
  EVENT_GAP = 128,  // no event: so many were dropped here
};

enum file_term {
  FILE_NAME,
  FILE_INTEGER,
  FILE_FLOAT,
  FILE_TUPLE,
  FILE_TUPLE_CUT,
  FILE_LIST,
  FILE_LIST_IMPROPER,
  FILE_LIST_CUT,
  FILE_MAP,
  FILE_MAP_CUT,
  FILE_BINARY,
  FILE_BINARY_CUT,
  FILE_TEXT,
  FILE_CUT,
};

// --- a ring ---
// A record is its number of words and its flags in one word (see RECORD_*), the time in ticks, then
// tracee, tag, term, and what the flags say, as terms. A gap is two words.

#define RECORD_FLAGS(word) ((word) & 0xFF)
#define RECORD_WORDS(word) ((word) >> 8)
#define RECORD_HEAD(words, flags) ((uint64_t)(words) << 8 | (flags))

// The first word of a term: its type, and a value of 56 bits.
#define TERM_TYPE(word) ((word) & 0xFF)
#define TERM_VALUE(word) ((word) >> 8)
#define TERM_HEAD(type, value) ((uint64_t)(value) << 8 | (type))
#define TERM_VALUE_LIMIT (UINT64_C(1) << 56)

enum ring_term {
  RING_ATOM,           // value: the term; where that is too large, 0, and the term follows
  RING_PID,            // of this node: likewise
  RING_PORT,           // likewise
  RING_INTEGER,        // value: zigzag
  RING_WIDE_INTEGER,   // the integer follows
  RING_FLOAT,          // the bits follow
  RING_TUPLE,          // value: elements that follow; their number in whole follows first
  RING_LIST,           // value: elements that follow; after them []
  RING_LIST_IMPROPER,  // value: elements; after them a tail that is no list
  RING_LIST_CUT,       // value: elements; after them more, which are not here
  RING_MAP,            // value: pairs that follow; their number in whole follows first
  RING_BINARY,         // value: bytes that follow; their number in whole follows first
  RING_FUN,            // value: its index; its module and its check sum follow
  RING_TEXT,           // value: bytes that follow, how the machine prints the term
  RING_CUT,            // a term that is not here
};
