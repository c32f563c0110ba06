// From kinds to tags: a kind is listed with the widest tag that all its values have.
#include "jit/type_facts.h"

namespace jit {

using vm::Term;
using vm::TypeBit;

std::optional<RangeFact> range_of(const vm::ValueType& type) {
  if (!type.is_only(bit(TypeBit::kInteger)) || !type.has_min || !type.has_max) return std::nullopt;
  if (!Term::fits_small(type.min) || !Term::fits_small(type.max)) return std::nullopt;
  return RangeFact{static_cast<vm::SWord>(Term::small(type.min).bits()),
                   static_cast<vm::SWord>(Term::small(type.max).bits())};
}

std::optional<TagFact> tag_of(const vm::ValueType& type) {
  constexpr vm::Word kSmallMask = 15, kAtomMask = 63, kPrimaryMask = 3;
  constexpr unsigned kBoxed = bit(TypeBit::kTuple) | bit(TypeBit::kFloat) | bit(TypeBit::kMap) |
                              bit(TypeBit::kFun) | bit(TypeBit::kBitstring) |
                              bit(TypeBit::kReference);
  if (range_of(type)) return TagFact{kSmallMask, Term::small(0).bits() & kSmallMask};
  if (type.is_only(bit(TypeBit::kAtom))) return TagFact{kAtomMask, Term::atom(0).bits()};
  if (type.is_only(bit(TypeBit::kNil))) return TagFact{~vm::Word{0}, Term::nil().bits()};
  if (type.is_only(bit(TypeBit::kAtom) | bit(TypeBit::kNil)))
    return TagFact{kPrimaryMask, Term::nil().bits() & kPrimaryMask};
  if (type.is_only(bit(TypeBit::kCons)))
    return TagFact{kPrimaryMask, Term::cons(nullptr).bits() & kPrimaryMask};
  if (type.is_only(kBoxed))
    return TagFact{kPrimaryMask, Term::boxed(nullptr).bits() & kPrimaryMask};
  return std::nullopt;
}

std::optional<TagFact> header_of(const vm::ValueType& type) {
  if (!type.is_only(bit(TypeBit::kFloat))) return std::nullopt;
  return TagFact{~vm::Word{0}, vm::kFloatHeader};
}

}  // namespace jit
