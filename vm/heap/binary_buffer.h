// BinaryBuffer: bytes of unknown number that are written one after the other, in the memory of the
// binary that they become. It grows by realloc(), which moves large blocks without copying them.
// Threads: belongs to one thread.
#pragma once

#include "vm/heap/binary.h"

#include <cstring>
#include <utility>

namespace vm {

class BinaryBuffer {
 public:
  explicit BinaryBuffer(Word capacity) : capacity_(capacity), binary_(Binary::make(capacity)) {}

  const Byte* data() const { return binary_->bytes(); }
  Word size() const { return size_; }
  Word capacity() const { return capacity_; }
  Byte& operator[](Word i) { return binary_->bytes()[i]; }
  Byte& back() { return (*this)[size_ - 1]; }

  void push_back(Byte byte) {
    if (size_ == capacity_) [[unlikely]]
      grow(1);
    binary_->bytes()[size_++] = byte;
  }
  void append(const void* data, Word size) {
    if (size > capacity_ - size_) [[unlikely]]
      grow(size);
    if (size > 0) std::memcpy(binary_->bytes() + size_, data, size);
    size_ += size;
  }

  /// The binary, of the bytes that were written; the buffer is given up.
  SharedRef<Binary> take() { return Binary::resize(std::move(binary_), size_); }
  /// Likewise as a term; few bytes are copied to the heap.
  Term take_term(HeapBuilder& builder) {
    if (size_ <= kMaxHeapBinaryBytes) return make_binary(builder, data(), size_);
    return make_counted_binary(builder, take(), size_);
  }

 private:
  [[gnu::noinline]] void grow(Word more) {
    capacity_ = 2 * capacity_ + more;
    binary_ = Binary::resize(std::move(binary_), capacity_);
  }

  Word size_ = 0;
  Word capacity_;
  SharedRef<Binary> binary_;
};

}  // namespace vm
