// Arithmetic operators as functions, for apply and match specs; rounding; conversion of integers
// from and to text.
#include "bif/data/integers.h"

#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

namespace bif {
namespace {

using Binary = vm::ArithResult (*)(HeapBuilder&, Term, Term);
using Unary = vm::ArithResult (*)(HeapBuilder&, Term);

BifResult calculate(Process& p, const Args<2>& a, Binary operation) {
  auto result = [&] {
    HeapBuilder builder(p);
    return operation(builder, a[0], a[1]);
  }();
  return arith_value(p, std::move(result));
}

BifResult calculate(Process& p, const Args<1>& a, Unary operation) {
  auto result = [&] {
    HeapBuilder builder(p);
    return operation(builder, a[0]);
  }();
  return arith_value(p, std::move(result));
}

BifResult rounded(Process& p, Term number, vm::Rounding rounding) {
  if (!number.is_number()) return p.badarg();
  HeapBuilder builder(p);
  auto result = vm::arith_to_integer(builder, number, rounding);
  return result.ok() ? *result : p.badarg();
}

constexpr Term kTen = Term::small(10), kSixteen = Term::small(16);

/// Reads a base from 2 to 36. Returns 0 if it is invalid.
int base_of(Term t) {
  return t.is_small() && t.as_small() >= 2 && t.as_small() <= 36 ? static_cast<int>(t.as_small())
                                                                 : 0;
}

BifResult parsed(Process& p, std::string_view text, int base) {
  if (const Term small = vm::parse_short_integer(text, base); small.has_value()) return small;
  auto result = [&] {
    HeapBuilder builder(p);
    return vm::parse_integer(builder, text, base);
  }();
  if (result.ok()) return *result;
  return result.error() == vm::ParseError::kTooLarge ? p.system_limit() : p.badarg();
}

/// The value of a list of some decimal digits, with or without a sign; none(): it is anything else.
Term short_decimal(Term list) {
  constexpr Word kMostDigits = 17;  // the value is small
  const Term first = list.is_cons() ? list.as_cons().head : Term::nil();
  const bool is_negative = first == Term::small('-');
  if (is_negative || first == Term::small('+')) list = list.as_cons().tail;
  SWord value = 0;
  Word count = 0;
  for (; list.is_cons() && count < kMostDigits; list = list.as_cons().tail, ++count) {
    const Term digit = list.as_cons().head;
    if (!digit.is_small_in(Term::small('0'), 10)) return Term::none();
    value = value * 10 + (digit.as_small() - '0');
  }
  if (count == 0 || !list.is_nil()) return Term::none();
  return Term::small(is_negative ? -value : value);
}

BifResult parsed_list(Process& p, Term list, Term base) {
  if (base == kTen) {
    if (const Term small = short_decimal(list); small.has_value()) return small;
  }
  std::string text;
  const int number = base_of(base);
  if (number == 0 || !vm::append_latin1_list(list, text)) return p.badarg();
  return parsed(p, text, number);
}

BifResult parsed_binary(Process& p, Term binary, Term base) {
  const int number = base_of(base);
  if (number == 0 || !binary.is_binary()) return p.badarg();
  return parsed(p, vm::BinaryBytes(binary).text(), number);
}

bool text_of(Term integer, Term base, std::string* text) {
  const int number = base_of(base);
  if (number == 0 || !integer.is_integer()) return false;
  *text = vm::integer_to_text(integer, number);
  return true;
}

/// The number of digits of `value`, at least 1.
Word digits_of(Word value, Word base) {
  Word count = 1;
  for (; value >= base * base; value /= base * base) count += 2;
  return count + (value >= base);
}
char digit(Word value) { return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value]; }

// The text of a small integer. Always inlined: a division by a constant base is a multiplication.

[[gnu::always_inline]] inline Term small_as_list(HeapBuilder& builder, SWord value, Word base) {
  Word rest = static_cast<Word>(value < 0 ? -value : value);
  const Word count = digits_of(rest, base) + (value < 0);
  Term* const cells = builder.alloc(2 * count);
  Term tail = Term::nil();
  for (Term* cell = cells + 2 * count; cell > cells;) {
    cell -= 2;
    const bool is_sign = value < 0 && cell == cells;
    cell[0] = Term::small(is_sign ? '-' : digit(rest % base));
    cell[1] = tail;
    tail = Term::cons(reinterpret_cast<vm::Cons*>(cell));
    rest /= base;
  }
  return tail;
}

[[gnu::always_inline]] inline Term small_as_binary(HeapBuilder& builder, SWord value, Word base) {
  Word rest = static_cast<Word>(value < 0 ? -value : value);
  const Word count = digits_of(rest, base) + (value < 0);
  Byte* text;
  const Term binary = vm::make_uninitialised_binary(builder, count, &text);
  for (Byte* at = text + count; at > text; rest /= base)
    *--at = static_cast<Byte>(digit(rest % base));
  if (value < 0) *text = '-';
  return binary;
}

}  // namespace

