// A growing sequence of bytes: see bytes.h.
#include "trace_log/bytes.h"

#include <stdlib.h>
#include <string.h>

uint8_t* bytes_add(struct bytes* bytes, size_t size) {
  if (bytes->size + size > bytes->capacity) {
    const size_t capacity = (bytes->size + size) * 2;
    uint8_t* data = realloc(bytes->data, capacity);
    if (data == NULL) {
      bytes->is_short_of_memory = true;
      return NULL;
    }
    bytes->data = data;
    bytes->capacity = capacity;
  }
  bytes->size += size;
  return bytes->data + bytes->size - size;
}

void bytes_free(struct bytes* bytes) {
  free(bytes->data);
  *bytes = (struct bytes){0};
}

void put_block(struct bytes* bytes, const void* data, size_t size) {
  uint8_t* at = bytes_add(bytes, size);
  if (at != NULL && size > 0) memcpy(at, data, size);
}

void put_u8(struct bytes* bytes, uint8_t value) { put_block(bytes, &value, 1); }

void set_u32(uint8_t* to, uint32_t value) {
  for (int n = 0; n < 4; ++n) to[n] = (uint8_t)(value >> 8 * n);
}

void put_u32(struct bytes* bytes, uint32_t value) {
  uint8_t* at = bytes_add(bytes, sizeof value);
  if (at != NULL) set_u32(at, value);
}

void put_varint(struct bytes* bytes, uint64_t value) {
  uint8_t digits[10];
  size_t count = 0;
  for (; value >= 0x80; value >>= 7) digits[count++] = (uint8_t)(value | 0x80);
  digits[count++] = (uint8_t)value;
  put_block(bytes, digits, count);
}

void put_signed(struct bytes* bytes, int64_t value) {
  put_varint(bytes, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

uint32_t crc32_of(const uint8_t* data, size_t size) {
  // A digit of four bits at a time: sixteen entries, and fast enough for a file.
  static const uint32_t table[] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                   0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                   0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                   0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
  uint32_t crc = 0xFFFFFFFF;
  for (size_t n = 0; n < size; ++n) {
    crc ^= data[n];
    crc = crc >> 4 ^ table[crc & 15];
    crc = crc >> 4 ^ table[crc & 15];
  }
  return ~crc;
}
