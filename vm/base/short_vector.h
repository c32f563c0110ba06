// ShortVector: a vector whose first elements are in the object itself, for what mostly has few.
// Ownership: its elements. Threads: as a std::vector.
#pragma once

#include "vm/base/out_of_memory.h"
#include "vm/base/types.h"

#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace vm {

/// Up to `kInline` elements need no memory of their own. What was moved from is empty.
template <class T, Word kInline>
class ShortVector {
  static_assert(std::is_trivially_copyable_v<T>, "elements are moved as bytes");

 public:
  ShortVector() = default;
  ShortVector(ShortVector&& other) noexcept { take(other); }
  ShortVector& operator=(ShortVector&& other) noexcept {
    if (this != &other) {
      std::free(more_);
      take(other);
    }
    return *this;
  }
  ~ShortVector() { std::free(more_); }

  Word size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return more_ != nullptr ? more_ : reinterpret_cast<T*>(first_); }
  const T* data() const { return const_cast<ShortVector*>(this)->data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](Word i) { return data()[i]; }
  const T& operator[](Word i) const { return data()[i]; }

  void push_back(const T& element) {
    const T copy = element;  // it may be one of them
    if (size_ == capacity_) [[unlikely]]
      grow();
    data()[size_++] = copy;
  }
  /// Drops the elements from `size` on, of which there are as many at least.
  void truncate(Word size) { size_ = size; }

 private:
  [[gnu::noinline]] void grow() {
    const Word bytes = 2 * capacity_ * sizeof(T);
    auto* larger = static_cast<T*>(std::realloc(more_, bytes));
    if (larger == nullptr) out_of_memory(bytes, "a list of values");
    if (more_ == nullptr) std::memcpy(larger, first_, size_ * sizeof(T));
    more_ = larger;
    capacity_ *= 2;
  }
  /// What this has is gone already.
  void take(ShortVector& other) {
    more_ = std::exchange(other.more_, nullptr);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, kInline);
    if (more_ == nullptr) std::memcpy(first_, other.first_, size_ * sizeof(T));
  }

  T* more_ = nullptr;  // all of them, if they are too many for first_
  Word size_ = 0;
  Word capacity_ = kInline;
  // Bytes rather than T, whose initialisers would write all of them.
  alignas(T) Byte first_[kInline * sizeof(T)];
};

}  // namespace vm
