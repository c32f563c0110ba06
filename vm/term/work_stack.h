// WorkStack: a stack of pending items, for walking terms of any depth without recursion. The first
// items are stored in the object itself, so that walking a flat term allocates nothing. They are
// not initialised, unless the object that contains the stack is (`Walk()`; write `Walk walk;`).
// Threads: belongs to one thread.
#pragma once

#include "vm/base/assert.h"
#include "vm/base/out_of_memory.h"
#include "vm/base/types.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

namespace vm {

/// A stack of T with space for `kInline` items in the object; it grows on the C++ heap.
template <typename T, Word kInline = 32>
class WorkStack {
  static_assert(std::is_trivially_copyable_v<T>, "grow() copies items as bytes");

 public:
  WorkStack() = default;
  WorkStack(WorkStack&& other) noexcept
      : size_(other.size_), capacity_(other.capacity_), overflow_(std::move(other.overflow_)) {
    if (overflow_ != nullptr)
      items_ = overflow_.get();
    else
      std::memcpy(inline_, other.inline_, size_ * sizeof(T));
    other.items_ = reinterpret_cast<T*>(other.inline_);
    other.size_ = 0;
    other.capacity_ = kInline;
  }
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
    // realloc() moves large blocks without copying them.
    const bool is_first = overflow_ == nullptr;
    void* larger = std::realloc(overflow_.release(), capacity_ * 2 * sizeof(T));
    if (larger == nullptr) out_of_memory(capacity_ * 2 * sizeof(T), "a walk over a term");
    overflow_.reset(static_cast<T*>(larger));
    if (is_first) std::memcpy(overflow_.get(), inline_, size_ * sizeof(T));
    capacity_ *= 2;
    items_ = overflow_.get();
  }

  // An array of bytes rather than of T, because T's initialisers would write all items first.
  alignas(T) Byte inline_[kInline * sizeof(T)];
  T* items_ = reinterpret_cast<T*>(inline_);
  Word size_ = 0;
  Word capacity_ = kInline;
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };
  std::unique_ptr<T, Free> overflow_;
};

}  // namespace vm
