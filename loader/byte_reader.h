// ByteReader walks over bytes that may be truncated or damaged. Reading beyond the end gives zeros
// and marks the reader as failed, so that a table is read in a straight line and checked once.
// Invariants: never reads outside its span; position() <= size; once failed, always failed.
// Ownership: borrows the bytes.
#pragma once

#include "vm/base/types.h"

#include <cstdint>
#include <span>

namespace loader {

using vm::Byte;
using Bytes = std::span<const Byte>;

class ByteReader {
 public:
  /// `origin` is the offset of the first byte in the file, for messages.
  ByteReader(Bytes bytes, std::uint64_t origin) : bytes_(bytes), origin_(origin) {}

  bool failed() const { return failed_; }
  bool at_end() const { return position_ == bytes_.size(); }
  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }
  std::uint64_t file_offset() const { return origin_ + position_; }

  /// The next byte, which stays; 0xFF at the end.
  Byte peek() const { return at_end() ? 0xFF : bytes_[position_]; }
  Byte u8() {
    if (left() < 1) return fail();
    return bytes_[position_++];
  }
  std::uint16_t u16() {
    if (left() < 2) return fail();
    std::uint16_t value =
        static_cast<std::uint16_t>(bytes_[position_] << 8 | bytes_[position_ + 1]);
    position_ += 2;
    return value;
  }
  std::uint32_t u32() {
    std::uint32_t high = u16();
    return high << 16 | u16();
  }
  std::uint64_t u64() {
    std::uint64_t high = u32();
    return high << 32 | u32();
  }
  /// The next `count` bytes; empty, and the reader failed, where fewer are left.
  Bytes take(std::uint64_t count) {
    if (left() < count) {
      fail();
      return {};
    }
    Bytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }
  Bytes rest() { return take(left()); }
  void set_failed() { fail(); }

 private:
  Byte fail() {
    failed_ = true;
    position_ = bytes_.size();
    return 0;
  }

  Bytes bytes_;
  std::uint64_t origin_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace loader