BifResult plus_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_add); }
BifResult minus_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_subtract); }
BifResult times_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_multiply); }
BifResult divide_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_divide); }
BifResult div_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_div); }
BifResult rem_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_rem); }
BifResult band_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_band); }
BifResult bor_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_bor); }
BifResult bxor_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_bxor); }
BifResult bsl_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_bsl); }
BifResult bsr_2(Process& p, const Args<2>& a) { return calculate(p, a, vm::arith_bsr); }
BifResult bnot_1(Process& p, const Args<1>& a) { return calculate(p, a, vm::arith_bnot); }
BifResult minus_1(Process& p, const Args<1>& a) { return calculate(p, a, vm::arith_negate); }
BifResult plus_1(Process& p, const Args<1>& a) {
  // Returns the argument: A + 0 would change -0.0 to 0.0.
  return a[0].is_number() ? a[0] : p.badarith();
}

BifResult abs_1(Process& p, const Args<1>& a) {
  if (!a[0].is_number()) return p.badarg();
  return calculate(p, a, vm::arith_abs);
}

BifResult trunc_1(Process& p, const Args<1>& a) {
  return rounded(p, a[0], vm::Rounding::kTruncate);
}
BifResult round_1(Process& p, const Args<1>& a) { return rounded(p, a[0], vm::Rounding::kNearest); }
BifResult floor_1(Process& p, const Args<1>& a) { return rounded(p, a[0], vm::Rounding::kDown); }
BifResult ceil_1(Process& p, const Args<1>& a) { return rounded(p, a[0], vm::Rounding::kUp); }

BifResult integer_to_list_2(Process& p, const Args<2>& a) {
  if (a[0].is_small() && a[1] == kSixteen) {
    HeapBuilder builder(p);
    return small_as_list(builder, a[0].as_small(), 16);
  }
  std::string text;
  if (!text_of(a[0], a[1], &text)) return p.badarg();
  p.use_reductions(static_cast<SWord>(text.size() / 64));
  return HeapBuilder(p).string(text);
}

BifResult integer_to_list_1(Process& p, const Args<1>& a) {
  if (a[0].is_small()) {
    HeapBuilder builder(p);
    return small_as_list(builder, a[0].as_small(), 10);
  }
  const Term with_base[] = {a[0], kTen};
  return integer_to_list_2(p, Args<2>(with_base));
}

BifResult integer_to_binary_2(Process& p, const Args<2>& a) {
  if (a[0].is_small() && a[1] == kSixteen) {
    HeapBuilder builder(p);
    return small_as_binary(builder, a[0].as_small(), 16);
  }
  std::string text;
  if (!text_of(a[0], a[1], &text)) return p.badarg();
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, text);
}

BifResult integer_to_binary_1(Process& p, const Args<1>& a) {
  if (a[0].is_small()) {
    HeapBuilder builder(p);
    return small_as_binary(builder, a[0].as_small(), 10);
  }
  const Term with_base[] = {a[0], kTen};
  return integer_to_binary_2(p, Args<2>(with_base));
}

BifResult list_to_integer_1(Process& p, const Args<1>& a) { return parsed_list(p, a[0], kTen); }
BifResult list_to_integer_2(Process& p, const Args<2>& a) { return parsed_list(p, a[0], a[1]); }
BifResult binary_to_integer_1(Process& p, const Args<1>& a) { return parsed_binary(p, a[0], kTen); }
BifResult binary_to_integer_2(Process& p, const Args<2>& a) { return parsed_binary(p, a[0], a[1]); }

BifResult string_list_to_integer_1(Process& p, const Args<1>& a) {
  HeapBuilder builder(p);
  if (!a[0].is_list()) return builder.tuple(am::error, am::not_a_list);
  std::string text;
  Term rest = a[0];
  const auto next_is = [&](auto accepts) {
    return rest.is_cons() && rest.as_cons().head.is_small() &&
           accepts(rest.as_cons().head.as_small());
  };
  const auto take = [&] {
    text.push_back(static_cast<char>(rest.as_cons().head.as_small()));
    rest = rest.as_cons().tail;
  };
  if (next_is([](SWord c) { return c == '+' || c == '-'; })) take();
  const std::size_t sign = text.size();
  while (next_is([](SWord c) { return c >= '0' && c <= '9'; })) take();
  if (text.size() == sign) return builder.tuple(am::error, am::no_integer);
  auto number = vm::parse_integer(builder, text, 10);
  if (!number.ok()) {
    const bool is_large = number.error() == vm::ParseError::kTooLarge;
    return builder.tuple(am::error, is_large ? Term(am::system_limit) : Term(am::no_integer));
  }
  return builder.tuple(*number, rest);
}

Term add_integers(HeapBuilder& builder, Term a, Term b) {
  auto sum = vm::arith_add(builder, a, b);
  // The sum of two integers fails only if it exceeds the maximum size of integers.
  return sum.ok() ? *sum : Term::none();
}

}  // namespace bif
