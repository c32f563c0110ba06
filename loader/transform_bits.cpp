// Bit syntax: flags as the machine has them, pointers to strings, and the two instructions that are
// loaded as several: bs_match and bs_create_bin.
#include "loader/bit_syntax.h"
#include "loader/transform_context.h"
#include "vm/code/bs_flags.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::OperandKind;

constexpr bool kHostIsLittle = std::endian::native == std::endian::little;

// Bits of the field flags in the file.
constexpr Word kFileLittle = 2;
constexpr Word kFileSigned = 4;
constexpr Word kFileNative = 16;

constexpr Word flags_of(bool little, bool is_signed, bool native) {
  return (little || (native && kHostIsLittle) ? vm::kBsLittle : 0) |
         (is_signed ? vm::kBsSigned : 0);
}

/// Flags of the newer instructions are a literal list of atoms, or nil.
LoadResult<Word> flags_of_list(TransformContext& c, const Operand& operand) {
  bool little = false, is_signed = false, native = false;
  Term list = c.constant(operand);
  for (; list.is_cons(); list = list.as_cons().tail) {
    Term flag = list.as_cons().head;
    std::string_view name = flag.is_atom() ? vm::atom_text(flag) : std::string_view();
    little |= name == "little";
    is_signed |= name == "signed";
    native |= name == "native";
    bool known = name == "little" || name == "signed" || name == "native" || name == "big" ||
                 name == "unsigned" || name == "aligned" || name == "exact";
    if (!known) return c.fail("flags of a segment", fmt::format("\"{}\"", name));
  }
  if (!list.is_nil()) return c.fail("a list of flags", "another literal");
  return flags_of(little, is_signed, native);
}

/// `is_guarded`: what is matched may be anything.
void start_match(TransformContext& c, bool is_guarded) {
  const Operand& fail = c.operand(0);
  const bool has_label = fail.is(Tag::kLabel) && fail.value != 0;
  c.writer.op(has_label || is_guarded ? Op::bs_start_match3 : Op::bs_start_match4);
  if (has_label || is_guarded) {
    c.writer.label(has_label ? fail.index() : c.guard_label);
    c.write_value(c.operand(2));
    c.writer.word(c.number_word(c.operand(1)));
  } else {
    c.writer.label(0);
    c.writer.word(c.number_word(c.operand(1)));
    c.write_value(c.operand(2));
  }
  c.write_value(c.operand(3));
}

/// The raw value of an operand of `=:=`: an unsigned number of up to 64 bits.
Word raw_value(TransformContext& c, const Operand& value) {
  if (!value.is(Tag::kBigInteger)) return static_cast<Word>(value.value);
  Bytes digits = c.code.bigs[value.index()];
  Word raw = (digits[0] & 0x80) != 0 ? ~Word{0} : 0;
  for (Byte digit : digits) raw = raw << 8 | digit;
  return raw;
}

/// The most bits of adjacent fields that are read or written at once.
constexpr Word kMostAtOnce = 56;
/// True for integers that may be one of several such fields.
constexpr bool is_short_integer(Word bits, Word flags) {
  return bits - 1 < kMostAtOnce && ((flags & vm::kBsLittle) == 0 || bits % 8 == 0);
}

/// Writes bs_match as one instruction per command; adjacent integers as one that reads them all and
/// one for each.
class MatchWriter {
 public:
  explicit MatchWriter(TransformContext& context)
      : c_(context), source_(context.value_word(context.operand(1))) {}

  LoadResult<void> run() {
    const auto items = c_.items(2);
    for (std::size_t i = 0; i < items.size();) {
      const MatchCommandInfo& info = *find_match_command(c_.atom_name(items[i]));
      const auto args = items.subspan(i + 1, info.operand_count);
      VM_TRY(const bool is_adjacent, add_field(info.command, args));
      if (!is_adjacent) {
        VM_TRY_VOID(write_fields());
        // It may be the first one of the next fields.
        VM_TRY(const bool is_first, add_field(info.command, args));
        if (!is_first) VM_TRY_VOID(command(info.command, args));
      }
      i += 1 + info.operand_count;
    }
    return write_fields();
  }

 private:
  /// An integer, or bits that are skipped, among the adjacent fields to be written.
  struct Field {
    MatchCommand command;
    std::span<const Operand> args;
    Word flags;
    Word bits;
  };

