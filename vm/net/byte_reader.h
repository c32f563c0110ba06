// ByteReader and ByteWriter: big-endian numbers in requests and replies of port_control/3. A reader
// that has fewer bytes than are asked for fails, stays failed, and returns zeros.
// Threads: each object belongs to one thread.
#pragma once

#include "vm/base/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vm::inet {

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }
  Word size() const { return rest_.size(); }

  /// The next `count` bytes; empty if there are fewer.
  std::string_view take(Word count) {
    if (rest_.size() < count) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  std::uint64_t u64() { return number(8); }

 private:
  std::uint64_t number(Word bytes) {
    std::uint64_t value = 0;
    for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

class ByteWriter {
 public:
  void u8(Word value) { number(value, 1); }
  void u16(Word value) { number(value, 2); }
  void u32(Word value) { number(value, 4); }
  void i32(int value) { number(static_cast<std::uint32_t>(value), 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void append(std::string_view bytes) { bytes_ += bytes; }
  Word size() const { return bytes_.size(); }
  std::string take() { return std::move(bytes_); }

 private:
  void number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = bytes; i-- > 0;) bytes_.push_back(static_cast<char>(value >> (i * 8)));
  }

  std::string bytes_;
};

}  // namespace vm::inet
