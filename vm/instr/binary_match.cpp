// Matching of bitstrings, out of line: contexts, fields, commands of bs_match.
#include "vm/instr/binary_match.h"

#include "vm/heap/binary.h"
#include "vm/instr/bit_io.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"

namespace vm::instr {
namespace {

SubBinary& context(const Machine& m, Any source) { return source.get(m).as_boxed<SubBinary>(); }

/// The size of a field in bits, or ~0 if the operand is not a size or is too large for a bitstring.
Word field_bits(Term size, Word unit) {
  if (!size.is_small() || size.as_small() < 0) return ~Word{0};
  Word bits;
  if (__builtin_mul_overflow(static_cast<Word>(size.as_small()), unit, &bits)) return ~Word{0};
  return bits;
}

/// start_match(), which makes room first where there is none.
Flow begin_match(Machine& m, Any source, Word live, Any to) {
  const Flow started = start_match(m, source, to);
  if (started != Flow::kSlow) return started;
  // A collection may move it, and compilers need not count its register as live.
  m.set_x(live, source.get(m));
  m.ensure(kSubBinaryWords, live + 1);
  return start_match(m, Any{encode_x(live)}, to);
}

/// Stores a bitstring of the next `bits` bits, which are known to exist, in `to`.
void take_part(Machine& m, Any source, Word bits, Word live, Any to) {
  m.ensure(kPartWords, live);
  const Term c = source.get(m);
  const Term part = inline_part(m, c, bits);
  c.as_boxed<SubBinary>().start_bit += bits;
  to.set(m, part);
}

/// Stores the integer in the next `bits` bits, which are known to exist, in `to`. Fails if it has
/// more limbs than `max_limbs`.
Flow take_integer(Machine& m, Any source, Word bits, Word flags, Word live, Any to,
                  Word max_limbs) {
  SubBinary* c = &context(m, source);
  if (bits < 60 && !is_little(flags)) {
    Word value = read_bits(c->base, c->start_bit, static_cast<unsigned>(bits));
    if ((flags & kFieldSigned) && bits > 0 && (value >> (bits - 1)) != 0) value |= ~Word{0} << bits;
    c->start_bit += bits;
    to.set(m, Term::small(static_cast<SWord>(value)));
    return Flow::kNext;
  }
  m.ensure(integer_words_for(bits), live);
  c = &context(m, source);
  m.save();
  Term value;
  {
    HeapBuilder builder(*m.p);
    value = read_integer(builder, c->base, c->start_bit, bits, flags);
  }
  m.H = m.p->heap_top;
  if (value.is_boxed() && IntegerView(value).size() > max_limbs) return Flow::kFail;
  c->start_bit += bits;
  to.set(m, value);
  return Flow::kNext;
}

Flow take_code_point(Machine& m, Any source, Word bits, Word code_point, const Any* to) {
  if (bits == 0) return Flow::kFail;
  context(m, source).start_bit += bits;
  if (to != nullptr) to->set(m, Term::small(static_cast<SWord>(code_point)));
  return Flow::kNext;
}

Flow utf16(Machine& m, Any source, Word flags, const Any* to) {
  const SubBinary& c = context(m, source);
  Word code_point = 0;  // it is passed on without a code point, too
  return take_code_point(
      m, source, read_utf16(c.base, c.start_bit, bits_left(c), flags, &code_point), code_point, to);
}
Flow utf32(Machine& m, Any source, Word flags, const Any* to) {
  const SubBinary& c = context(m, source);
  Word code_point = 0;  // it is passed on without a code point, too
  return take_code_point(
      m, source, read_utf32(c.base, c.start_bit, bits_left(c), flags, &code_point), code_point, to);
}

[[gnu::noinline]] Word utf8_between_bytes(const SubBinary& c) {
  Word code_point;
  const Word bits = read_utf8(c.base, c.start_bit, bits_left(c), &code_point);
  return bits == 0 ? 0 : bits << 32 | code_point;
}

}  // namespace

Word utf8_at(const SubBinary& c) {
  if (c.start_bit % 8 != 0) return utf8_between_bytes(c);
  const char* const at = reinterpret_cast<const char*>(c.base) + c.start_bit / 8;
  std::uint32_t code_point;
  Word bytes;
  [[clang::always_inline]] bytes = decode_utf8(at, at + bits_left(c) / 8, &code_point);
  return bytes == 0 ? 0 : bytes * 8 << 32 | code_point;
}

Term put_short_bits(HeapWord* at, const Byte* from, Word start, Word bits) {
  const Word words = HeapBinary::words_for((bits + 7) / 8);
  auto* part = reinterpret_cast<HeapBinary*>(at);
  at[words - 1].bits = 0;  // equal binaries must be the same words, with the bytes behind the end
  part->header = make_header(Subtag::kHeapBinary, words - 1);
  part->bit_size = bits;
  if ((start | bits) % 8 == 0) {  // a field of a text or a protocol, mostly
    copy_few_bytes(part->bytes, from + start / 8, bits / 8);
  } else if (bits <= 56 && bits != 0) {
    store_big_endian(part->bytes, read_bits(from, start, static_cast<unsigned>(bits))
                                      << (64 - bits));
  } else {
    copy_bits_to_start(from, start, part->bytes, bits);
  }
  return Term::boxed(part);
}

INSTR_SLOW(bs_start_match3, Label, Any source, Uint live, Any to) {
  return begin_match(m, source, live, to);
}
INSTR_SLOW(bs_start_match4, Label, Uint live, Any source, Any to) {
  return begin_match(m, source, live, to);
}

INSTR_SLOW(bs_get_tail, Any source, Any to, Uint live) {
  m.ensure(kPartWords, live);
  const Term c = source.get(m);
  to.set(m, inline_part(m, c, bits_left(c.as_boxed<SubBinary>())));
  return Flow::kNext;
}

INSTR_SLOW(bs_get_integer2, Label, Any source, Uint live, Any size, Uint unit, Uint flags, Any to) {
  const Word bits = field_bits(size.get(m), unit);
  if (bits > bits_left(context(m, source))) return Flow::kFail;
  return take_integer(m, source, bits, flags, live, to, kMaxBigLimbs);
}

INSTR_SLOW(bs_get_float2, Label, Any source, Uint live, Any size, Uint unit, Uint flags, Any to) {
  const Word bits = field_bits(size.get(m), unit);
  if (bits > bits_left(context(m, source))) return Flow::kFail;
  double value;
  if (!read_float(context(m, source).base, context(m, source).start_bit, bits, flags, &value))
    return Flow::kFail;
  m.ensure(kFloatWords, live);
  context(m, source).start_bit += bits;
  to.set(m, m.put_float(value));
  return Flow::kNext;
}

INSTR_SLOW(bs_get_binary2, Label, Any source, Uint live, Any size, Uint unit, Uint, Any to) {
  const Word left = bits_left(context(m, source));
  const Term wanted = size.get(m);
  const Word bits =
      wanted == am::all ? (is_multiple(left, unit) ? left : ~Word{0}) : field_bits(wanted, unit);
  if (bits > left) return Flow::kFail;
  take_part(m, source, bits, live, to);
  return Flow::kNext;
}

INSTR_SLOW(bs_skip_bits2, Label, Any source, Any size, Uint unit, Uint) {
  SubBinary& c = context(m, source);
  const Term wanted = size.get(m);
  const Word left = bits_left(c);
  const Word bits =
      wanted == am::all ? (is_multiple(left, unit) ? left : ~Word{0}) : field_bits(wanted, unit);
  if (bits > left) return Flow::kFail;
  c.start_bit += bits;
  return Flow::kNext;
}

INSTR_SLOW(bs_match_string, Label, Any source, Uint bits, Pointer text) {
  SubBinary& c = context(m, source);
  if (bits > bits_left(c) || !bits_equal(c.base, c.start_bit, text.as<Byte>(), 0, bits))
    return Flow::kFail;
  c.start_bit += bits;
  return Flow::kNext;
}

INSTR_SLOW(bs_get_utf16, Label, Any source, Uint, Uint flags, Any to) {
  return utf16(m, source, flags, &to);
}
INSTR_SLOW(bs_get_utf32, Label, Any source, Uint, Uint flags, Any to) {
  return utf32(m, source, flags, &to);
}
INSTR_SLOW(bs_skip_utf16, Label, Any source, Uint, Uint flags) {
  return utf16(m, source, flags, nullptr);
}
INSTR_SLOW(bs_skip_utf32, Label, Any source, Uint, Uint flags) {
  return utf32(m, source, flags, nullptr);
}

INSTR_SLOW(i_bs_integer, Any source, Uint live, Uint flags, Uint bits, Any to) {
  // The compiler has computed the size: it is small, and the instruction cannot fail.
  return take_integer(m, source, bits, flags, live, to, ~Word{0});
}
INSTR_SLOW(i_bs_part, Any source, Uint live, Uint bits, Any to) {
  take_part(m, source, bits, live, to);
  return Flow::kNext;
}

}  // namespace vm::instr
