// Construction of bitstrings. The loader translates a bs_create_bin to one instruction per segment,
// so that the operands of each are known:
//
//   i_bs_measure ...     adds up the sizes known only at run time (BitstringInProgress::bits)
//   i_bs_begin ...       allocates the bitstring or appends to one; nothing collects from here on
//   i_bs_put_... ...     writes one segment
//   i_bs_gather ...      one of adjacent integers of at most 56 bits together
//   (BitstringInProgress::fields), i_bs_put_fields ...  which this writes at once i_bs_end stores
//   the result
//
// The next field starts `offset` bits after the byte `bytes` of Process::building. A put with a
// size known to the loader leaves both unchanged; the following puts have the distance as an
// operand
// (`at`). A put with a size known only at run time advances the offset, and the distance starts at
// 0 again. Fields are written in order, so a put may write zeros after its field: each new
// bitstring is followed by at least eight unused bytes (kStackReserve on the heap, kBinarySlack
// elsewhere). Threads: the thread that runs the process.
#pragma once

#include "vm/base/bits.h"
#include "vm/instr/bit_io.h"
#include "vm/instr/machine.h"
#include "vm/instr/new_binary.h"
#include "vm/instr/value.h"
#include "vm/term/atom_table.h"

namespace vm::instr {

static_assert(kStackReserve * kWordBytes >= sizeof(Word) && kBinarySlack >= sizeof(Word),
              "the bytes written after the end of a bitstring are unused");

/// Sets the bitstring under construction and the position of its next field.
inline void start_building(Process& p, Term result, Byte* data, Word offset) {
  p.building.result = result;
  p.building.bytes = data;
  p.building.offset = offset;
}

/// `number` is the position of the segment, for error messages.
INSTR_FAST(i_bs_measure, Label, Uint number, Literal type, Uint unit, auto value, auto size) {
  const Term wanted = size.get(m);
  if (wanted == am::all) {
    const Value t(value.get(m));
    if (!t.is_bitstring()) [[unlikely]]
      return Flow::kSlow;
    const Word bits = bit_size(t);
    if (unit == 8 ? bits % 8 != 0 : unit != 1) [[unlikely]]
      return Flow::kSlow;
    m.p->building.bits += bits;
    return Flow::kNext;
  }
  if (Term(type) == am::utf8) {
    const Term t = value.get(m);
    if (!is_code_point(t)) [[unlikely]]
      return Flow::kSlow;
    m.p->building.bits += utf8_bytes(static_cast<Word>(t.as_small())) * 8;
    return Flow::kNext;
  }
  if (Term(type) != am::integer || !wanted.is_small() ||
      static_cast<Word>(wanted.as_small()) >= (Word{1} << 32)) [[unlikely]]
    return Flow::kSlow;
  m.p->building.bits += static_cast<Word>(wanted.as_small()) * unit;
  return Flow::kNext;
}

/// Starts a new bitstring on the heap. Returns kSlow if it is too large, or if there is no space.
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

/// Starts a new bitstring of `bits` bits and keeps `extra` heap words free.
INSTR_FAST(i_bs_begin, Label, Uint bits, Uint extra, Uint live) {
  return begin_small(m, bits, extra);
}
/// Like i_bs_begin, plus the bits measured before.
INSTR_FAST(i_bs_begin_measured, Label, Uint bits, Uint extra, Uint live) {
  const Flow flow = begin_small(m, bits + m.p->building.bits, extra);
  if (flow == Flow::kNext) m.p->building.bits = 0;
  return flow;
}

/// Appends `bits` bits, plus the bits measured before, to `source`, which is segment 1.
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
  view[0].bits = kSubBinaryHeader;
  view[1].bits = reinterpret_cast<Word>(old.base);
  view[2].bits = old.start_bit;
  view[3].bits = end + more;
  view[4].bits = old.original.bits();
  view[5].bits = SubBinary::kWritable;
  start_building(p, Term::boxed(view), data, end % 8);
  return Flow::kNext;
}

/// The lowest 64 bits of an integer in two's complement. False: the term is no integer.
inline bool lowest_word(Term t, Word* word) {
  if (t.is_small()) [[likely]] {
    *word = static_cast<Word>(t.as_small());
    return true;
  }
  if (!Value(t).is_boxed() || !t.is_big()) return false;
  const Big& big = t.as_boxed<Big>();
  *word = big.negative() ? -big.limbs[0] : big.limbs[0];
  return true;
}

