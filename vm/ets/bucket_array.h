// BucketArray: the heads of a stripe's chains, as many as a power of two. A single one is in the
// array itself, as a table with thousands of stripes has most of them empty. Threads: guarded by
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
  explicit BucketArray(Word size) : size_(size) {
    if (size == 1) {
      heads_ = &only_;
    } else {
      heads_ = static_cast<TableObject**>(zeroed_table_memory(size * kWordBytes));
    }
  }
  BucketArray(BucketArray&& other) noexcept { *this = std::move(other); }
  BucketArray& operator=(BucketArray&& other) noexcept {
    std::swap(heads_, other.heads_);
    std::swap(only_, other.only_);
    std::swap(size_, other.size_);
    if (size_ == 1) heads_ = &only_;
    if (other.size_ == 1) other.heads_ = &other.only_;
    return *this;
  }
  ~BucketArray() {
    if (size_ != 1) free_table_memory(heads_, size_ * kWordBytes);
  }

  Word size() const { return size_; }
  TableObject*& operator[](Word index) { return heads_[index]; }
  TableObject** begin() { return heads_; }
  TableObject** end() { return heads_ + size_; }

 private:
  TableObject** heads_ = nullptr;
  TableObject* only_ = nullptr;
  Word size_ = 0;
};

}  // namespace vm
