// Shared and SharedRef<T>: objects with a count of who holds them (match programs, tracers,
// counters of breakpoints). The count lies in the object, so that a reference is one pointer and
// may be made from a plain one. Threads: the count is shared; what else T holds says its own head
// comment.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

#include <utility>

namespace vm {

/// Base of a counted object. Made with no holders; the first SharedRef takes the first count.
class Shared {
 public:
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  void retain() { count_.fetch_add(1, kRelaxed); }  // relaxed: the caller holds a count already
  void release() {
    // acq_rel: whoever destroys sees the last access of every other holder; pairs with itself.
    if (count_.fetch_sub(1, kAcqRel) == 1) delete this;
  }

 protected:
  Shared() = default;
  virtual ~Shared() = default;

 private:
  Atomic<Word> count_{0};
};

/// Holds one count of a T, or nothing.
template <typename T>
class SharedRef {
 public:
  SharedRef() = default;
  explicit SharedRef(T* object) : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  SharedRef(const SharedRef& other) : SharedRef(other.object_) {}
  SharedRef(SharedRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  SharedRef& operator=(SharedRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~SharedRef() {
    if (object_ != nullptr) object_->release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const SharedRef&) const = default;

 private:
  T* object_ = nullptr;
};

/// A new T with one holder.
template <typename T, typename... Args>
SharedRef<T> make_shared_ref(Args&&... args) {
  return SharedRef<T>(new T(std::forward<Args>(args)...));  // owner: the count
}

}  // namespace vm
