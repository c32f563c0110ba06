// Integers of any size: reading them as limbs, making terms of limbs, floats and text.
// Invariants: a result is a small where it fits one, else a Big without leading zero limbs, of at
// most kMaxBigLimbs limbs (OTP 27's limit: 4,194,240 bits). Source: arithmetic on limbs is GMP's
// mpn layer.
#pragma once

#include "vm/base/result.h"
#include "vm/heap/heap_builder.h"

#include <string>
#include <string_view>

namespace vm {

inline constexpr Word kMaxBigLimbs = 65535;

/// Magnitude and sign of an integer term, small or big. Valid while the term is; limbs without
/// leading zeros, none for 0.
class IntegerView {
 public:
  explicit IntegerView(Term integer);
  IntegerView(const IntegerView&) = delete;
  IntegerView& operator=(const IntegerView&) = delete;

  const Word* limbs() const { return limbs_; }
  Word size() const { return size_; }
  bool negative() const { return negative_; }
  bool is_zero() const { return size_ == 0; }

 private:
  Word small_;
  const Word* limbs_;
  Word size_;
  bool negative_;
};

/// An integer of these limbs (leading zeros are allowed), or none() where it exceeds kMaxBigLimbs.
Term make_integer(HeapBuilder& builder, const Word* limbs, Word size, bool negative);
Term make_integer_128(HeapBuilder& builder, __int128 value);

/// The value, where it fits.
bool integer_to_int64(Term integer, SWord* value);
bool integer_to_uint64(Term integer, Word* value);
/// False where the value is beyond the range of floats. Rounds as OTP does: limb by limb.
bool integer_to_double(Term integer, double* value);
/// The integer part of a finite float.
Term integer_from_double(HeapBuilder& builder, double value);
/// Number of bits of the magnitude; 0 for 0.
Word integer_bits(Term integer);

/// Digits in base 2 to 36 (capital letters), with a minus sign where negative.
std::string integer_to_text(Term integer, int base = 10);
enum class ParseError { kSyntax, kTooLarge };
/// Reads an optional sign and at least one digit in base 2 to 36, nothing else.
Result<Term, ParseError> parse_integer(HeapBuilder& builder, std::string_view text, int base = 10);

}  // namespace vm
