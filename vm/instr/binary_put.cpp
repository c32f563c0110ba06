// Construction of bitstrings with the instructions of compilers before OTP 25: they start with the
// total size and then put one segment after the other. Process::building holds the position of the
// next segment. Nothing collects in between. That the segments fit cannot be seen in the file: each
// one looks what is left, and raises badarg where it is too little.
#include "vm/base/memory_limit.h"
#include "vm/instr/binary_build.h"
#include "vm/instr/bit_io.h"
#include "vm/instr/new_binary.h"
#include "vm/instr/raise.h"
#include "vm/term/atom_table.h"

namespace vm::instr {
namespace {

Flow fail_with(Machine& m, Label fail, Term reason) {
  return fail.branches() ? Flow::kFail : raise_error(m, reason);
}

/// Computes the bits of `size` units. Returns false if the term is not a valid size.
bool size_in_bits(Term size, Word unit, Word* bits) {
  return size.is_small() && size.as_small() >= 0 &&
         !__builtin_mul_overflow(static_cast<Word>(size.as_small()), unit, bits) &&
         *bits <= kMaxBits;
}

/// True if the bitstring under construction has room for `bits` more.
bool has_room_for(const Machine& m, Word bits) {
  const BitstringInProgress& building = m.p->building;
  const Bits whole = bits_of(building.result);
  const auto before = static_cast<Word>(building.bytes - whole.bytes) * 8 + building.offset;
  const Word end = whole.bit_offset + whole.bit_size;
  return before <= end && bits <= end - before;
}

bool is_natural(Term t) {
  return t.is_small() ? t.as_small() >= 0 : t.is_boxed_as(Subtag::kBigPositive);
}

/// The program may put less than it has said: it then finds zeros, and not what was there before.
Flow begin(Machine& m, Label fail, Word bits, Word extra, Word live, Any to) {
  if (!fits_in_memory(bits / 8)) return fail_with(m, fail, am::system_limit);
  m.ensure(words_for_bits(bits) + extra, live);
  Byte* bytes;
  const Term result = put_bitstring(m, bits, &bytes);
  clear_bits(bytes, 0, bits);
  start_building(*m.p, result, bytes, 0);
  to.set(m, result);
  return Flow::kNext;
}

/// True if there is memory for `prefix` and `bits` more. A binary that moves gets room for as much
/// again.
bool may_grow(Term prefix, Word bits) {
  const Word whole = bit_size(prefix) + bits;
  return whole <= kMaxBits && (can_grow_in_place(prefix, bits) || fits_in_memory(whole / 4));
}

Flow append(Machine& m, Word bits, Any source, BsAppend kind, Any to) {
  const Term result = extend_bitstring(m, source.get(m), bits, kind);
  const auto& sub = result.as_boxed<SubBinary>();
  start_building(*m.p, result, sub.base, sub.end_bit - bits);
  clear_bits(sub.base, sub.end_bit - bits, bits);
  to.set(m, result);
  return Flow::kNext;
}

/// Reads a code point from a term. Returns false if it is not one.
bool code_point_of(Term t, Word* code_point) {
  if (!is_code_point(t)) return false;
  *code_point = static_cast<Word>(t.as_small());
  return true;
}

}  // namespace

INSTR_SLOW(bs_init2, Label fail, Any size, Uint extra, Uint live, Uint, Any to) {
  Word bits;
  // A constant size is a raw number in the file, which would look like a register. The loader makes
  // it a term.
  if (!size_in_bits(size.get(m), 8, &bits)) return fail_with(m, fail, am::badarg);
  return begin(m, fail, bits, extra, live, to);
}

INSTR_SLOW(bs_init_bits, Label fail, Any size, Uint extra, Uint live, Uint, Any to) {
  Word bits;
  if (!size_in_bits(size.get(m), 1, &bits)) return fail_with(m, fail, am::badarg);
  return begin(m, fail, bits, extra, live, to);
}

INSTR_SLOW(bs_append, Label fail, Any size, Uint extra, Uint live, Uint unit, Any source, Uint,
           Any to) {
  Word bits;
  const Term prefix = source.get(m);
  if (!size_in_bits(size.get(m), 1, &bits) || !prefix.is_bitstring() ||
      bit_size(prefix) % unit != 0) {
    return fail_with(m, fail, am::badarg);
  }
  if (!may_grow(prefix, bits)) return fail_with(m, fail, am::system_limit);
  m.ensure(kCountedWords + extra, live);
  return append(m, bits, source, BsAppend::kShared, to);
}

INSTR_SLOW(bs_private_append, Label fail, Any size, Uint unit, Any source, Uint, Any to) {
  Word bits;
  if (!size_in_bits(size.get(m), unit, &bits) || !source.get(m).is_bitstring())
    return fail_with(m, fail, am::badarg);
  if (!may_grow(source.get(m), bits)) return fail_with(m, fail, am::system_limit);
  return append(m, bits, source, BsAppend::kPrivate, to);
}

INSTR_SLOW(bs_put_integer, Label fail, Any size, Uint unit, Uint flags, Any value) {
  Word bits;
  const Term t = value.get(m);
  if (!t.is_integer() || !size_in_bits(size.get(m), unit, &bits) || !has_room_for(m, bits))
    return fail_with(m, fail, am::badarg);
  write_integer(m.p->building.bytes, m.p->building.offset, bits, flags, t);
  m.p->building.offset += bits;
  return Flow::kNext;
}

INSTR_SLOW(bs_put_float, Label fail, Any size, Uint unit, Uint flags, Any value) {
  Word bits;
  if (!size_in_bits(size.get(m), unit, &bits) || !has_room_for(m, bits))
    return fail_with(m, fail, am::badarg);
  if (!write_float(m.p->building.bytes, m.p->building.offset, bits, flags, value.get(m)))
    return fail_with(m, fail, am::badarg);
  m.p->building.offset += bits;
  return Flow::kNext;
}

INSTR_SLOW(bs_put_binary, Label fail, Any size, Uint unit, Uint, Any value) {
  const Term t = value.get(m);
  if (!t.is_bitstring() || t == m.p->building.result) return fail_with(m, fail, am::badarg);
  const Bits from = bits_of(t);
  Word bits = from.bit_size;
  const bool fits = size.get(m) == am::all
                        ? bits % unit == 0
                        : size_in_bits(size.get(m), unit, &bits) && bits <= from.bit_size;
  if (!fits || !has_room_for(m, bits)) return fail_with(m, fail, am::badarg);
  copy_bits(from.bytes, from.bit_offset, m.p->building.bytes, m.p->building.offset, bits);
  m.p->building.offset += bits;
  m.reds -= reductions_to_copy(bits);
  return Flow::kNext;
}

INSTR_SLOW(bs_put_string, Uint bytes, Pointer text) {
  // The instruction cannot raise, so what does not fit is left out.
  if (!has_room_for(m, bytes * 8)) return Flow::kNext;
  copy_bits(text.as<Byte>(), 0, m.p->building.bytes, m.p->building.offset, bytes * 8);
  m.p->building.offset += bytes * 8;
  return Flow::kNext;
}

INSTR_SLOW(bs_add, Label fail, Any a, Any b, Uint unit, Any to) {
  Word left, right;
  if (!size_in_bits(a.get(m), 1, &left) || !size_in_bits(b.get(m), unit, &right)) {
    const bool are_sizes = is_natural(a.get(m)) && is_natural(b.get(m));
    return fail_with(m, fail, are_sizes ? Term(am::system_limit) : Term(am::badarg));
  }
  to.set(m, Term::small(static_cast<SWord>(left + right)));
  return Flow::kNext;
}

INSTR_SLOW(bs_utf8_size, Label, Any value, Any to) {
  // An invalid code point is reported when it is put.
  Word code_point;
  to.set(m, Term::small(static_cast<SWord>(
                code_point_of(value.get(m), &code_point) ? utf8_bytes(code_point) : 4)));
  return Flow::kNext;
}

INSTR_SLOW(bs_utf16_size, Label, Any value, Any to) {
  Word code_point;
  to.set(m, Term::small(static_cast<SWord>(
                code_point_of(value.get(m), &code_point) ? utf16_bytes(code_point) : 2)));
  return Flow::kNext;
}

INSTR_SLOW(bs_put_utf8, Label fail, Uint, Any value) {
  Word code_point;
  if (!code_point_of(value.get(m), &code_point) || !has_room_for(m, 8 * utf8_bytes(code_point)))
    return fail_with(m, fail, am::badarg);
  m.p->building.offset += write_utf8(m.p->building.bytes, m.p->building.offset, code_point);
  return Flow::kNext;
}

INSTR_SLOW(bs_put_utf16, Label fail, Uint flags, Any value) {
  Word code_point;
  if (!code_point_of(value.get(m), &code_point) || !has_room_for(m, 8 * utf16_bytes(code_point)))
    return fail_with(m, fail, am::badarg);
  m.p->building.offset += write_utf16(m.p->building.bytes, m.p->building.offset, flags, code_point);
  return Flow::kNext;
}

INSTR_SLOW(bs_put_utf32, Label fail, Uint flags, Any value) {
  Word code_point;
  if (!code_point_of(value.get(m), &code_point) || !has_room_for(m, 32))
    return fail_with(m, fail, am::badarg);
  m.p->building.offset += write_utf32(m.p->building.bytes, m.p->building.offset, flags, code_point);
  return Flow::kNext;
}

}  // namespace vm::instr
