// What a value's type says about the word that holds it, in the form that LLVM's passes use.
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
/// Inclusive bounds, as words of small integers, which are ordered as the integers are.
struct RangeFact {
  vm::SWord min;
  vm::SWord max;
};

/// The bounds, if the value can only be a small integer.
std::optional<RangeFact> range_of(const vm::ValueType& type);
/// The tag, if all possible values share one.
std::optional<TagFact> tag_of(const vm::ValueType& type);
/// The same of the header word that the value points to.
std::optional<TagFact> header_of(const vm::ValueType& type);

}  // namespace jit
