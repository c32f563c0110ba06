// ValueType: what the compiler of a module has proved of a value, in one form for all versions of
// the file's chunk `Type`. The loader keeps it beside the operands it is about; who compiles the
// code further may take it as a fact, as the code itself does that the same compiler wrote.
// Threads: values.
#pragma once

#include "vm/base/types.h"

#include <cstdint>

namespace vm {

/// Bits of ValueType::kinds: what a value may be.
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
  bool has_min = false;  // bounds are about integers
  bool has_max = false;
  std::int64_t min = 0;
  std::int64_t max = 0;

  /// Whether it is one of these kinds (bits of TypeBit) and nothing else.
  constexpr bool is_only(unsigned wanted) const { return kinds != 0 && (kinds & ~wanted) == 0; }
};

/// A source operand of loaded code that something is known of.
struct TypedOperand {
  std::uint32_t offset;  // words from the start of the module's code
  std::uint32_t type;    // index into Module::types
};

}  // namespace vm
