// Conversions between integer terms, limbs, machine integers, floats and text. GMP converts text.
#include "vm/term/big.h"

#include "vm/term/limbs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace vm {

namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

char upper_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

Term small_of_limbs(const Word* limbs, Word* size, bool negative) {
  while (*size > 0 && limbs[*size - 1] == 0) --*size;
  if (*size == 0) return Term::small(0);
  if (*size > 1 || limbs[0] > static_cast<Word>(kSmallMax) + (negative ? 1 : 0))
    return Term::none();
  return Term::small(negative ? -static_cast<SWord>(limbs[0]) : static_cast<SWord>(limbs[0]));
}

Term make_integer(HeapBuilder& builder, const Word* limbs, Word size, bool negative) {
  if (const Term small = small_of_limbs(limbs, &size, negative); small.has_value()) return small;
  if (size > kMaxBigLimbs) return Term::none();
  auto& big = *reinterpret_cast<Big*>(builder.alloc(size + 1));
  big.header = make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, size);
  std::copy_n(limbs, size, big.limbs);
  return Term::boxed(&big);
}

Term make_integer_128(HeapBuilder& builder, __int128 value) {
  const bool negative = value < 0;
  const auto magnitude =
      negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  const Word limbs[2] = {static_cast<Word>(magnitude), static_cast<Word>(magnitude >> 64)};
  return make_integer(builder, limbs, 2, negative);
}

bool integer_to_int64(Term integer, SWord* value) {
  if (integer.is_small()) {
    *value = integer.as_small();
    return true;
  }
  const IntegerView view(integer);
  if (view.size() > 1) return false;
  const Word magnitude = view.is_zero() ? 0 : view.limbs()[0];
  if (magnitude > (Word{1} << 63) - (view.negative() ? 0 : 1)) return false;
  *value = static_cast<SWord>(view.negative() ? -magnitude : magnitude);
  return true;
}

bool integer_to_uint64(Term integer, Word* value) {
  const IntegerView view(integer);
  if (view.size() > 1 || view.negative()) return false;
  *value = view.is_zero() ? 0 : view.limbs()[0];
  return true;
}

bool integer_to_double(Term integer, double* value) {
  if (integer.is_small()) {
    *value = static_cast<double>(integer.as_small());
    return true;
  }
  const Big& big = integer.as_boxed<Big>();
  if (big.size() > 16) return false;  // at least 2^1024
  double magnitude = 0;
  for (Word i = big.size(); i-- > 0;)
    magnitude = magnitude * 0x1p64 + static_cast<double>(big.limbs[i]);
  *value = big.negative() ? -magnitude : magnitude;
  return std::isfinite(magnitude);
}

Term integer_from_double(HeapBuilder& builder, double value) {
  if (std::abs(value) < 0x1p59) return Term::small(static_cast<SWord>(value));
  int exponent;
  // |value| = fraction * 2^exponent, with exponent >= 60.
  const double fraction = std::frexp(std::abs(value), &exponent);
  const auto mantissa = static_cast<Word>(std::ldexp(fraction, 53));
  const auto shift = static_cast<Word>(exponent - 53);
  Word limbs[18] = {};
  limbs[shift / 64] = mantissa << (shift % 64);
  if (shift % 64 != 0) limbs[shift / 64 + 1] = mantissa >> (64 - shift % 64);
  return make_integer(builder, limbs, 18, value < 0);
}

Word integer_bits(Term integer) {
  const IntegerView view(integer);
  if (view.is_zero()) return 0;
  return view.size() * 64 - static_cast<Word>(std::countl_zero(view.limbs()[view.size() - 1]));
}

std::string integer_to_text(Term integer, int base) {
  const IntegerView view(integer);
  if (view.size() <= 1) {
    char text[66];  // a sign and 64 binary digits
    text[0] = '-';
    char* const end =
        std::to_chars(text + 1, std::end(text), view.is_zero() ? 0 : view.limbs()[0], base).ptr;
    if (base > 10) std::transform(text + 1, end, text + 1, [](char c) { return upper_case(c); });
    return {view.negative() ? text : text + 1, end};
  }
  std::vector<Word> limbs(view.limbs(), view.limbs() + view.size());
  // One byte for rounding up, and one for the leading zero that GMP may write.
  std::string text(
      integer_bits(integer) / static_cast<Word>(std::bit_width(static_cast<unsigned>(base)) - 1) +
          2,
      '\0');
  auto* digits = reinterpret_cast<unsigned char*>(text.data());
  const Word count =
      mpn_get_str(digits, base, gmp(limbs.data()), static_cast<mp_size_t>(limbs.size()));
  text.resize(count);
  text.erase(0, text.find_first_not_of('\0'));
  for (char& c : text) c = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[static_cast<unsigned char>(c)];
  return view.negative() ? "-" + text : text;
}

