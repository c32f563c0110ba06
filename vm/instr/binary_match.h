// Matching of bitstrings. A match context is a SubBinary with the flag kMatchContext; its start_bit
// is the current position.
// Threads: the thread that runs the process.
#pragma once

#include "vm/instr/bit_io.h"
#include "vm/instr/machine.h"
#include "vm/instr/value.h"
#include "vm/term/atom_table.h"

#include <cstring>

namespace vm::instr {

/// The match context in an operand that is known to hold one.
inline SubBinary& match_context(Machine& m, auto source) {
  return source.get(m).template as_boxed<SubBinary>();
}
inline Word bits_left(const SubBinary& c) { return c.end_bit - c.start_bit; }
/// True if `bits` is a multiple of `unit`. Most units are 8, and a division is slow.
inline bool is_multiple(Word bits, Word unit) {
  return unit == 8 ? bits % 8 == 0 : bits % unit == 0;
}

/// Stores the match context of `source` in `to`: a context is used as it is, and a bitstring gets a
/// new one.
[[gnu::always_inline]] inline Flow start_match(Machine& m, auto source, auto to) {
  const Value t(source.get(m));
  if (!t.is_boxed()) [[unlikely]]
    return Flow::kFail;
  const bool is_view = t.header() == kSubBinaryHeader;
  const auto& view = t.as_boxed<SubBinary>();
  if (is_view && view.is_match_context()) [[likely]] {
    to.set(m, t);
    return Flow::kNext;
  }
  if (!is_view && header_subtag(t.header()) != Subtag::kHeapBinary) return Flow::kFail;
  if (!m.has_room(kSubBinaryWords)) [[unlikely]]
    return Flow::kSlow;
  const auto& whole = t.as_boxed<HeapBinary>();
  HeapWord* c = m.H;
  m.H = c + kSubBinaryWords;
  c[0].bits = kSubBinaryHeader;
  c[1].bits = reinterpret_cast<Word>(is_view ? view.base : whole.bytes);
  c[2].bits = is_view ? view.start_bit : 0;
  c[3].bits = is_view ? view.end_bit : whole.bit_size;
  c[4].bits = is_view ? view.original.bits() : t.bits();
  c[5].bits = SubBinary::kMatchContext;
  to.set(m, Term::boxed(c));
  return Flow::kNext;
}

INSTR_FAST(bs_start_match3, Label, auto source, Uint live, auto to) {
  return start_match(m, source, to);
}
INSTR_FAST(bs_start_match4, Label, Uint live, auto source, auto to) {
  return start_match(m, source, to);
}

INSTR(bs_get_position, auto source, auto to, Uint live) {
  to.set(m, Term::small(static_cast<SWord>(match_context(m, source).start_bit)));
  return Flow::kNext;
}

INSTR(bs_set_position, auto source, auto position) {
  // A position of another context may lie behind the end of this one.
  SubBinary& c = match_context(m, source);
  const auto bit = static_cast<Word>(position.get(m).as_small());
  c.start_bit = bit < c.end_bit ? bit : c.end_bit;
  return Flow::kNext;
}

INSTR(bs_test_tail2, Label, auto source, Uint bits) {
  return bits_left(match_context(m, source)) == bits ? Flow::kNext : Flow::kFail;
}

INSTR(bs_test_unit, Label, auto source, Uint unit) {
  return is_multiple(bits_left(match_context(m, source)), unit) ? Flow::kNext : Flow::kFail;
}

/// True for fields that are read inline. Their values are small integers.
constexpr bool is_short_field(Word bits, Word flags) {
  return bits - 1 < 56 && (!is_little(flags) || bits % 8 == 0);
}
/// The value of a short field at the position of `c`, which is known to have enough bits left.
[[gnu::always_inline]] inline Term short_field(const SubBinary& c, Word bits, Word flags) {
  const auto size = static_cast<unsigned>(bits);
  const Word raw = read_short_field(c.base, c.start_bit, size, c.end_bit);
  return Term::small(field_value(raw, size, flags));
}

/// True for fields that are longer, up to a word: whole bytes if they are little-endian.
constexpr bool is_word_field(Word bits, Word flags) {
  return bits - 57 < 8 && (!is_little(flags) || bits == 64);
}
/// Reads such a field: an integer that may not be small.
[[gnu::always_inline]] inline Flow word_field(Machine& m, SubBinary& c, Word bits, Word flags,
                                              auto to) {
  const auto size = static_cast<unsigned>(bits);
  const Word upper = read_short_field(c.base, c.start_bit, size - 32, c.end_bit);
  const Word raw = upper << 32 | read_short_field(c.base, c.start_bit + bits - 32, 32, c.end_bit);
  const SWord value = field_value(raw, size, flags);
  const bool is_negative = (flags & kFieldSigned) != 0 && value < 0;
  if (Term::fits_small(value) && (value < 0) == is_negative) {
    to.set(m, Term::small(value));
  } else if (m.has_room(kOneLimbWords)) {
    const auto magnitude = static_cast<Word>(value);
    to.set(m, m.put_limb(is_negative ? -magnitude : magnitude, is_negative));
  } else {
    return Flow::kSlow;
  }
  c.start_bit += bits;
  return Flow::kNext;
}

/// True for integers that integer_field() reads.
constexpr bool is_inline_field(Word bits, Word flags) {
  return is_short_field(bits, flags) || is_word_field(bits, flags);
}
/// Reads one at the position of `c`, which is known to have enough bits left, and advances it.
[[gnu::always_inline]] inline Flow integer_field(Machine& m, SubBinary& c, Word bits, Word flags,
                                                 auto to) {
  if (is_word_field(bits, flags)) return word_field(m, c, bits, flags, to);
  const Term value = short_field(c, bits, flags);
  c.start_bit += bits;
  to.set(m, value);
  return Flow::kNext;
}

/// True for sizes for which size times unit does not overflow.
inline bool is_usual_size(Term size) {
  return size.is_small() && static_cast<Word>(size.as_small()) < (Word{1} << 32);
}

INSTR_FAST(bs_get_integer2, Label, auto source, Uint live, auto size, Uint unit, Uint flags,
           auto to) {
  const Term wanted = size.get(m);
  const Word bits = static_cast<Word>(wanted.as_small()) * unit;
  if (!is_usual_size(wanted) || !is_inline_field(bits, flags)) [[unlikely]]
    return Flow::kSlow;
  SubBinary& c = match_context(m, source);
  if (bits > bits_left(c)) return Flow::kFail;
  return integer_field(m, c, bits, flags, to);
}

INSTR_FAST(bs_skip_bits2, Label, auto source, auto size, Uint unit, Uint flags) {
  const Term wanted = size.get(m);
  if (!is_usual_size(wanted)) [[unlikely]]
    return Flow::kSlow;
  const Word bits = static_cast<Word>(wanted.as_small()) * unit;
  SubBinary& c = match_context(m, source);
  if (bits > bits_left(c)) return Flow::kFail;
  c.start_bit += bits;
  return Flow::kNext;
}

/// The heap words that a part of a bitstring takes at most, whether it is a view or a short copy.
inline constexpr Word kPartWords = kSubBinaryWords + 2 + kMaxHeapBinaryBytes / kWordBytes;
/// Makes a bitstring of `bits` bits, at most kMaxHeapBinaryBytes, from bit `start` behind `from`
/// on, in the heap words at `at`.
Term put_short_bits(HeapWord* at, const Byte* from, Word start, Word bits);
/// The next `bits` bits of a context, which has them, as a bitstring. kPartWords heap words must be
/// free.
inline Term inline_part(Machine& m, Term context, Word bits) {
  const auto& view = context.as_boxed<SubBinary>();
  HeapWord* const at = m.H;
  if (bits > kMaxHeapBinaryBytes * 8) {
    // The original is no heap binary, which would be shorter.
    auto* part = reinterpret_cast<SubBinary*>(at);
    *part = {kSubBinaryHeader, view.base, view.start_bit, view.start_bit + bits, view.original, 0};
    m.H += kSubBinaryWords;
    return Term::boxed(part);
  }
  m.H += HeapBinary::words_for((bits + 7) / 8);
  return put_short_bits(at, view.base, view.start_bit, bits);
}

INSTR_FAST(bs_get_tail, auto source, auto to, Uint live) {
  if (!m.has_room(kPartWords)) [[unlikely]]
    return Flow::kSlow;
  const Term c = source.get(m);
  to.set(m, inline_part(m, c, bits_left(c.as_boxed<SubBinary>())));
  return Flow::kNext;
}

INSTR_FAST(bs_get_binary2, Label, auto source, Uint live, auto size, Uint unit, Uint, auto to) {
  const Term c = source.get(m), wanted = size.get(m);
  auto& view = c.as_boxed<SubBinary>();
  Word bits = bits_left(view);
  if (wanted == am::all) {
    if (!is_multiple(bits, unit)) return Flow::kFail;
  } else {
    if (!is_usual_size(wanted)) [[unlikely]]
      return Flow::kSlow;
    const Word field = static_cast<Word>(wanted.as_small()) * unit;
    if (field > bits) return Flow::kFail;
    bits = field;
  }
  if (!m.has_room(kPartWords)) [[unlikely]]
    return Flow::kSlow;
  const Term part = inline_part(m, c, bits);
  view.start_bit += bits;
  to.set(m, part);
  return Flow::kNext;
}

// The commands of bs_match. The loader puts the test of the length before the other commands.
INSTR(i_bs_ensure_at_least, Label, auto source, Uint bits, Uint unit) {
  const Word left = bits_left(match_context(m, source));
  return left >= bits && is_multiple(left - bits, unit) ? Flow::kNext : Flow::kFail;
}

INSTR_FAST(i_bs_integer, auto source, Uint live, Uint flags, Uint bits, auto to) {
  if (!is_inline_field(bits, flags)) [[unlikely]]
    return Flow::kSlow;
  return integer_field(m, match_context(m, source), bits, flags, to);
}

/// Reads up to 56 bits, which are known to exist, for the fields in them. They are kept times 16,
/// as the value of a small integer is.
INSTR(i_bs_load, auto source, Uint bits) {
  SubBinary& c = match_context(m, source);
  const auto size = static_cast<unsigned>(bits);
  m.p->building.fields = read_short_field(c.base, c.start_bit, size, c.end_bit) << 4;
  c.start_bit += bits;
  return Flow::kNext;
}

INSTR(i_bs_field, Uint behind, Uint flags, Uint bits, auto to) {
  const Word scaled = m.p->building.fields >> behind;
  const Word places = (Word{1} << bits) - 1;
  const auto size = static_cast<unsigned>(bits);
  const bool is_reversed = is_little(flags) && bits > 8;
  if (!is_reversed && (flags & kFieldSigned) == 0)
    to.set(m, Term::small_at(scaled, places));
  else
    to.set(m, Term::small(field_value(scaled >> 4 & places, size, flags)));
  return Flow::kNext;
}

INSTR_FAST(i_bs_part, auto source, Uint live, Uint bits, auto to) {
  if (!m.has_room(kPartWords)) [[unlikely]]
    return Flow::kSlow;
  const Term c = source.get(m);
  const Term part = inline_part(m, c, bits);
  c.as_boxed<SubBinary>().start_bit += bits;
  to.set(m, part);
  return Flow::kNext;
}

INSTR(i_bs_skip, auto source, Uint bits) {
  match_context(m, source).start_bit += bits;
  return Flow::kNext;
}

/// A bs_match that fails must leave the position of its context unchanged, so a failure sets it
/// back by `back` bits.
INSTR(i_bs_equal, Label, auto source, Uint bits, Uint value, Uint back) {
  SubBinary& c = match_context(m, source);
  const auto size = static_cast<unsigned>(bits);
  const Word field = Word{bits} - 1 < 56 ? read_short_field(c.base, c.start_bit, size, c.end_bit)
                                         : read_bits(c.base, c.start_bit, size);
  const bool equal = field == value;
  c.start_bit += equal ? Word{bits} : Word{0} - back;
  return equal ? Flow::kNext : Flow::kFail;
}

/// Decodes the code point at the position of a context. Returns bits << 32 | value, or 0 if there
/// is no valid one.
Word utf8_at(const SubBinary& context);

/// Passes a code point on to `take`, and advances the context; fails without one.
[[gnu::always_inline]] inline Flow next_utf8(SubBinary& c, auto take) {
  if (c.start_bit % 8 == 0 && bits_left(c) >= 8) [[likely]] {
    const Byte byte = c.base[c.start_bit / 8];
    if (byte < 0x80) [[likely]] {
      c.start_bit += 8;
      take(Word{byte});
      return Flow::kNext;
    }
  }
  const Word found = utf8_at(c);
  if (found == 0) return Flow::kFail;
  c.start_bit += found >> 32;
  take(found & 0xFFFFFFFF);
  return Flow::kNext;
}
INSTR(bs_get_utf8, Label, auto source, Uint live, Uint flags, auto to) {
  return next_utf8(match_context(m, source), [&](Word code_point) {
    to.set(m, Term::small(static_cast<SWord>(code_point)));
  });
}
INSTR(bs_skip_utf8, Label, auto source, Uint live, Uint flags) {
  return next_utf8(match_context(m, source), [](Word) {});
}

INSTR_FAST(bs_match_string, Label, auto source, Uint bits, Pointer text) {
  SubBinary& c = match_context(m, source);
  if (bits > bits_left(c)) return Flow::kFail;
  if (Word{bits} > 64 || (bits | c.start_bit) % 8 != 0) [[unlikely]]
    return Flow::kSlow;
  const Byte *at = c.base + c.start_bit / 8, *wanted = text.as<Byte>();
  for (Word i = 0; i < bits / 8; ++i) {
    if (at[i] != wanted[i]) return Flow::kFail;
  }
  c.start_bit += bits;
  return Flow::kNext;
}

INSTR_OUT_OF_LINE(bs_get_float2);
INSTR_OUT_OF_LINE(bs_get_utf16);
INSTR_OUT_OF_LINE(bs_get_utf32);
INSTR_OUT_OF_LINE(bs_skip_utf16);
INSTR_OUT_OF_LINE(bs_skip_utf32);

}  // namespace vm::instr