  /// Adds a command to the adjacent fields. False: it is none, or there are too many bits.
  LoadResult<bool> add_field(MatchCommand command, std::span<const Operand> args) {
    Field field{command, args, 0, 0};
    if (command == MatchCommand::kInteger) {
      VM_TRY(field.flags, flags_of_list(c_, args[1]));
      if (__builtin_mul_overflow(static_cast<Word>(args[2].value), static_cast<Word>(args[3].value),
                                 &field.bits))
        return false;
    } else if (command == MatchCommand::kSkip && !fields_.empty()) {
      field.bits = static_cast<Word>(args[0].value);
    } else {
      return false;
    }
    if (!is_short_integer(field.bits, field.flags) || field_bits_ + field.bits > kMostAtOnce)
      return false;
    fields_.push_back(field);
    field_bits_ += field.bits;
    return true;
  }

  /// Writes the adjacent fields, if any. Those that are skipped at the end, and a single integer,
  /// are written as the commands that they are.
  LoadResult<void> write_fields() {
    auto count = fields_.size();
    while (count > 0 && fields_[count - 1].command == MatchCommand::kSkip) count--;
    if (count < 2) count = 0;
    Word behind = 0;
    for (std::size_t i = 0; i < count; i++) behind += fields_[i].bits;
    if (count != 0) {
      begin(Op::i_bs_load, Test::kNo);
      words({behind});
      matched_ += behind;
    }
    for (std::size_t i = 0; i < count; i++) {
      const Field& field = fields_[i];
      behind -= field.bits;
      if (field.command == MatchCommand::kSkip) continue;
      c_.writer.op(Op::i_bs_field);
      words({behind, field.flags, field.bits, destination(field.args[4])});
    }
    for (std::size_t i = count; i < fields_.size(); i++)
      VM_TRY_VOID(command(fields_[i].command, fields_[i].args));
    fields_.clear();
    field_bits_ = 0;
    return {};
  }

  /// `args` are the operands behind the command's name.
  LoadResult<void> command(MatchCommand command, std::span<const Operand> args) {
    auto number = [&](unsigned i) { return static_cast<Word>(args[i].value); };
    switch (command) {
      case MatchCommand::kEnsureAtLeast:
        begin(Op::i_bs_ensure_at_least, Test::kYes);
        words({number(0), number(1)});
        return {};
      case MatchCommand::kEnsureExactly:
        begin(Op::bs_test_tail2, Test::kYes);
        words({number(0)});
        return {};
      case MatchCommand::kSkip:
        begin(Op::i_bs_skip, Test::kNo);
        words({number(0)});
        matched_ += number(0);
        return {};
      case MatchCommand::kInteger:
      case MatchCommand::kBinary:
        return take(command, args);
      case MatchCommand::kGetTail:
        begin(Op::bs_get_tail, Test::kNo);
        words({destination(args[2]), number(0)});
        return {};
      case MatchCommand::kEqual: {
        const Word bits = number(1);
        const Word mask = bits >= vm::kWordBits ? ~Word{0} : (Word{1} << bits) - 1;
        begin(Op::i_bs_equal, Test::kYes);
        words({bits, raw_value(c_, args[2]) & mask, matched_});
        matched_ += bits;
        return {};
      }
    }
    VM_UNREACHABLE();
  }

  enum class Test { kNo, kYes };

  LoadResult<void> take(MatchCommand command, std::span<const Operand> args) {
    VM_TRY(Word flags, flags_of_list(c_, args[1]));
    const bool is_integer = command == MatchCommand::kInteger;
    Word bits;
    // So many are never there; the test of the length fails.
    if (__builtin_mul_overflow(static_cast<Word>(args[2].value), static_cast<Word>(args[3].value),
                               &bits))
      bits = ~Word{0};
    begin(is_integer ? Op::i_bs_integer : Op::i_bs_part, Test::kNo);
    words({static_cast<Word>(args[0].value)});
    if (is_integer) words({flags});
    words({bits, destination(args[4])});
    matched_ += bits;
    return {};
  }

  void begin(Op op, Test test) {
    c_.writer.op(op);
    if (test == Test::kYes) c_.write_label(c_.operand(0));
    c_.writer.word(source_);
  }
  void words(std::initializer_list<Word> words) {
    for (Word word : words) c_.writer.word(word);
  }
  Word destination(const Operand& operand) const { return c_.value_word(operand); }

  TransformContext& c_;
  const Word source_;
  Word matched_ = 0;  // bits so far
  std::vector<Field> fields_;
  Word field_bits_ = 0;  // of all of them
};

