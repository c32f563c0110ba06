// bs_create_bin: measure all segments, make room, write them.
#include "vm/instr/binary_build.h"

#include "vm/instr/bit_io.h"
#include "vm/instr/new_binary.h"
#include "vm/instr/raise.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"

#include <algorithm>
#include <vector>

namespace vm::instr {
namespace {

constexpr Word kSegmentWords = 6;

/// One segment's words, by name.
struct Segment {
  const Word* words;
  Term type() const { return Term::from_bits(words[0]); }
  Word unit() const { return words[1]; }
  Word flags() const { return words[2]; }
  Any value() const { return Any{words[3]}; }
  Any size() const { return Any{words[4]}; }
  const Byte* text() const { return reinterpret_cast<const Byte*>(words[5]); }
  bool is_bits() const { return type() == am::binary || is_append(); }
  bool is_append() const { return type() == am::append || type() == am::private_append; }
};

/// Why a segment cannot be built: the names that erl_erts_errors knows.
struct Failure {
  Term what;  // none(): no failure
  Term value;
  Term reason = am::badarg;
};

bool sized(const Machine& m, const Segment& s, Word* bits, Failure* failure) {
  const Term size = s.size().get(m);
  if (!size.is_small() || size.as_small() < 0) {
    // A positive integer beyond all memory is another kind of failure.
    if (size.is_boxed_as(Subtag::kBigPositive))
      *failure = {am::size, size, am::system_limit};
    else
      *failure = {am::size, size};
    return false;
  }
  if (__builtin_mul_overflow(static_cast<Word>(size.as_small()), s.unit(), bits) ||
      *bits > kMaxBits) {
    *failure = {am::size, size, am::system_limit};
    return false;
  }
  return true;
}

bool measure_bits(const Machine& m, const Segment& s, Word* bits, Failure* failure) {
  const Term value = s.value().get(m);
  if (!value.is_bitstring()) {
    *failure = {am::type, value};
    return false;
  }
  const Word has = bit_size(value);
  if (s.size().get(m) == am::all) {
    *bits = has;
    if (has % s.unit() == 0) return true;
    *failure = {am::unit, value};
    return false;
  }
  if (!sized(m, s, bits, failure)) return false;
  if (*bits <= has) return true;
  *failure = {am::short_, value};
  return false;
}

bool measure_utf(const Machine& m, const Segment& s, Word* bits, Failure* failure) {
  const Term value = s.value().get(m);
  if (!value.is_small() || value.as_small() < 0 ||
      !is_unicode_scalar(static_cast<Word>(value.as_small()))) {
    *failure = {am::type, value};
    return false;
  }
  const auto code_point = static_cast<Word>(value.as_small());
  *bits = 8 * (s.type() == am::utf8    ? utf8_bytes(code_point)
               : s.type() == am::utf16 ? utf16_bytes(code_point)
                                       : 4);
  return true;
}

/// Bits that the segment will take, or why it cannot be built.
bool measure(const Machine& m, const Segment& s, Word* bits, Failure* failure) {
  const Term type = s.type();
  if (s.is_bits()) return measure_bits(m, s, bits, failure);
  if (type == am::utf8 || type == am::utf16 || type == am::utf32)
    return measure_utf(m, s, bits, failure);
  if (type == am::string) return sized(m, s, bits, failure);
  const Term value = s.value().get(m);
  if (type == am::integer ? !value.is_integer() : !value.is_number()) {
    *failure = {am::type, value};
    return false;
  }
  if (!sized(m, s, bits, failure)) return false;
  if (type == am::float_ && *bits != 16 && *bits != 32 && *bits != 64) {
    *failure = {am::invalid, s.size().get(m)};
    return false;
  }
  return true;
}

/// The same for the most frequent segments: small integers and strings in fields of a usual size.
/// False: not one of them.
inline bool measure_number(const Machine& m, const Segment& s, Word* bits) {
  const Term size = s.size().get(m);
  if (s.type() == am::integer ? !s.value().get(m).is_small() : s.type() != am::string) return false;
  if (!size.is_small() || static_cast<Word>(size.as_small()) >= (Word{1} << 32)) return false;
  *bits = static_cast<Word>(size.as_small()) * s.unit();
  return true;
}

/// The bits of each segment, measured once.
class Sizes {
 public:
  explicit Sizes(Word count) : count_(count) {
    if (count > std::size(few_)) many_.resize(count);
  }
  Word count() const { return count_; }
  Word& operator[](Word i) { return many_.empty() ? few_[i] : many_[i]; }

