// ValueType: a type that the Erlang compiler inferred for a value, in one form for all versions of
// the chunk `Type`. The loader stores it for the operands that have one. The JIT compiler may rely
// on it, as the compiler's own code does.
// Threads: values.
#pragma once

#include "vm/base/types.h"

#include <cstdint>

namespace vm {

/// Bits of ValueType::kinds: the kinds of values that are possible.
enum class TypeBit : std::uint16_t {
  kAtom = 1 << 0,
  kBitstring = 1 << 1,
  kCons = 1 << 2,
  kFloat = 1 << 3,
  kFun = 1 << 4,
  kInteger = 1 << 5,
  kMap = 1 << 6,
  kNil = 1 << 7,
  kPid = 1 << 8,
  kPort = 1 << 9,
  kReference = 1 << 10,
  kTuple = 1 << 11,
  kNativeRecord = 1 << 12,
};
constexpr unsigned bit(TypeBit kind) { return static_cast<unsigned>(kind); }

struct ValueType {
  std::uint16_t kinds = UINT16_MAX;
  bool has_min = false;  // the bounds apply to integers
  bool has_max = false;
  std::int64_t min = 0;
  std::int64_t max = 0;

  /// True if only the kinds in `wanted` (bits of TypeBit) are possible.
  constexpr bool is_only(unsigned wanted) const { return kinds != 0 && (kinds & ~wanted) == 0; }
};

/// A source operand of loaded code with a known type.
struct TypedOperand {
  std::uint32_t offset;  // words from the start of the module's code
  std::uint32_t type;    // index into Module::types
};

}  // namespace vm
