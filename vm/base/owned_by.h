// OwnedBy<Owner, T>: a value that only the thread running its owner touches (a run queue, say, by
// its scheduler). No lock and no atomics; builds with asserts check each access.
#pragma once

#include "vm/base/assert.h"

#include <utility>

namespace vm {

/// Names, for this thread, the Owner it runs. Set once by the thread that starts to run it.
template <typename Owner>
class CurrentOwner {
 public:
  static const Owner* get() { return owner_; }
  static void set(const Owner* owner) { owner_ = owner; }

 private:
  static inline thread_local constinit const Owner* owner_ = nullptr;
};

/// A T that belongs to one Owner: reachable from the thread that runs it, and from any thread
/// before the owner starts and after it ended (that is, where the accessing thread runs no Owner at
/// all).
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
              "only its owner's thread touches it");
  }

  const Owner* owner_;
  T value_;
};

}  // namespace vm
