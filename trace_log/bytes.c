// A growing sequence of bytes: see bytes.h.
#include "trace_log/bytes.h"

#include <stdlib.h>

bool bytes_grow(struct bytes* bytes, size_t size) {
  const size_t capacity = (bytes->size + size) * 2;
  uint8_t* data = realloc(bytes->data, capacity);
  if (data == NULL) {
    bytes->is_short_of_memory = true;
    return false;
  }
  bytes->data = data;
  bytes->capacity = capacity;
  return true;
}

void bytes_free(struct bytes* bytes) {
  free(bytes->data);
  *bytes = (struct bytes){0};
}

// Eight bytes at a time: table[n] is for a byte that n others follow.
static uint32_t table[8][256];

void crc32_prepare(void) {
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    table[0][byte] = crc;
  }
  for (int n = 1; n < 8; ++n) {
    for (uint32_t byte = 0; byte < 256; ++byte)
      table[n][byte] = table[n - 1][byte] >> 8 ^ table[0][table[n - 1][byte] & 0xFF];
  }
}

uint32_t crc32_of(uint32_t crc, const uint8_t* data, size_t size) {
  crc = ~crc;
  for (; size >= 8; data += 8, size -= 8) {
    crc ^= (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
    crc = table[7][crc & 0xFF] ^ table[6][crc >> 8 & 0xFF] ^ table[5][crc >> 16 & 0xFF] ^
          table[4][crc >> 24] ^ table[3][data[4]] ^ table[2][data[5]] ^ table[1][data[6]] ^
          table[0][data[7]];
  }
  for (; size > 0; ++data, --size) crc = crc >> 8 ^ table[0][(crc ^ *data) & 0xFF];
  return ~crc;
}
