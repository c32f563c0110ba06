// Each operation reads two operands as sign and magnitude, computes with 128-bit machine integers,
// and stores a result that is not small as a big integer of one or two limbs.
#include "vm/term/wide_arith.h"

#include "vm/term/boxed.h"
#include "vm/term/long_arith.h"

#include <bit>
#include <cmath>

namespace vm {
namespace {

using Magnitude = unsigned __int128;

struct Wide {
  Magnitude magnitude = 0;
  bool negative = false;  // never with a magnitude of 0
};

constexpr unsigned kMagnitudeBits = 128;
constexpr Word kMostWords = 3;  // of a result: header and two limbs

int leading_zeros(Magnitude m) {
  const auto high = static_cast<Word>(m >> 64);
  return high != 0 ? __builtin_clzll(high)
                   : 64 + (static_cast<Word>(m) != 0 ? __builtin_clzll(static_cast<Word>(m)) : 64);
}

[[gnu::always_inline]] inline bool read(Term t, Wide* wide) {
  if (t.is_small()) {
    const SWord value = t.as_small();
    wide->negative = value < 0;
    wide->magnitude = wide->negative ? -static_cast<Word>(value) : static_cast<Word>(value);
    return true;
  }
  if (!t.is_boxed()) return false;
  const Word header = t.header();
  const bool is_big = header_subtag(header) == Subtag::kBigPositive ||
                      header_subtag(header) == Subtag::kBigNegative;
  if (!is_big || header_words(header) > 2) return false;
  const Big& big = t.as_boxed<Big>();
  wide->negative = big.negative();
  wide->magnitude = big.limbs[0];
  if (big.size() == 2) wide->magnitude |= static_cast<Magnitude>(big.limbs[1]) << 64;
  return true;
}

[[gnu::always_inline]] inline WideResult store(Wide wide, HeapWord* top) {
  const auto low = static_cast<Word>(wide.magnitude);
  const auto high = static_cast<Word>(wide.magnitude >> 64);
  const Word most = static_cast<Word>(kSmallMax) + (wide.negative ? 1 : 0);
  if (high == 0 && low <= most)
    return {Term::small(wide.negative ? -static_cast<SWord>(low) : static_cast<SWord>(low)), top};
  const Word limbs = high == 0 ? 1 : 2;
  top[0].bits = make_header(wide.negative ? Subtag::kBigNegative : Subtag::kBigPositive, limbs);
  top[1].bits = low;
  top[2].bits = high;  // beyond the result if that has one limb: there is space for three words
  return {Term::boxed(top), top + 1 + limbs};
}

/// The body of an operation: `compute` makes a result of two operands, or returns false.
template <typename Compute>
[[gnu::always_inline]] inline WideResult run(Term a, Term b, HeapWord* top, const StackWord* stack,
                                             Compute compute) {
  Wide x, y, result;
  if (!has_heap_room(top, stack, kMostWords) || !read(a, &x) || !read(b, &y) ||
      !compute(x, y, &result))
    return {Term::none(), top};
  return store(result, top);
}

/// True if one operand is a float and the other one a small integer.
[[gnu::always_inline]] inline bool read_mixed(Term a, Term b, double* x, double* y) {
  if (a.is_small() && b.is_float()) {
    *x = static_cast<double>(a.as_small());
    *y = float_value(b);
    return true;
  }
  if (!a.is_float() || !b.is_small()) return false;
  *x = float_value(a);
  *y = static_cast<double>(b.as_small());
  return true;
}
[[gnu::always_inline]] inline WideResult store_float(double value, HeapWord* top,
                                                     const StackWord* stack) {
  if (!has_heap_room(top, stack, kMostWords) || !std::isfinite(value)) return {Term::none(), top};
  top[0].bits = kFloatHeader;
  top[1].bits = std::bit_cast<Word>(value);
  return {Term::boxed(top), top + 2};
}

bool add(Wide x, Wide y, Wide* sum) {
  sum->negative = x.negative;
  if (x.negative == y.negative)
    return !__builtin_add_overflow(x.magnitude, y.magnitude, &sum->magnitude);
  if (x.magnitude >= y.magnitude) {
    sum->magnitude = x.magnitude - y.magnitude;
    sum->negative = x.negative && sum->magnitude != 0;
  } else {
    *sum = {y.magnitude - x.magnitude, y.negative};
  }
  return true;
}

bool multiply(Wide x, Wide y, Wide* product) {
  if (x.magnitude >> 64 != 0 || y.magnitude >> 64 != 0) return false;
  product->magnitude =
      static_cast<Magnitude>(static_cast<Word>(x.magnitude)) * static_cast<Word>(y.magnitude);
  product->negative = product->magnitude != 0 && x.negative != y.negative;
  return true;
}

bool quotient(Wide x, Wide y, Wide* result) {
  if (y.magnitude == 0) return false;
  const bool is_short = (x.magnitude | y.magnitude) >> 64 == 0;
  result->magnitude = is_short ? static_cast<Word>(x.magnitude) / static_cast<Word>(y.magnitude)
                               : x.magnitude / y.magnitude;
  result->negative = result->magnitude != 0 && x.negative != y.negative;
  return true;
}

bool remainder(Wide x, Wide y, Wide* result) {
  if (y.magnitude == 0) return false;
  const bool is_short = (x.magnitude | y.magnitude) >> 64 == 0;
  result->magnitude = is_short ? static_cast<Word>(x.magnitude) % static_cast<Word>(y.magnitude)
                               : x.magnitude % y.magnitude;
  result->negative = result->magnitude != 0 && x.negative;
  return true;
}

/// Two's complement of 129 bits: the lower ones, and the sign, which all higher ones are equal to.
template <typename Operation>
bool bitwise(Wide x, Wide y, Wide* result, Operation operation) {
  const Magnitude bits =
      operation(x.negative ? -x.magnitude : x.magnitude, y.negative ? -y.magnitude : y.magnitude);
  result->negative = operation(Magnitude{x.negative}, Magnitude{y.negative}) != 0;
  result->magnitude = result->negative ? -bits : bits;
  return !result->negative || result->magnitude != 0;  // 0 stands for 2^128 here
}

bool shift(Wide x, Wide by, bool left, Wide* result) {
  result->negative = x.negative;
  if (left != by.negative) {
    if (by.magnitude > static_cast<Magnitude>(leading_zeros(x.magnitude))) return false;
    result->magnitude =
        by.magnitude == kMagnitudeBits ? 0 : x.magnitude << static_cast<int>(by.magnitude);
    return true;
  }
  // Rounds towards minus infinity.
  const Magnitude floor = x.negative ? 1 : 0;
  result->magnitude = floor + (by.magnitude >= kMagnitudeBits
                                   ? 0
                                   : (x.magnitude - floor) >> static_cast<int>(by.magnitude));
  return true;
}

}  // namespace

#define WIDE_OPERATION(name, compute) \
  VM_PRESERVE_MOST WideResult name(Term a, Term b, HeapWord* top, const StackWord* stack) { \
    return run(a, b, top, stack, [](Wide x, Wide y, Wide* r) { return compute; }); \
  }
/// The end of such a body: for longer integers `otherwise`, by a jump, so that this needs no frame.
#define RUN_OR_GO_ON(compute, otherwise) \
  const WideResult result = \
      run(a, b, top, stack, [](Wide x, Wide y, Wide* r) { return compute; }); \
  if (result.value.has_value()) [[likely]] \
    return result; \
  [[clang::musttail]] return otherwise(a, b, top, stack)
/// The same for integers of any size.
#define ANY_SIZE_OPERATION(name, compute, otherwise) \
  VM_PRESERVE_MOST WideResult name(Term a, Term b, HeapWord* top, const StackWord* stack) { \
    RUN_OR_GO_ON(compute, otherwise); \
  }
/// The same, and with one float.
#define MIXED_OPERATION(name, compute, compute_floats, otherwise) \
  VM_PRESERVE_MOST WideResult name(Term a, Term b, HeapWord* top, const StackWord* stack) { \
    double u, v; \
    if (read_mixed(a, b, &u, &v)) return store_float(compute_floats, top, stack); \
    RUN_OR_GO_ON(compute, otherwise); \
  }
MIXED_OPERATION(wide_add, add(x, y, r), u + v, long_add)
MIXED_OPERATION(wide_subtract, add(x, Wide{y.magnitude, y.magnitude != 0 && !y.negative}, r), u - v,
                long_subtract)
MIXED_OPERATION(wide_multiply, multiply(x, y, r), u* v, long_multiply)
#undef MIXED_OPERATION
ANY_SIZE_OPERATION(wide_div, quotient(x, y, r), long_div)
ANY_SIZE_OPERATION(wide_rem, remainder(x, y, r), long_rem)
#undef ANY_SIZE_OPERATION
#undef RUN_OR_GO_ON
WIDE_OPERATION(wide_band, bitwise(x, y, r, [](auto u, auto v) { return u & v; }))
WIDE_OPERATION(wide_bor, bitwise(x, y, r, [](auto u, auto v) { return u | v; }))
WIDE_OPERATION(wide_bxor, bitwise(x, y, r, [](auto u, auto v) { return u ^ v; }))
WIDE_OPERATION(wide_bsl, shift(x, y, true, r))
WIDE_OPERATION(wide_bsr, shift(x, y, false, r))
#undef WIDE_OPERATION

}  // namespace vm
