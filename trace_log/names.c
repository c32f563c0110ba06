// The names of a file: see names.h. A hash table with open addressing; terms of different kinds
// differ as words.
#include "trace_log/names.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 1024
#define MAX_NAME 1100  // 255 characters of UTF-8
// Newer headers have a name for it.
#define ENCODING_UTF8 ((ErlNifCharEncoding)2)

static struct name_slot* find(const struct names* names, uint64_t term) {
  size_t at = (size_t)(term * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (names->capacity - 1);
  while (names->slots[at].number != 0 && names->slots[at].term != term)
    at = (at + 1) & (names->capacity - 1);
  return &names->slots[at];
}

static bool grow(struct names* names) {
  struct names larger = *names;
  larger.capacity = names->capacity == 0 ? FIRST_CAPACITY : names->capacity * 2;
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (larger.slots == NULL) return false;
  for (size_t n = 0; n < names->capacity; ++n) {
    if (names->slots[n].number != 0) *find(&larger, names->slots[n].term) = names->slots[n];
  }
  free(names->slots);
  *names = larger;
  return true;
}

// The text of an atom in UTF-8. A machine before OTP 26 gives Latin-1 only.
static int atom_text(ErlNifEnv* env, ERL_NIF_TERM atom, char* text) {
  char latin1[MAX_NAME];
  int size = enif_get_atom(env, atom, text, MAX_NAME, ENCODING_UTF8);
  if (size > 0) return size - 1;
  size = 0;
  if (enif_get_atom(env, atom, latin1, MAX_NAME, ERL_NIF_LATIN1) <= 0) return 0;
  for (const char* at = latin1; *at != '\0'; ++at) {
    const uint8_t c = (uint8_t)*at;
    if (c >= 0x80) text[size++] = (char)(0xC0 | c >> 6);
    text[size++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
  }
  return size;
}

static void put_name(struct names* names, ErlNifEnv* env, enum name_kind kind, ERL_NIF_TERM term) {
  char text[MAX_NAME];
  int size =
      kind == NAME_ATOM ? atom_text(env, term, text) : enif_snprintf(text, sizeof text, "%T", term);
  if (size < 0) size = 0;
  if (size >= MAX_NAME) size = MAX_NAME - 1;
  put_u8(&names->news, (uint8_t)kind);
  put_varint(&names->news, (uint64_t)size);
  put_block(&names->news, text, (size_t)size);
  ++names->news_count;
}

uint64_t name_number(struct names* names, ErlNifEnv* env, enum name_kind kind, uint64_t term) {
  struct name_slot* slot;
  if (names->count * 2 >= names->capacity && !grow(names)) return 0;
  slot = find(names, term);
  if (slot->number == 0) {
    *slot = (struct name_slot){term, ++names->count};
    put_name(names, env, kind, term);
  }
  return slot->number;
}

void names_free(struct names* names) {
  free(names->slots);
  bytes_free(&names->news);
  *names = (struct names){0};
}