 private:
  Word count_;
  Word few_[16];
  std::vector<Word> many_;
};

/// Writes a measured segment at bit `offset`. False: a float that does not fit.
bool write(const Machine& m, const Segment& s, Byte* data, Word offset, Word bits) {
  const Term type = s.type();
  if (type == am::integer) {
    write_integer(data, offset, bits, s.flags(), s.value().get(m));
    return true;
  }
  if (type == am::string) {
    copy_bits(s.text(), 0, data, offset, bits);
    return true;
  }
  const Term value = s.value().get(m);
  if (s.is_bits()) {
    const Bits from = bits_of(value);
    copy_bits(from.bytes, from.bit_offset, data, offset, bits);
  } else if (type == am::float_) {
    return write_float(data, offset, bits, s.flags(), value);
  } else if (type == am::utf8) {
    write_utf8(data, offset, static_cast<Word>(value.as_small()));
  } else if (type == am::utf16) {
    write_utf16(data, offset, s.flags(), static_cast<Word>(value.as_small()));
  } else {
    write_utf32(data, offset, s.flags(), static_cast<Word>(value.as_small()));
  }
  return true;
}

/// error_info as erl_erts_errors formats it: #{cause => {Number, Type, What, Value}, function =>
/// format_bs_fail, module => ...}.
Flow fail_segment(Machine& m, Label fail, Word number, Term type, const Failure& failure) {
  if (fail.branches()) return Flow::kFail;
  m.save();
  Process& p = *m.p;
  p.exception = Exception();
  p.exception.reason = failure.reason;
  {
    HeapBuilder builder(p);
    if (type == am::append || type == am::private_append) type = am::binary;
    const Term cause =
        builder.tuple(Term::small(static_cast<SWord>(number)), type, failure.what, failure.value);
    Term info = map_put(builder, empty_map(builder), am::cause, cause);
    info = map_put(builder, info, am::function, am::format_bs_fail);
    p.exception.error_info = map_put(builder, info, am::module, am::erl_erts_errors);
  }
  return handle_exception(m);
}

}  // namespace

INSTR_SLOW(bs_create_bin, Label fail, Uint extra, Uint live, Uint, Any to, List list) {
  Sizes sizes(list.count / kSegmentWords);
  Word total = 0;
  for (Word i = 0; i < sizes.count(); ++i) {
    const Segment s{list.words + i * kSegmentWords};
    if (!measure_number(m, s, &sizes[i])) {
      Failure failure;
      if (!measure(m, s, &sizes[i], &failure))
        return fail_segment(m, fail, i + 1, s.type(), failure);
    }
    total += sizes[i];
  }
  if (total > kMaxBits) return fail.branches() ? Flow::kFail : raise_error(m, am::system_limit);
  const bool appends = Segment{list.words}.is_append();
  m.ensure((appends ? kCountedWords : words_for_bits(total)) + extra, live);
  Term result;
  Byte* data;
  Word offset = 0;
  Word i = 0;
  if (appends) {
    const Word more = total - sizes[0];
    result = extend_bitstring(m, Segment{list.words}.value().get(m), more);
    const auto& sub = result.as_boxed<SubBinary>();
    data = sub.base;
    offset = sub.end_bit - more;
    i = 1;
  } else {
    result = put_bitstring(m, total, &data);
  }
  for (; i < sizes.count(); ++i) {
    const Segment s{list.words + i * kSegmentWords};
    if (!write(m, s, data, offset, sizes[i])) {
      return fail_segment(m, fail, i + 1, s.type(), {am::no_float, s.value().get(m)});
    }
    offset += sizes[i];
  }
  to.set(m, result);
  return Flow::kNext;
}

INSTR_SLOW(bs_init_writable) {
  const Term hint = m.x0;
  m.ensure(kCountedWords, 0);
  m.x0 = put_writable(
      m, hint.is_small() && hint.as_small() > 0 ? static_cast<Word>(hint.as_small()) : 0);
  return Flow::kNext;
}

}  // namespace vm::instr
