// Matching bitstrings. A match context is a SubBinary with the flag kMatchContext: start_bit is the
// position.
#pragma once

#include "vm/code/bs_command.h"
#include "vm/instr/machine.h"

#include <cstring>

namespace vm::instr {

/// The context in an operand that is known to hold one.
inline SubBinary& match_context(Machine& m, auto source) {
  return source.get(m).template as_boxed<SubBinary>();
}
inline Word bits_left(const SubBinary& c) { return c.end_bit - c.start_bit; }
/// Units are mostly bytes, and a division is slow.
inline bool is_multiple(Word bits, Word unit) {
  return unit == 8 ? bits % 8 == 0 : bits % unit == 0;
}

/// What is a context already stays what it is; a bitstring gets a new one.
[[gnu::always_inline]] inline Flow start_match(Machine& m, auto source, auto to) {
  const Term t = source.get(m);
  if (!t.is_boxed()) [[unlikely]]
    return Flow::kFail;
  if (header_subtag(t.header()) != Subtag::kSubBinary) {
    return header_subtag(t.header()) == Subtag::kHeapBinary ? Flow::kSlow : Flow::kFail;
  }
  const auto& view = t.as_boxed<SubBinary>();
  if (view.is_match_context()) {
    to.set(m, t);
    return Flow::kNext;
  }
  if (!m.has_room(kSubBinaryWords)) [[unlikely]]
    return Flow::kSlow;
  HeapWord* c = m.H;
  m.H = c + kSubBinaryWords;
  const Word words[] = {view.header,          reinterpret_cast<Word>(view.base),
                        view.start_bit,       view.end_bit,
                        view.original.bits(), SubBinary::kMatchContext};
  for (Word i = 0; i < kSubBinaryWords; ++i) c[i].bits = words[i];
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
  match_context(m, source).start_bit = static_cast<Word>(position.get(m).as_small());
  return Flow::kNext;
}

INSTR(bs_test_tail2, Label, auto source, Uint bits) {
  return bits_left(match_context(m, source)) == bits ? Flow::kNext : Flow::kFail;
}

INSTR(bs_test_unit, Label, auto source, Uint unit) {
  return is_multiple(bits_left(match_context(m, source)), unit) ? Flow::kNext : Flow::kFail;
}

/// Whole bytes in the big-endian order, up to four of them, on a byte boundary.
INSTR_FAST(bs_get_integer2, Label, auto source, Uint live, auto size, Uint unit, Uint flags,
           auto to) {
  const Term wanted = size.get(m);
  if (!wanted.is_small()) [[unlikely]]
    return Flow::kSlow;
  const Word bits = static_cast<Word>(wanted.as_small()) * unit;
  SubBinary& c = match_context(m, source);
  if (flags != 0 || c.start_bit % 8 != 0) [[unlikely]]
    return Flow::kSlow;
  Word value;
  const Byte* data = c.base + c.start_bit / 8;
  if (bits == 8) {
    if (bits_left(c) < 8) return Flow::kFail;
    value = *data;
  } else if (bits == 16) {
    if (bits_left(c) < 16) return Flow::kFail;
    std::uint16_t raw;
    std::memcpy(&raw, data, 2);
    value = __builtin_bswap16(raw);
  } else if (bits == 32) {
    if (bits_left(c) < 32) return Flow::kFail;
    std::uint32_t raw;
    std::memcpy(&raw, data, 4);
    value = __builtin_bswap32(raw);
  } else {
    return Flow::kSlow;
  }
  c.start_bit += bits;
  to.set(m, Term::small(static_cast<SWord>(value)));
  return Flow::kNext;
}

INSTR_FAST(bs_skip_bits2, Label, auto source, auto size, Uint unit, Uint flags) {
  const Term wanted = size.get(m);
  if (!wanted.is_small() || static_cast<Word>(wanted.as_small()) >= (Word{1} << 32)) [[unlikely]]
    return Flow::kSlow;
  const Word bits = static_cast<Word>(wanted.as_small()) * unit;
  SubBinary& c = match_context(m, source);
  if (bits > bits_left(c)) return Flow::kFail;
  c.start_bit += bits;
  return Flow::kNext;
}

/// ASCII on a byte boundary.
INSTR_FAST(bs_get_utf8, Label, auto source, Uint live, Uint flags, auto to) {
  SubBinary& c = match_context(m, source);
  if (c.start_bit % 8 != 0 || bits_left(c) < 8) [[unlikely]]
    return Flow::kSlow;
  const Byte byte = c.base[c.start_bit / 8];
  if (byte >= 0x80) [[unlikely]]
    return Flow::kSlow;
  c.start_bit += 8;
  to.set(m, Term::small(byte));
  return Flow::kNext;
}

INSTR_OUT_OF_LINE(bs_get_tail);
INSTR_OUT_OF_LINE(bs_get_float2);
INSTR_OUT_OF_LINE(bs_get_binary2);
INSTR_OUT_OF_LINE(bs_match_string);
INSTR_OUT_OF_LINE(bs_get_utf16);
INSTR_OUT_OF_LINE(bs_get_utf32);
INSTR_OUT_OF_LINE(bs_skip_utf8);
INSTR_OUT_OF_LINE(bs_skip_utf16);
INSTR_OUT_OF_LINE(bs_skip_utf32);
INSTR_OUT_OF_LINE(bs_match);

}  // namespace vm::instr
