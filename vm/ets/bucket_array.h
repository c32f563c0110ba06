// BucketArray: the heads of a stripe's chains, as many as a power of two. A few are in the array
// itself: a small table is made and deleted without further blocks of memory, and of one with many
// stripes most are empty. Threads: guarded by the lock of its owner.
#pragma once

#include "vm/ets/table_memory.h"
#include "vm/ets/table_object.h"

#include <algorithm>

namespace vm {

class BucketArray {
 public:
  static constexpr Word kInline = 8;

  /// Of empty chains.
  explicit BucketArray(Word size = 1) { start(size); }
  BucketArray(const BucketArray&) = delete;
  ~BucketArray() { release(); }
  /// Begins anew, with `size` empty chains.
  void reset(Word size) {
    release();
    start(size);
  }
  /// Takes over the chains of `other`, which is used no more.
  void take_over(BucketArray& other) {
    release();
    size_ = other.size_;
    heads_ = size_ <= kInline ? inline_ : other.heads_;
    std::ranges::copy(other.inline_, inline_);
    other.size_ = 0;
  }

  Word size() const { return size_; }
  ChainLink& operator[](Word index) { return heads_[index]; }
  ChainLink* begin() { return heads_; }
  ChainLink* end() { return heads_ + size_; }

 private:
  void start(Word size) {
    size_ = size;
    heads_ =
        size <= kInline ? inline_ : static_cast<ChainLink*>(zeroed_table_memory(size * kWordBytes));
    std::ranges::fill(inline_, ChainLink());
  }
  void release() {
    if (size_ > kInline) free_table_memory(heads_, size_ * kWordBytes);
  }

  ChainLink* heads_;
  Word size_;
  ChainLink inline_[kInline];
};

}  // namespace vm