/// Writes bs_create_bin as one instruction per segment (vm/instr/binary_build.h).
class BinaryWriter {
 public:
  explicit BinaryWriter(TransformContext& context) : c_(context) {}

  LoadResult<void> run() {
    const auto items = c_.items(5);
    for (std::size_t i = 0; i < items.size(); i += kSegmentItems)
      VM_TRY_VOID(add(items.subspan(i, kSegmentItems)));
    for (std::size_t i = 0; i < segments_.size(); i++) measure(i);
    begin();
    for (std::size_t i = appends() ? 1 : 0; i < segments_.size();) {
      const std::size_t end = end_of_fields(i);
      if (end - i > 1) {
        put_fields(i, end);
        i = end;
      } else {
        put(i++);
      }
    }
    c_.writer.op(Op::i_bs_end);
    c_.write_value(c_.operand(4));
    return {};
  }

 private:
  static constexpr Word kUnknown = ~Word{0};
  // A sum of these does not overflow, and no bitstring has so many.
  static constexpr Word kMostBits = Word{1} << 57;

  struct Segment {
    std::string_view type;
    Term type_term;
    Word number;  // in the source, for errors; the compiler makes some segments of several
    Word unit;
    Word flags;
    const Operand* value;
    const Operand* size;
    Word bits;  // kUnknown: they are known at run time
  };

  LoadResult<void> add(std::span<const Operand> items) {
    VM_TRY(Word flags, flags_of_list(c_, items[kSegmentFlags]));
    Segment s{c_.atom_name(items[kSegmentType]),
              c_.constant(items[kSegmentType]),
              c_.number_word(items[kSegmentNumber]),
              c_.number_word(items[kSegmentUnit]),
              flags,
              &items[kSegmentValue],
              &items[kSegmentSize],
              kUnknown};
    const bool first = segments_.empty();
    is_private_ |= first && s.type == "private_append";
    is_shared_ |= first && s.type == "append";
    if (s.type == "append" || s.type == "private_append") s.type_term = vm::am::binary;
    s.bits = bits_of(s);
    segments_.push_back(s);
    return {};
  }

  Word bits_of(const Segment& s) const {
    if (s.type.starts_with("utf") || !c_.is_constant(*s.size)) return kUnknown;
    const Term size = c_.constant(*s.size);
    if (s.type == "string") return static_cast<Word>(size.as_small()) * 8;
    Word bits;
    if (!size.is_small() || size.as_small() < 0 ||
        __builtin_mul_overflow(static_cast<Word>(size.as_small()), s.unit, &bits) ||
        bits > kMostBits)
      return kUnknown;
    return bits;
  }

  bool appends() const { return is_private_ || is_shared_; }

  void measure(std::size_t i) {
    const Segment& s = segments_[i];
    if (s.bits != kUnknown || (i == 0 && appends())) return;
    is_measured_ = true;
    instruction(Op::i_bs_measure, i);
    c_.writer.term(s.type_term);
    c_.writer.word(s.unit);
    c_.write_value(*s.value);
    c_.write_value(*s.size);
  }

  void begin() {
    Word total = 0;
    for (const Segment& s : segments_) {
      if (s.bits != kUnknown) total = std::min(total + s.bits, kMostBits + 1);
    }
    c_.writer.op(appends()      ? Op::i_bs_begin_append
                 : is_measured_ ? Op::i_bs_begin_measured
                                : Op::i_bs_begin);
    c_.write_label(c_.operand(0));
    c_.writer.word(total);
    c_.writer.word(c_.number_word(c_.operand(1)));
    c_.writer.word(c_.number_word(c_.operand(2)));
    if (!appends()) return;
    c_.writer.word(segments_[0].unit);
    c_.writer.word(static_cast<Word>(is_private_ ? vm::BsAppend::kPrivate : vm::BsAppend::kShared));
    c_.write_value(*segments_[0].value);
  }

  void put(std::size_t i) {
    const Segment& s = segments_[i];
    const bool whole_bytes = (s.flags & vm::kBsLittle) == 0 || s.bits % 8 == 0;
    if (s.type == "string") {
      put_string(i);
    } else if (s.type == "integer" && s.bits - 1 < 64 && (s.bits <= 57 || s.bits == 64) &&
               whole_bytes) {
      instruction(Op::i_bs_put_integer, i);
      c_.writer.word(std::exchange(at_, at_ + s.bits));
      c_.writer.word(s.bits);
      c_.writer.word(s.flags);
      c_.write_value(*s.value);
    } else if (s.type == "float" && s.bits == 64) {
      instruction(Op::i_bs_put_float, i);
      c_.writer.word(std::exchange(at_, at_ + s.bits));
      c_.writer.word(s.flags);
      c_.write_value(*s.value);
    } else {
      instruction(Op::i_bs_put_field, i);
      c_.writer.word(std::exchange(at_, 0));
      c_.writer.term(s.type_term);
      c_.writer.word(s.unit);
      c_.writer.word(s.flags);
      c_.write_value(*s.value);
      c_.write_value(*s.size);
    }
  }

