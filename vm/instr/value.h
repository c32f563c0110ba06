// Value: a term that an instruction has from a register or from an object. Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm::instr {

/// A term that is not none(), nor a header. One bit of it says whether it is a list cell, another
/// one whether it is boxed: native code has one test where Term's own predicates, which must tell
/// headers apart, take three instructions.
struct Value : Term {
  constexpr explicit Value(Term t) : Term(t) {}

  constexpr bool is_cons() const { return (bits() & 2) == 0; }
  constexpr bool is_boxed() const { return (bits() & 1) == 0; }
  constexpr bool is_list() const { return is_cons() || is_nil(); }
  bool is_boxed_as(Subtag tag) const { return is_boxed() && header_subtag(header()) == tag; }
  bool is_tuple() const { return is_boxed_as(Subtag::kTuple); }
  bool is_tuple_of(Word arity) const { return is_boxed_with(make_header(Subtag::kTuple, arity)); }
  /// Of kinds of which all objects have the same header.
  bool is_boxed_with(Word whole_header) const { return is_boxed() && header() == whole_header; }
  bool is_float() const { return is_boxed_with(kFloatHeader); }
  bool is_sub_binary() const { return is_boxed_with(kSubBinaryHeader); }
  bool is_fun() const { return is_boxed_as(Subtag::kFun); }
  bool is_flat_map() const { return is_boxed_as(Subtag::kFlatMap); }
  bool is_map() const { return is_flat_map() || is_boxed_as(Subtag::kHashMap); }
  bool is_record() const { return is_boxed_as(Subtag::kRecord); }
  bool is_bitstring() const { return is_sub_binary() || is_boxed_as(Subtag::kHeapBinary); }
};
static_assert(sizeof(Value) == sizeof(Term));

}  // namespace vm::instr
