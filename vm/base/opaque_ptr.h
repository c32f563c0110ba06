// OpaquePtr<T>: owns an object of a type that is incomplete where the pointer is declared. A lower
// folder uses it to own an object of a higher folder whose type it only declares; the higher folder
// accesses the object with its type and without a cast. It is a std::unique_ptr whose deleter is
// set together with the object, where the type is complete.
// Threads: like any pointer, for one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace vm {

template <typename T>
class OpaquePtr {
 public:
  OpaquePtr() = default;
  /// Takes over `object`. T is complete here.
  OpaquePtr(std::unique_ptr<T> object)
      : object_(object.release()), destroy_([](T* owned) { std::unique_ptr<T>{owned}; }) {}
  OpaquePtr(OpaquePtr&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), destroy_(other.destroy_) {}
  OpaquePtr& operator=(OpaquePtr&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(destroy_, other.destroy_);
    other.reset();
    return *this;
  }
  ~OpaquePtr() { reset(); }

  void reset() {
    if (object_ != nullptr) destroy_(std::exchange(object_, nullptr));
  }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  bool operator==(std::nullptr_t) const { return object_ == nullptr; }

 private:
  T* object_ = nullptr;
  void (*destroy_)(T*) = nullptr;
};

}  // namespace vm