  /// The end of the adjacent segments from `i` on that can be written at once.
  std::size_t end_of_fields(std::size_t i) const {
    Word bits = 0;
    bool are_bytes = true;
    for (; i < segments_.size(); i++) {
      const Segment& s = segments_[i];
      if (s.type != "integer" && s.type != "string") break;
      if (!is_short_integer(s.bits, s.type == "string" ? 0 : s.flags)) break;
      are_bytes &= s.bits == 8;
      bits += s.bits;
      if (bits > (are_bytes ? vm::kWordBits : kMostAtOnce)) break;
    }
    return i;
  }
  void put_fields(std::size_t i, std::size_t end) {
    const std::span<const Segment> all(&segments_[i], end - i);
    Word bits = 0;
    for (const Segment& s : all) bits += s.bits;
    const bool are_bytes =
        all.size() >= kFewestBytes && std::ranges::all_of(all, [](auto& s) { return s.bits == 8; });
    Word after = bits;
    for (; i < end; i++) {
      const Segment& s = segments_[i];
      const bool is_string = s.type == "string";
      after -= s.bits;
      instruction(are_bytes ? Op::i_bs_gather_byte : Op::i_bs_gather, i);
      if (are_bytes) {
        c_.writer.word(after);
      } else {
        c_.writer.word(s.bits);
        c_.writer.word(is_string ? 0 : s.flags);
      }
      if (is_string) {
        c_.writer.term(Term::small(string_value(s)));
      } else {
        c_.write_value(*s.value);
      }
    }
    c_.writer.op(Op::i_bs_put_fields);
    c_.writer.word(std::exchange(at_, at_ + bits));
    c_.writer.word(bits);
  }

  /// The bytes of a short string as a number.
  vm::SWord string_value(const Segment& s) const {
    const Byte* text = c_.module.strings.data() + s.value->index();
    vm::SWord value = 0;
    for (Word byte = 0; byte < s.bits / 8; byte++) value = value << 8 | text[byte];
    return value;
  }

  /// A few bytes are an integer.
  void put_string(std::size_t i) {
    const Segment& s = segments_[i];
    if (s.bits == 0) return;
    if (s.bits > kShortString) {
      c_.writer.op(Op::i_bs_put_string);
      c_.writer.word(at_);
      c_.writer.word(s.bits);
      c_.writer.pointer(c_.module.strings.data() + s.value->index());
    } else {
      instruction(Op::i_bs_put_integer, i);
      for (Word word : {at_, s.bits, Word{0}}) c_.writer.word(word);
      c_.writer.term(Term::small(string_value(s)));
    }
    at_ += s.bits;
  }

  /// What all that may fail begin with.
  void instruction(Op op, std::size_t i) {
    c_.writer.op(op);
    c_.write_label(c_.operand(0));
    c_.writer.word(segments_[i].number);
  }

  static constexpr Word kShortString = kMostAtOnce;
  static constexpr std::size_t kFewestBytes = 6;  // see i_bs_gather_byte

  TransformContext& c_;
  std::vector<Segment> segments_;
  bool is_private_ = false;
  bool is_shared_ = false;
  bool is_measured_ = false;
  Word at_ = 0;  // bits from Process::building_offset to the next segment
};

}  // namespace

LoadResult<bool> transform_bits(TransformContext& c) {
  switch (c.instr->op) {
    case GenericOp::k_bs_start_match4:
      start_match(c, c.is_guarded);
      return true;
    case GenericOp::k_bs_match: {
      VM_TRY_VOID(MatchWriter(c).run());
      return true;
    }
    case GenericOp::k_bs_create_bin: {
      VM_TRY_VOID(BinaryWriter(c).run());
      return true;
    }
    default:
      return false;
  }
}

Word TransformContext::field_flags(const Operand& operand) {
  auto bits = static_cast<Word>(operand.value);
  return flags_of((bits & kFileLittle) != 0, (bits & kFileSigned) != 0, (bits & kFileNative) != 0);
}

}  // namespace loader
