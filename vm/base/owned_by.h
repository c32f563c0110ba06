// OwnedBy<Owner, T>: a value that only the thread of its owner accesses, for example data of a
// scheduler. It needs no lock and no atomics; builds with asserts check each access.
#pragma once

#include "vm/base/assert.h"

#include <utility>

namespace vm {

/// The Owner that the calling thread runs, or null. A thread sets it once, when it starts to run
/// the owner.
template <typename Owner>
class CurrentOwner {
 public:
  static const Owner* get() { return owner_; }
  static void set(const Owner* owner) { owner_ = owner; }

 private:
  static inline thread_local constinit const Owner* owner_ = nullptr;
};

/// A T that belongs to one Owner. The owner's thread may access it, and so may any thread that runs
/// no Owner at all: such threads must access it only before the owner starts and after it has
/// ended.
template <typename Owner, typename T>
class OwnedBy {
 public:
  template <typename... Args>
  explicit OwnedBy(const Owner* owner, Args&&... args)
      : owner_(owner), value_(std::forward<Args>(args)...) {}

  T& get() {
    check();
    return value_;
  }
  const T& get() const {
    check();
    return value_;
  }
  T* operator->() { return &get(); }
  const T* operator->() const { return &get(); }

 private:
  void check() const {
    VM_ASSERT(CurrentOwner<Owner>::get() == nullptr || CurrentOwner<Owner>::get() == owner_,
              "only the owner's thread accesses an owned value");
  }

  const Owner* owner_;
  T value_;
};

}  // namespace vm
