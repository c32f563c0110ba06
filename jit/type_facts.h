// What a value's type says of the word that holds it, in the form that LLVM's passes make use of.
// Threads: values.
#pragma once

#include "vm/code/value_type.h"
#include "vm/term/term.h"

#include <optional>

namespace jit {

/// `word & mask` is `bits`.
struct TagFact {
  vm::Word mask;
  vm::Word bits;
};
/// Both bounds belong to it; as words of small integers, which are in the order of the integers.
struct RangeFact {
  vm::SWord min;
  vm::SWord max;
};

/// The bounds of what can only be a small integer.
std::optional<RangeFact> range_of(const vm::ValueType& type);
/// The tag, where all that the value may be have one in common.
std::optional<TagFact> tag_of(const vm::ValueType& type);

}  // namespace jit
