// ByteBuffer: bytes that are read into. Memory that resize() adds is not cleared, as what is read
// overwrites it, or it is cut off again.
// Ownership, threads: as std::vector.
#pragma once

#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace vm {

template <class T>
struct UninitializedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  /// A value without arguments: left as it is.
  template <class U>
  void construct(U* at) noexcept {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }
};

using ByteBuffer = std::vector<char, UninitializedAllocator<char>>;

inline std::string_view view_of(const ByteBuffer& buffer) { return {buffer.data(), buffer.size()}; }

}  // namespace vm
