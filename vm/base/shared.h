// Shared and SharedRef<T>: intrusive reference counting, for match programs, tracers, tables,
// binaries and native objects behind magic references. The count is stored in the object, so a
// reference is one pointer and can be made from a plain pointer.
// Ownership: the references own the object; the last release() deletes it.
// Threads: references may be copied and destroyed on any thread. Each T documents the threads of
// its other members.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

#include <utility>

namespace vm {

/// Base class of a counted object. The count starts at 0; the first SharedRef raises it to 1.
class Shared {
 public:
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  /// Adds a reference. The caller must already hold one, or own the new object alone.
  void retain() { count_.fetch_add(1, kRelaxed); }  // relaxed: the object cannot go away meanwhile
  /// Adds a reference for a caller that holds none, unless the last one has been dropped: false.
  /// The caller keeps the memory from being freed, by a lock that the destructor takes.
  bool try_retain() {
    Word count = count_.load(kRelaxed);  // relaxed: the exchange decides
    while (count != 0) {
      // relaxed: as retain(); the caller's lock orders what it knows of the object
      if (count_.compare_exchange_weak(count, count + 1, kRelaxed, kRelaxed)) return true;
    }
    return false;
  }
  /// Drops a reference and deletes the object if it was the last one.
  void release() {
    // acq_rel: the deleting thread sees all accesses made by threads that released earlier; each
    // release pairs with the last one.
    if (count_.fetch_sub(1, kAcqRel) == 1) delete this;
  }

 protected:
  Shared() = default;
  virtual ~Shared() = default;

 private:
  Atomic<Word> count_{0};
};

/// Owns one reference to a T, or is null. T is a Shared, or has retain() and release() of its own.
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

  /// Takes over a reference that detach() has given away; null is allowed.
  static SharedRef adopt(T* object) {
    SharedRef result;
    result.object_ = object;
    return result;
  }
  /// Gives the reference to the caller, who stores it where no SharedRef can be (an object on a
  /// heap, a C callback) and passes it to adopt() later. This becomes null.
  [[nodiscard]] T* detach() { return std::exchange(object_, nullptr); }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const SharedRef&) const = default;

 private:
  T* object_ = nullptr;
};

/// Makes a new T and returns the only reference to it.
template <typename T, typename... Args>
SharedRef<T> make_shared_ref(Args&&... args) {
  return SharedRef<T>(new T(std::forward<Args>(args)...));  // owner: the count
}

}  // namespace vm
