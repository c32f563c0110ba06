// Building bitstrings. The loader makes one instruction per segment of a bs_create_bin, so that
// each knows what it writes:
//
//   i_bs_measure ...     adds up what is known only at run time (Process::building_bits)
//   i_bs_begin ...       makes the bitstring: new, or by appending; nothing collects from here on
//   i_bs_put_... ...     a segment each
//   i_bs_end             the result
//
// The next field begins `building_offset` bits behind the byte `building`. A put whose size the
// loader knows leaves both alone; the ones behind it have the distance as an operand (`at`). A put
// that finds its size at run time moves them, and the distance begins at 0 again. Fields are
// written in order, so a put may write zeros behind its field: there are at least eight bytes that
// belong to nobody behind each new bitstring (kStackReserve in the heap, kBinarySlack elsewhere).
#pragma once

#include "vm/base/bits.h"
#include "vm/instr/bit_io.h"
#include "vm/instr/machine.h"
#include "vm/instr/new_binary.h"
#include "vm/term/atom_table.h"

namespace vm::instr {

static_assert(kStackReserve * kWordBytes >= sizeof(Word) && kBinarySlack >= sizeof(Word),
              "what is written behind a bitstring's end belongs to nobody");

inline void start_building(Process& p, Term result, Byte* data, Word offset) {
  p.building.result = result;
  p.building.bytes = data;
  p.building.offset = offset;
}

/// A segment's number is its place among the segments, for the error that names it.
INSTR_FAST(i_bs_measure, Label, Uint number, Literal type, Uint unit, auto value, auto size) {
  const Term wanted = size.get(m);
  if (wanted == am::all) {
    const Term t = value.get(m);
    if (!t.is_bitstring()) [[unlikely]]
      return Flow::kSlow;
    const Word bits = bit_size(t);
    if (unit == 8 ? bits % 8 != 0 : unit != 1) [[unlikely]]
      return Flow::kSlow;
    m.p->building.bits += bits;
    return Flow::kNext;
  }
  if (Term(type) != am::integer || !wanted.is_small() ||
      static_cast<Word>(wanted.as_small()) >= (Word{1} << 32)) [[unlikely]]
    return Flow::kSlow;
  m.p->building.bits += static_cast<Word>(wanted.as_small()) * unit;
  return Flow::kNext;
}

/// A new bitstring that fits into the heap.
[[gnu::always_inline]] inline Flow begin_small(Machine& m, Word bits, Word extra) {
  if (bits > kMaxHeapBinaryBytes * 8) return Flow::kSlow;
  const Word words = HeapBinary::words_for((bits + 7) / 8);
  if (!m.has_room(words + extra)) [[unlikely]]
    return Flow::kSlow;
  HeapWord* heap = m.H;
  m.H = heap + words;
  heap[0].bits = make_header(Subtag::kHeapBinary, words - 1);
  heap[1].bits = bits;
  heap[words - 1].bits = words > 2 ? 0 : bits;
  start_building(*m.p, Term::boxed(heap), reinterpret_cast<Byte*>(heap + 2), 0);
  return Flow::kNext;
}

/// Bits in all, heap words to keep free, live.
INSTR_FAST(i_bs_begin, Label, Uint bits, Uint extra, Uint live) {
  return begin_small(m, bits, extra);
}
/// The same with what has been measured added to the bits.
INSTR_FAST(i_bs_begin_measured, Label, Uint bits, Uint extra, Uint live) {
  const Flow flow = begin_small(m, bits + m.p->building.bits, extra);
  if (flow == Flow::kNext) m.p->building.bits = 0;
  return flow;
}

/// `bits` and what has been measured, behind `source`; segment number 1.
INSTR_FAST(i_bs_begin_append, Label, Uint bits, Uint extra, Uint live, Uint unit, Uint kind,
           auto source) {
  const Term prefix = source.get(m);
  Process& p = *m.p;
  const Word more = bits + p.building.bits;
  if (!can_grow_in_place(prefix, more) || !m.has_room(kSubBinaryWords + extra)) [[unlikely]]
    return Flow::kSlow;
  auto& old = prefix.as_boxed<SubBinary>();
  if (unit == 8 ? old.bit_size() % 8 != 0 : unit != 1) [[unlikely]]
    return Flow::kSlow;
  p.building.bits = 0;
  const Word end = old.end_bit;
  Byte* data = old.base + end / 8;
  if (static_cast<BsAppend>(Word{kind}) == BsAppend::kPrivate) {
    old.end_bit = end + more;
    start_building(p, prefix, data, end % 8);
    return Flow::kNext;
  }
  old.flags &= ~SubBinary::kWritable;
  HeapWord* view = m.H;
  m.H = view + kSubBinaryWords;
  view[0].bits = make_header(Subtag::kSubBinary, kSubBinaryWords - 1);
  view[1].bits = reinterpret_cast<Word>(old.base);
  view[2].bits = old.start_bit;
  view[3].bits = end + more;
  view[4].bits = old.original.bits();
  view[5].bits = SubBinary::kWritable;
  start_building(p, Term::boxed(view), data, end % 8);
  return Flow::kNext;
}

/// Integers of 1 to 57 or exactly 64 bits; what is little-endian has whole bytes.
INSTR_FAST(i_bs_put_integer, Label, Uint number, Uint at, Uint bits, Uint flags, auto value) {
  const Term t = value.get(m);
  if (!t.is_small()) [[unlikely]]
    return Flow::kSlow;
  const auto size = static_cast<unsigned>(bits);
  auto field = static_cast<Word>(t.as_small());
  if (is_little(flags)) field = reverse_bytes(field, size);
  Byte* data = m.p->building.bytes;
  const Word offset = m.p->building.offset + at;
  if (size == 64) {
    write_short_field(data, offset, field >> 32, 32);
    write_short_field(data, offset + 32, field, 32);
  } else {
    write_short_field(data, offset, field, size);
  }
  return Flow::kNext;
}

/// Floats of 64 bits.
INSTR_FAST(i_bs_put_float, Label, Uint number, Uint at, Uint flags, auto value) {
  const Term t = value.get(m);
  if (!t.is_float()) [[unlikely]]
    return Flow::kSlow;
  auto field = std::bit_cast<Word>(float_value(t));
  if (is_little(flags)) field = reverse_bytes(field, 64);
  Byte* data = m.p->building.bytes;
  const Word offset = m.p->building.offset + at;
  write_short_field(data, offset, field >> 32, 32);
  write_short_field(data, offset + 32, field, 32);
  return Flow::kNext;
}

INSTR(i_bs_end, auto to) {
  to.set(m, m.p->building.result);
  return Flow::kNext;
}

INSTR_OUT_OF_LINE(i_bs_put_field);
INSTR_OUT_OF_LINE(i_bs_put_string);
INSTR_OUT_OF_LINE(bs_init_writable);
INSTR_OUT_OF_LINE(bs_init2);
INSTR_OUT_OF_LINE(bs_init_bits);
INSTR_OUT_OF_LINE(bs_append);
INSTR_OUT_OF_LINE(bs_private_append);
INSTR_OUT_OF_LINE(bs_put_integer);
INSTR_OUT_OF_LINE(bs_put_float);
INSTR_OUT_OF_LINE(bs_put_binary);
INSTR_OUT_OF_LINE(bs_put_string);
INSTR_OUT_OF_LINE(bs_add);
INSTR_OUT_OF_LINE(bs_utf8_size);
INSTR_OUT_OF_LINE(bs_utf16_size);
INSTR_OUT_OF_LINE(bs_put_utf8);
INSTR_OUT_OF_LINE(bs_put_utf16);
INSTR_OUT_OF_LINE(bs_put_utf32);

}  // namespace vm::instr
