// Construction of bitstrings, out of line: the rare cases and all failures.
#include "vm/instr/binary_build.h"

#include "vm/base/memory_limit.h"
#include "vm/instr/new_binary.h"
#include "vm/instr/raise.h"
#include "vm/term/map.h"

#include <algorithm>

namespace vm::instr {
namespace {

/// The reason why a segment cannot be built, in the terms of erl_erts_errors.
struct Failure {
  Term what;
  Term value;
  Term reason = am::badarg;
};

/// Raises the failure of a segment, or jumps to the label. The error_info is the one that
/// erl_erts_errors formats: #{cause => {Number, Type, What, Value}, function => format_bs_fail,
/// module => ...}.
Flow fail_segment(Machine& m, Label fail, Word number, Term type, const Failure& failure) {
  m.p->building.bits = 0;
  if (fail.branches()) return Flow::kFail;
  m.save();
  Process& p = *m.p;
  p.raising.exception = Exception();
  p.raising.exception.reason = failure.reason;
  {
    HeapBuilder builder(p);
    const Term cause =
        builder.tuple(Term::small(static_cast<SWord>(number)), type, failure.what, failure.value);
    Term info = map_put(builder, empty_map(builder), am::cause, cause);
    info = map_put(builder, info, am::function, am::format_bs_fail);
    p.raising.exception.error_info = map_put(builder, info, am::module, am::erl_erts_errors);
  }
  return handle_exception(m);
}

bool is_utf(Term type) { return type == am::utf8 || type == am::utf16 || type == am::utf32; }

bool measure_sized(Term size, Word unit, Word* bits, Failure* failure) {
  if (!size.is_small() || size.as_small() < 0) {
    // A positive integer beyond any memory size has a reason of its own.
    if (size.is_boxed_as(Subtag::kBigPositive))
      *failure = {am::size, size, am::system_limit};
    else
      *failure = {am::size, size};
    return false;
  }
  if (__builtin_mul_overflow(static_cast<Word>(size.as_small()), unit, bits) || *bits > kMaxBits) {
    *failure = {am::size, size, am::system_limit};
    return false;
  }
  return true;
}

bool measure_whole(Term value, Word* bits, Failure* failure) {
  if (!value.is_bitstring()) {
    *failure = {am::type, value};
    return false;
  }
  *bits = bit_size(value);
  return true;
}

bool has_unit(Term value, Word bits, Word unit, Failure* failure) {
  *failure = {am::unit, value};
  return bits % unit == 0;
}

/// The bits of an encoded code point; 0 if the value is not a code point.
Word utf_bits(Term type, Term value) {
  if (!is_code_point(value)) return 0;
  const auto code_point = static_cast<Word>(value.as_small());
  return 8 * (type == am::utf8    ? utf8_bytes(code_point)
              : type == am::utf16 ? utf16_bytes(code_point)
                                  : 4);
}

/// Computes the bits that a segment takes, or returns false with the failure. As in OTP, some
/// errors are found only when the segment is put: the unit of a whole bitstring, a code point in
/// UTF-16.
bool measure(Term type, Word unit, Term value, Term size, Word* bits, Failure* failure) {
  if (is_utf(type)) {
    *bits = utf_bits(type, value);
    *failure = {am::type, value};
    return type == am::utf16 || *bits != 0;
  }
  if (size == am::all) return measure_whole(value, bits, failure);
  return measure_sized(size, unit, bits, failure);
}

/// Writes a measured segment at bit `offset`, or returns false with the failure.
bool write(Machine& m, Term type, Word flags, Term value, Term size, Byte* data, Word offset,
           Word bits, Failure* failure) {
  if (is_utf(type) && !is_code_point(value)) {
    *failure = {am::type, value};
    return false;
  }
  if (type == am::utf8) {
    write_utf8(data, offset, static_cast<Word>(value.as_small()));
  } else if (type == am::utf16) {
    write_utf16(data, offset, flags, static_cast<Word>(value.as_small()));
  } else if (type == am::utf32) {
    write_utf32(data, offset, flags, static_cast<Word>(value.as_small()));
  } else if (type == am::binary) {
    *failure = {value.is_bitstring() ? am::short_ : am::type, value};
    // What is appended to privately has grown since it was measured. No compiler lets it be a
    // segment as well.
    if (!value.is_bitstring() || bit_size(value) < bits || value == m.p->building.result)
      return false;
    const Bits from = bits_of(value);
    copy_bits(from.bytes, from.bit_offset, data, offset, bits);
    m.reds -= reductions_to_copy(bits);
  } else if (type == am::integer) {
    *failure = {am::type, value};
    if (!value.is_integer()) return false;
    write_integer(data, offset, bits, flags, value);
  } else {
    const bool has_size = bits == 16 || bits == 32 || bits == 64;
    *failure = {has_size ? (value.is_number() ? am::no_float : am::type) : am::invalid,
                has_size ? value : size};
    return write_float(data, offset, bits, flags, value);
  }
  return true;
}

/// Like fail_segment(), for a bitstring that has begun. What was appended to privately has grown
/// already: its new bits become zeros, and not what the memory held before.
Flow fail_put(Machine& m, Label fail, Word number, Term type, const Failure& failure) {
  const BitstringInProgress& building = m.p->building;
  const Bits whole = bits_of(building.result);
  clear_bits(building.bytes, building.offset,
             whole.bit_offset + whole.bit_size -
                 static_cast<Word>(building.bytes - whole.bytes) * 8 - building.offset);
  return fail_segment(m, fail, number, type, failure);
}

Flow begin(Machine& m, Label fail, Word bits, Word extra, Word live) {
  if (bits > kMaxBits || !fits_in_memory(bits / 8))
    return fail.branches() ? Flow::kFail : raise_error(m, am::system_limit);
  m.ensure(words_for_bits(bits) + extra, live);
  Byte* data;
  const Term result = put_bitstring(m, bits, &data);
  start_building(*m.p, result, data, 0);
  return Flow::kNext;
}

}  // namespace

bool put_utf8(BitstringInProgress& building, Word at, Term value) {
  if (!is_code_point(value)) return false;
  building.offset += at;
  building.offset +=
      write_utf8(building.bytes, building.offset, static_cast<Word>(value.as_small()));
  return true;
}

SWord put_part(BitstringInProgress& building, Word at, Word unit, Term value, Term size) {
  if (!value.is_bitstring() || value == building.result) return -1;
  const Bits from = bits_of(value);
  Word bits = from.bit_size;
  Failure failure;
  if (size == am::all ? bits % unit != 0
                      : !measure_sized(size, unit, &bits, &failure) || bits > from.bit_size)
    return -1;
  const Word to = building.offset + at;
  building.offset = to + bits;
  if (bits <= 56 && bits != 0 && header_subtag(value.header()) == Subtag::kHeapBinary) {
    // As a field: the bytes of a heap binary are whole words.
    write_short_field(building.bytes, to, load_big_endian(from.bytes) >> (64 - bits),
                      static_cast<unsigned>(bits));
    return 0;
  }
  copy_bits(from.bytes, from.bit_offset, building.bytes, to, bits);
  return reductions_to_copy(bits);
}

INSTR_SLOW(i_bs_measure, Label fail, Uint number, Literal type, Uint unit, Any value, Any size) {
  Word bits;
  Failure failure;
  if (!measure(type, unit, value.get(m), size.get(m), &bits, &failure))
    return fail_segment(m, fail, number, type, failure);
  // Saturate at one bit beyond the limit: i_bs_begin then fails, and sums do not overflow.
  m.p->building.bits = std::min(m.p->building.bits + bits, kMaxBits + 1);
  return Flow::kNext;
}

INSTR_SLOW(i_bs_begin, Label fail, Uint bits, Uint extra, Uint live) {
  return begin(m, fail, bits, extra, live);
}
INSTR_SLOW(i_bs_begin_measured, Label fail, Uint bits, Uint extra, Uint live) {
  return begin(m, fail, bits + std::exchange(m.p->building.bits, 0), extra, live);
}

INSTR_SLOW(i_bs_begin_append, Label fail, Uint bits, Uint extra, Uint live, Uint unit, Uint kind,
           Any source) {
  const Word more = bits + std::exchange(m.p->building.bits, 0);
  Word has;
  Failure failure;
  if (!measure_whole(source.get(m), &has, &failure) ||
      !has_unit(source.get(m), has, unit, &failure))
    return fail_segment(m, fail, 1, am::binary, failure);
  // A binary that moves gets room for as much again.
  if (has + more > kMaxBits ||
      (!can_grow_in_place(source.get(m), more) && !fits_in_memory((has + more) / 4)))
    return fail.branches() ? Flow::kFail : raise_error(m, am::system_limit);
  m.ensure(kCountedWords + extra, live);
  const Term result = extend_bitstring(m, source.get(m), more, static_cast<BsAppend>(Word{kind}));
  const auto& sub = result.as_boxed<SubBinary>();
  const Word end = sub.end_bit - more;
  start_building(*m.p, result, sub.base + end / 8, end % 8);
  return Flow::kNext;
}

INSTR_SLOW(i_bs_put_integer, Label fail, Uint number, Uint at, Uint bits, Uint flags, Any value) {
  Failure failure;
  if (!write(m, am::integer, flags, value.get(m), Term::none(), m.p->building.bytes,
             m.p->building.offset + at, bits, &failure))
    return fail_put(m, fail, number, am::integer, failure);
  return Flow::kNext;
}

namespace {

/// The bits of an integer that is one of several fields. False: it is none, and has failed.
bool field_of(Machine& m, Word bits, Word flags, Term value, Word* field, Failure* failure) {
  Byte bytes[sizeof(Word)] = {};
  if (!write(m, am::integer, flags, value, Term::none(), bytes, 0, bits, failure)) return false;
  *field = read_bits(bytes, 0, static_cast<unsigned>(bits));
  return true;
}

}  // namespace

INSTR_SLOW(i_bs_gather, Label fail, Uint number, Uint bits, Uint flags, Any value) {
  Word field;
  Failure failure;
  if (!field_of(m, bits, flags, value.get(m), &field, &failure))
    return fail_put(m, fail, number, am::integer, failure);
  Word& fields = m.p->building.fields;
  fields = fields << bits | field;
  return Flow::kNext;
}

INSTR_SLOW(i_bs_gather_byte, Label fail, Uint number, Uint after, Any value) {
  Word field;
  Failure failure;
  if (!field_of(m, 8, 0, value.get(m), &field, &failure))
    return fail_put(m, fail, number, am::integer, failure);
  set_gathered_byte(m.p->building.fields, field, after);
  return Flow::kNext;
}

INSTR_SLOW(i_bs_put_float, Label fail, Uint number, Uint at, Uint flags, Any value) {
  Failure failure;
  if (!write(m, am::float_, flags, value.get(m), Term::none(), m.p->building.bytes,
             m.p->building.offset + at, 64, &failure))
    return fail_put(m, fail, number, am::float_, failure);
  return Flow::kNext;
}

INSTR_SLOW(i_bs_put_field, Label fail, Uint number, Uint at, Literal type, Uint unit, Uint flags,
           Any value, Any size) {
  Process& p = *m.p;
  const Term t = value.get(m);
  Word bits;
  Failure failure;
  if (!measure(type, unit, t, size.get(m), &bits, &failure) ||
      (size.get(m) == am::all && !has_unit(t, bits, unit, &failure)) ||
      !write(m, type, flags, t, size.get(m), p.building.bytes, p.building.offset + at, bits,
             &failure))
    return fail_put(m, fail, number, type, failure);
  p.building.offset += at + bits;
  return Flow::kNext;
}

INSTR_SLOW(i_bs_put_string, Uint at, Uint bits, Pointer text) {
  copy_bits(text.as<Byte>(), 0, m.p->building.bytes, m.p->building.offset + at, bits);
  return Flow::kNext;
}

INSTR_SLOW(bs_init_writable) {
  const Term hint = m.x0;
  m.ensure(kCountedWords, 0);
  const bool is_size = hint.is_small() && hint.as_small() > 0;
  const Word bytes = is_size ? static_cast<Word>(hint.as_small()) : 0;
  m.x0 = put_writable(m, fits_in_memory(bytes) ? bytes : 0);
  return Flow::kNext;
}

}  // namespace vm::instr
