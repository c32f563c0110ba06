// BucketArray: the heads of a stripe's chains, as many as a power of two. A large one lies on large
// pages: each access is to another place. Threads: guarded by whoever owns it.
#pragma once

#include "bif/ets/table_object.h"
#include "vm/heap/block.h"

#include <cstdlib>
#include <utility>

namespace bif {

class BucketArray {
 public:
  BucketArray() = default;
  /// Of empty chains.
  explicit BucketArray(Word size)
      : heads_(static_cast<TableObject**>(is_mapped(size) ? vm::map_large_pages(bytes(size))
                                                          : std::calloc(size, vm::kWordBytes))),
        size_(size) {
    VM_CHECK(heads_ != nullptr, "the system has memory for buckets of a table");
  }
  BucketArray(BucketArray&& other) noexcept
      : heads_(std::exchange(other.heads_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  BucketArray& operator=(BucketArray&& other) noexcept {
    std::swap(heads_, other.heads_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~BucketArray() {
    if (is_mapped(size_)) {
      vm::unmap_large_pages(heads_, bytes(size_));
    } else {
      std::free(heads_);
    }
  }

  Word size() const { return size_; }
  TableObject*& operator[](Word index) { return heads_[index]; }
  TableObject** begin() { return heads_; }
  TableObject** end() { return heads_ + size_; }

 private:
  static Word bytes(Word size) { return size * vm::kWordBytes; }
  static bool is_mapped(Word size) { return bytes(size) >= vm::kLargePageBytes; }

  TableObject** heads_ = nullptr;
  Word size_ = 0;
};

}  // namespace bif
