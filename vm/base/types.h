// The machine's integer types. A Word is the size of one register, heap cell or code cell.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vm {

using Word = std::uint64_t;
using SWord = std::int64_t;
using Byte = std::uint8_t;

inline constexpr std::size_t kWordBytes = sizeof(Word);
inline constexpr unsigned kWordBits = 64;

static_assert(sizeof(void*) == kWordBytes, "terms and code cells hold pointers in one word");

}  // namespace vm
