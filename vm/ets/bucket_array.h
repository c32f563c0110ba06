// BucketArray: the heads of a stripe's chains, as many as a power of two. Threads: guarded by
// the lock of its owner.
#pragma once

#include "vm/ets/table_memory.h"
#include "vm/ets/table_object.h"

#include <utility>

namespace vm {

class BucketArray {
 public:
  BucketArray() = default;
  /// Of empty chains.
  explicit BucketArray(Word size)
      : heads_(static_cast<TableObject**>(zeroed_table_memory(size * kWordBytes))), size_(size) {}
  BucketArray(BucketArray&& other) noexcept
      : heads_(std::exchange(other.heads_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  BucketArray& operator=(BucketArray&& other) noexcept {
    std::swap(heads_, other.heads_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~BucketArray() { free_table_memory(heads_, size_ * kWordBytes); }

  Word size() const { return size_; }
  TableObject*& operator[](Word index) { return heads_[index]; }
  TableObject** begin() { return heads_; }
  TableObject** end() { return heads_ + size_; }

 private:
  TableObject** heads_ = nullptr;
  Word size_ = 0;
};

}  // namespace vm
