// Integers of any size: views of integer terms as limbs, and conversion of limbs, floats and text
// to integer terms. Arithmetic on limbs is done by GMP's mpn layer (arith.h).
// Invariants: a result that fits a small is a small; any other is a Big without leading zero limbs
// and with at most kMaxBigLimbs limbs (OTP 27's limit of 4,194,240 bits).
// Threads: any.
#pragma once

#include "vm/base/result.h"
#include "vm/heap/heap_builder.h"

#include <string>
#include <string_view>

namespace vm {

inline constexpr Word kMaxBigLimbs = 65535;

/// Sign and magnitude of an integer term, small or big. The limbs have no leading zeros; 0 has no
/// limbs. Valid as long as the term is.
class IntegerView {
 public:
  explicit IntegerView(Term integer) {
    if (integer.is_small()) {
      const SWord value = integer.as_small();
      negative_ = value < 0;
      small_ = negative_ ? -static_cast<Word>(value) : static_cast<Word>(value);
      limbs_ = &small_;
      size_ = value == 0 ? 0 : 1;
      return;
    }
    const Big& big = integer.as_boxed<Big>();
    limbs_ = big.limbs;
    size_ = big.size();
    negative_ = big.negative();
  }
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

/// Takes leading zeros off the number of limbs. Returns the integer if it is a small one, else
/// none().
Term small_of_limbs(const Word* limbs, Word* size, bool negative);
/// Makes an integer of these limbs, which may have leading zeros. Returns none() if it needs more
/// than kMaxBigLimbs limbs.
Term make_integer(HeapBuilder& builder, const Word* limbs, Word size, bool negative);
Term make_integer_128(HeapBuilder& builder, __int128 value);

/// Stores the value in `*value` and returns true if it fits the type.
bool integer_to_int64(Term integer, SWord* value);
bool integer_to_uint64(Term integer, Word* value);
/// Like these, for floats. Rounds after each limb, as OTP does.
bool integer_to_double(Term integer, double* value);
/// Makes the integer part of a finite float.
Term integer_from_double(HeapBuilder& builder, double value);
/// The number of bits of the magnitude; 0 for 0.
Word integer_bits(Term integer);

/// Returns the digits in base 2 to 36, with upper-case letters and a minus sign for a negative
/// number.
std::string integer_to_text(Term integer, int base = 10);
enum class ParseError { kSyntax, kTooLarge };
/// The small integer of an optional sign and few digits, as most texts are. none(): any other text,
/// which may be a number all the same.
Term parse_short_integer(std::string_view text, int base = 10);
/// Parses an optional sign and at least one digit in base 2 to 36; anything else is kSyntax.
Result<Term, ParseError> parse_integer(HeapBuilder& builder, std::string_view text, int base = 10);

}  // namespace vm
