// A growing sequence of bytes with the numbers of the file format, and the check sum of its chunks.
// Threads: one at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
  uint8_t* data;
  size_t size;
  size_t capacity;
  bool is_short_of_memory;  // something is missing
};

// Room for `size` more bytes; null: there is no memory.
uint8_t* bytes_add(struct bytes* bytes, size_t size);
void bytes_free(struct bytes* bytes);

void put_u8(struct bytes* bytes, uint8_t value);
// Little-endian.
void put_u32(struct bytes* bytes, uint32_t value);
// The same to where there is room already.
void set_u32(uint8_t* to, uint32_t value);
// Seven bits a byte, the low ones first; the high bit says that more follow.
void put_varint(struct bytes* bytes, uint64_t value);
// The sign in the lowest bit.
void put_signed(struct bytes* bytes, int64_t value);
void put_block(struct bytes* bytes, const void* data, size_t size);

// Called once, when the library is loaded.
void crc32_prepare(void);
// CRC-32, that of zlib and erlang:crc32/1.
uint32_t crc32_of(const uint8_t* data, size_t size);