namespace {

/// The value of one to eight decimal digits, which are looked at together. False for any other
/// text.
bool parse_eight_digits(std::string_view digits, Word* value) {
  const char* const text = digits.data();
  const Word count = digits.size();
  const auto byte_at = [&](Word i) { return Word{static_cast<Byte>(text[i])} << 8 * i; };
  Word word;
  if (count >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, text, sizeof first);
    std::memcpy(&last, text + count - 4, sizeof last);
    word = first | Word{last} << 8 * (count - 4);
  } else {
    word = byte_at(0) | byte_at(count / 2) | byte_at(count - 1);
  }
  // With zeros before them; the last digit is in the highest byte.
  constexpr Word kZeros = 0x3030303030303030, kHighHalves = 0xF0F0F0F0F0F0F0F0;
  const Word shift = 8 * (8 - count);
  word = word << shift | (kZeros & ((Word{1} << shift) - 1));
  // A digit is from 0x30 to 0x39: 6 more leaves the high half of the byte as it is.
  if ((word & kHighHalves) != kZeros || ((word + 0x0606060606060606) & kHighHalves) != kZeros)
    return false;
  word -= kZeros;
  word = word * 10 + (word >> 8);  // pairs, in every second byte
  constexpr Word kPairs = 0x000000FF000000FF;
  *value = ((word & kPairs) * (100 + (Word{1000000} << 32)) +
            (word >> 16 & kPairs) * (1 + (Word{10000} << 32))) >>
           32;
  return true;
}

/// The value of one or more digits, few enough for a small integer. False for any other text.
[[gnu::always_inline]] inline bool parse_short(std::string_view digits, int base, SWord* value) {
  // 10^17 and 36^11 are less than 2^59.
  if (digits.empty() || digits.size() > (base <= 10 ? 17 : 11)) return false;
  if (base == 10 && digits.size() <= 16) {
    const Word first = digits.size() > 8 ? digits.size() - 8 : 0;
    Word high = 0, low;
    if (first > 0 && !parse_eight_digits(digits.substr(0, first), &high)) return false;
    if (!parse_eight_digits(digits.substr(first), &low)) return false;
    *value = static_cast<SWord>(high * 100'000'000 + low);
    return true;
  }
  *value = 0;
  for (const char c : digits) {
    const int digit = digit_value(c);
    if (digit >= base) return false;
    *value = *value * base + digit;
  }
  return true;
}

/// Takes an optional sign from the beginning of `text`. True: it is `-`.
bool take_sign(std::string_view* text) {
  const bool is_signed = !text->empty() && ((*text)[0] == '-' || (*text)[0] == '+');
  const bool is_negative = is_signed && (*text)[0] == '-';
  if (is_signed) text->remove_prefix(1);
  return is_negative;
}

}  // namespace

Term parse_short_integer(std::string_view text, int base) {
  const bool negative = take_sign(&text);
  SWord value;
  // With a constant base: most numbers are decimal.
  if (!(base == 10 ? parse_short(text, 10, &value) : parse_short(text, base, &value)))
    return Term::none();
  return Term::small(negative ? -value : value);
}

Result<Term, ParseError> parse_integer(HeapBuilder& builder, std::string_view text, int base) {
  if (const Term small = parse_short_integer(text, base); small.has_value()) return small;
  const bool negative = take_sign(&text);
  if (text.empty()) return Err(ParseError::kSyntax);
  for (const char c : text) {
    if (digit_value(c) >= base) return Err(ParseError::kSyntax);
  }
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  if (SWord value; parse_short(text, base, &value)) return Term::small(negative ? -value : value);
  const auto digit_bits = std::log2(static_cast<double>(base));
  const auto bits = static_cast<Word>(static_cast<double>(text.size()) * digit_bits) + 2;
  if (bits > kMaxBigLimbs * 64 + 64) return Err(ParseError::kTooLarge);
  std::string digits(text);
  for (char& c : digits) c = static_cast<char>(digit_value(c));
  std::vector<Word> limbs(bits / 64 + 2);
  const auto size =
      mpn_set_str(gmp(limbs.data()), reinterpret_cast<const unsigned char*>(digits.data()),
                  digits.size(), base);
  const Term result = make_integer(builder, limbs.data(), static_cast<Word>(size), negative);
  if (result.is_none()) return Err(ParseError::kTooLarge);
  return result;
}

}  // namespace vm
