// Hand-made native code that answers a number. Threads: any.
#pragma once

#include "vm/base/processor.h"
#include "vm/base/types.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace test_support {

/// A function without arguments that returns the number `n`.
inline std::vector<vm::Byte> function_returning(std::uint8_t n) {
  if constexpr (vm::kProcessor == vm::Processor::kX86_64) {
    return {0xb8, n, 0, 0, 0, 0xc3};  // mov eax, n; ret
  } else {
    const std::uint32_t code[] = {0x52800000U | (std::uint32_t{n} << 5), 0xd65f03c0U};  // the same
    std::vector<vm::Byte> bytes(sizeof code);
    std::memcpy(bytes.data(), code, sizeof code);
    return bytes;
  }
}

/// Calls such a function.
inline int call(const void* code) { return reinterpret_cast<int (*)()>(const_cast<void*>(code))(); }

}  // namespace test_support
