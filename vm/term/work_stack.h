// WorkStack: a stack of pending items, for walking terms of any depth without recursion. The first
// items are stored in the object itself, so that walking a flat term allocates nothing. They are
// not initialised, unless the object that contains the stack is (`Walk()`; write `Walk walk;`).
// Threads: belongs to one thread.
#pragma once

#include "vm/base/assert.h"
#include "vm/base/types.h"

#include <memory>
#include <type_traits>

namespace vm {

/// A stack of T with space for `kInline` items in the object; it grows on the C++ heap.
template <typename T, Word kInline = 32>
class WorkStack {
  static_assert(std::is_trivially_copyable_v<T>, "grow() copies items as bytes");

 public:
  WorkStack() = default;
  WorkStack(const WorkStack&) = delete;
  WorkStack& operator=(const WorkStack&) = delete;

  bool empty() const { return size_ == 0; }
  Word size() const { return size_; }
  void push(const T& item) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    items_[size_++] = item;
  }
  T pop() {
    VM_ASSERT(size_ > 0, "callers check empty() first");
    return items_[--size_];
  }
  T& top() {
    VM_ASSERT(size_ > 0, "callers check empty() first");
    return items_[size_ - 1];
  }
  /// Removes the top item.
  void drop() { --size_; }

 private:
  [[gnu::noinline]] void grow() {
    auto larger = std::make_unique_for_overwrite<T[]>(capacity_ * 2);
    for (Word i = 0; i < size_; ++i) larger[i] = items_[i];
    capacity_ *= 2;
    overflow_ = std::move(larger);
    items_ = overflow_.get();
  }

  // An array of bytes rather than of T, because T's initialisers would write all items first.
  alignas(T) Byte inline_[kInline * sizeof(T)];
  T* items_ = reinterpret_cast<T*>(inline_);
  Word size_ = 0;
  Word capacity_ = kInline;
  std::unique_ptr<T[]> overflow_;
};

}  // namespace vm