/// Puts the lowest byte of `field` among those that are gathered.
inline void set_gathered_byte(Word& fields, Word field, Word after) {
  fields = (fields & ~(Word{255} << after)) | (field & 255) << after;
}

/// Writes an integer of 1 to 57 or exactly 64 bits. A little-endian one has whole bytes.
INSTR_FAST(i_bs_put_integer, Label, Uint number, Uint at, Uint bits, Uint flags, auto value) {
  Word field;
  if (!lowest_word(value.get(m), &field)) [[unlikely]]
    return Flow::kSlow;
  const auto size = static_cast<unsigned>(bits);
  if (is_little(flags)) field = reverse_bytes(field, size);
  Byte* data = m.p->building.bytes;
  const Word offset = m.p->building.offset + at;
  if (size == 64)
    write_long_field(data, offset, field);
  else
    write_short_field(data, offset, field, size);
  return Flow::kNext;
}

/// Adds an integer of up to 56 bits to the fields that are written at once. What was there before
/// is shifted out.
INSTR_FAST(i_bs_gather, Label, Uint number, Uint bits, Uint flags, auto value) {
  Word field;
  if (!lowest_word(value.get(m), &field)) [[unlikely]]
    return Flow::kSlow;
  const auto size = static_cast<unsigned>(bits);
  field = is_little(flags) ? reverse_bytes(field, size) : field & ((Word{1} << size) - 1);
  m.p->building.fields = m.p->building.fields << size | field;
  return Flow::kNext;
}

/// Sets one of six to eight bytes that are gathered, with `after` bits behind it. In baseline code
/// it is a store of its own, which does not wait for those of the others. (What reads them waits
/// longer for it: with fewer fields, shifting them in one by one takes less time.)
INSTR_FAST(i_bs_gather_byte, Label, Uint number, Uint after, auto value) {
  Word field;
  if (!lowest_word(value.get(m), &field)) [[unlikely]]
    return Flow::kSlow;
  set_gathered_byte(m.p->building.fields, field, after);
  return Flow::kNext;
}

INSTR(i_bs_put_fields, Uint at, Uint bits) {
  const BitstringInProgress& building = m.p->building;
  const Word offset = building.offset + at;
  if (bits == 64)
    write_long_field(building.bytes, offset, building.fields);
  else
    write_short_field(building.bytes, offset, building.fields, static_cast<unsigned>(bits));
  return Flow::kNext;
}

/// Writes a float of 64 bits.
INSTR_FAST(i_bs_put_float, Label, Uint number, Uint at, Uint flags, auto value) {
  const Value t(value.get(m));
  if (!t.is_float() && !t.is_small()) [[unlikely]]
    return Flow::kSlow;
  const double number_value = t.is_small() ? static_cast<double>(t.as_small()) : float_value(t);
  auto field = std::bit_cast<Word>(number_value);
  if (is_little(flags)) field = reverse_bytes(field, 64);
  Byte* data = m.p->building.bytes;
  const Word offset = m.p->building.offset + at;
  write_long_field(data, offset, field);
  return Flow::kNext;
}

/// Writes a field of type utf8 at bit `at` behind the position and advances it. False if the value
/// is not a code point.
bool put_utf8(BitstringInProgress& building, Word at, Term value);
/// Writes a field of type binary of `size` units, or the whole value (`all`), and advances the
/// position. Returns the reductions that it costs, or -1 if the value or its size does not fit.
SWord put_part(BitstringInProgress& building, Word at, Word unit, Term value, Term size);

/// Writes a field whose size is known only at run time.
INSTR_FAST(i_bs_put_field, Label, Uint number, Uint at, Literal type, Uint unit, Uint flags,
           auto value, auto size) {
  BitstringInProgress& building = m.p->building;
  const Term t = value.get(m);
  if (type == am::utf8) {
    if (t.is_small() && static_cast<Word>(t.as_small()) < 0x80) [[likely]] {
      write_short_field(building.bytes, building.offset + at, static_cast<Word>(t.as_small()), 8);
      building.offset += at + 8;
      return Flow::kNext;
    }
    return put_utf8(building, at, t) ? Flow::kNext : Flow::kSlow;
  }
  if (type != am::binary) return Flow::kSlow;
  const SWord cost = put_part(building, at, unit, t, size.get(m));
  if (cost < 0) [[unlikely]]
    return Flow::kSlow;
  m.reds -= cost;
  return Flow::kNext;
}

INSTR(i_bs_end, auto to) {
  to.set(m, m.p->building.result);
  return Flow::kNext;
}

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
