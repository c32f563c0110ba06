// A growing sequence of bytes with the numbers of the file format, and the check sum of its chunks.
// Threads: one at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
  uint8_t* data;
  size_t size;
  size_t capacity;
  bool is_short_of_memory;  // something is missing
};

void bytes_free(struct bytes* bytes);
// More capacity, for `size` more bytes. False: there is no memory.
bool bytes_grow(struct bytes* bytes, size_t size);

// Called once, when the library is loaded.
void crc32_prepare(void);
// CRC-32, that of zlib and erlang:crc32/1, of what `crc` (0: of nothing) is the check sum of, and
// these bytes behind it.
uint32_t crc32_of(uint32_t crc, const uint8_t* data, size_t size);

// --- for each byte of a file, so here ---

// Room for `size` more bytes; null: there is no memory.
static inline uint8_t* bytes_add(struct bytes* bytes, size_t size) {
  if (bytes->capacity - bytes->size < size && !bytes_grow(bytes, size)) return NULL;
  bytes->size += size;
  return bytes->data + bytes->size - size;
}

static inline void put_block(struct bytes* bytes, const void* data, size_t size) {
  uint8_t* at = bytes_add(bytes, size);
  if (at != NULL && size > 0) memcpy(at, data, size);
}

static inline void put_u8(struct bytes* bytes, uint8_t value) {
  uint8_t* at = bytes_add(bytes, 1);
  if (at != NULL) *at = value;
}

// Little-endian, to where there is room already.
static inline void set_u32(uint8_t* to, uint32_t value) {
  for (int n = 0; n < 4; ++n) to[n] = (uint8_t)(value >> 8 * n);
}

static inline void put_u32(struct bytes* bytes, uint32_t value) {
  uint8_t* at = bytes_add(bytes, sizeof value);
  if (at != NULL) set_u32(at, value);
}

// Seven bits a byte, the low ones first; the high bit says that more follow.
static inline void put_varint(struct bytes* bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7) put_u8(bytes, (uint8_t)(value | 0x80));
  put_u8(bytes, (uint8_t)value);
}

// The sign in the lowest bit.
static inline void put_signed(struct bytes* bytes, int64_t value) {
  put_varint(bytes, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}
