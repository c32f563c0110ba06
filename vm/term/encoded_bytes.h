// EncodedBytes and ByteCount: what an encoder of terms writes to, and what it counts with.
// Threads: belong to one.
#pragma once

#include "vm/base/memory_limit.h"
#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace vm {

/// Bytes that are written one after the other: the first in the object itself, more of them in a
/// Binary that grows, so that a large result becomes a term without being copied.
class EncodedBytes {
 public:
  static constexpr bool kCounts = false;
  EncodedBytes() = default;
  EncodedBytes(const EncodedBytes&) = delete;
  EncodedBytes& operator=(const EncodedBytes&) = delete;

  void byte(Word value) { *room(1) = static_cast<Byte>(value), ++at_; }
  /// Writes the low `count` bytes (1 to 8) of `value`, most significant first.
  void number(Word value, int count) {
    const Word bytes = __builtin_bswap64(value << (64 - 8 * count));
    std::memcpy(room(sizeof bytes), &bytes, sizeof bytes);
    at_ += count;
  }
  void bytes(const void* data, Word count) {
    Byte* const to = room(count);
    if (is_too_large_ || count == 0) return;
    std::memcpy(to, data, count);
    at_ += count;
  }
  /// Writes the low four bytes of `value` over those at `place`.
  void put_number(Word place, Word value) {
    if (is_too_large_) return;
    const std::uint32_t bytes = __builtin_bswap32(static_cast<std::uint32_t>(value));
    std::memcpy(first_ + place, &bytes, sizeof bytes);
  }
  void mask_last(Byte mask) {
    if (!is_too_large_) at_[-1] &= mask;
  }
  Word size() const { return static_cast<Word>(at_ - first_); }
  /// What is to be written cannot be.
  void refuse() { is_too_large_ = true; }
  /// Whether that was called, or there was not the memory for all; then what was written is lost.
  bool is_too_large() const { return is_too_large_; }
  std::span<const Byte> span() const { return {first_, size()}; }
  /// The first `*count` bytes of the result. Afterwards there are none here.
  SharedRef<Binary> take(Word* count) {
    *count = size();
    SharedRef<Binary> taken = std::move(binary_);
    if (taken.get() == nullptr) {
      taken = Binary::make(*count);
      std::memcpy(taken->bytes(), first_, *count);
    }
    first_ = at_ = end_ = inline_;
    return taken;
  }
  /// The bytes as a binary on the builder's heap. Afterwards there are none here.
  Term take_as_binary(HeapBuilder& builder) {
    const Word count = size();
    if (binary_.get() == nullptr) return make_binary(builder, first_, count);
    first_ = at_ = end_ = inline_;
    return make_counted_binary(builder, Binary::resize(std::move(binary_), count), count);
  }

 private:
  static constexpr Word kInline = 256;

  /// Where the next `count` bytes go.
  Byte* room(Word count) {
    if (static_cast<Word>(end_ - at_) < count) [[unlikely]]
      grow(count);
    return at_;
  }
  [[gnu::noinline]] void grow(Word count) {
    const Word used = size();
    const Word wanted = std::max(2 * static_cast<Word>(end_ - first_), used + count + kInline);
    if (is_too_large_ || !fits_in_memory(wanted)) {
      // What comes is written over what is there, until the encoder looks.
      is_too_large_ = true;
      at_ = first_;
      return;
    }
    if (binary_.get() == nullptr) {
      binary_ = Binary::make(wanted);
      std::memcpy(binary_->bytes(), inline_, used);
    } else {
      binary_ = Binary::resize(std::move(binary_), wanted);
    }
    first_ = binary_->bytes();
    at_ = first_ + used;
    end_ = first_ + wanted;
  }

  SharedRef<Binary> binary_;  // null: all are in inline_
  Byte* first_ = inline_;
  Byte* at_ = inline_;
  Byte* end_ = inline_ + kInline;
  bool is_too_large_ = false;
  Byte inline_[kInline];
};

/// Counts the bytes that an encoder would write.
class ByteCount {
 public:
  static constexpr bool kCounts = true;
  void byte(Word) { ++size_; }
  void number(Word, int count) { size_ += static_cast<Word>(count); }
  void bytes(const void*, Word count) { size_ += count; }
  void put_number(Word, Word) {}
  void mask_last(Byte) {}
  void add(Word count) { size_ += count; }
  void refuse() { is_too_large_ = true; }
  Word size() const { return size_; }
  bool is_too_large() const { return is_too_large_; }

 private:
  Word size_ = 0;
  bool is_too_large_ = false;
};

}  // namespace vm
