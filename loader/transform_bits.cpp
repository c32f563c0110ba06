// Bit syntax: flags as the machine has them, pointers to strings, the commands of bs_match, the
// segments of bs_create_bin.
#include "loader/transform_context.h"
#include "vm/code/bs_command.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <fmt/format.h>

#include <bit>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::BsCommand;
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

Word flags_of_number(const Operand& operand) {
  auto bits = static_cast<Word>(operand.value);
  return flags_of((bits & kFileLittle) != 0, (bits & kFileSigned) != 0, (bits & kFileNative) != 0);
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

/// Position of the numeric flags among the operands; -1 where there are none.
int flags_position(GenericOp op) {
  switch (op) {
    case GenericOp::k_bs_get_integer2:
    case GenericOp::k_bs_get_float2:
    case GenericOp::k_bs_get_binary2:
      return 5;
    case GenericOp::k_bs_skip_bits2:
    case GenericOp::k_bs_init2:
    case GenericOp::k_bs_init_bits:
    case GenericOp::k_bs_private_append:
      return 4;
    case GenericOp::k_bs_append:
      return 6;
    case GenericOp::k_bs_put_integer:
    case GenericOp::k_bs_put_binary:
    case GenericOp::k_bs_put_float:
    case GenericOp::k_bs_get_utf8:
    case GenericOp::k_bs_get_utf16:
    case GenericOp::k_bs_get_utf32:
    case GenericOp::k_bs_skip_utf8:
    case GenericOp::k_bs_skip_utf16:
    case GenericOp::k_bs_skip_utf32:
      return 3;
    case GenericOp::k_bs_put_utf8:
    case GenericOp::k_bs_put_utf16:
    case GenericOp::k_bs_put_utf32:
      return 1;
    default:
      return -1;
  }
}

void with_flags(TransformContext& c, int position) {
  Op op = counterpart(c.instr->op);
  const vm::OpInfo& info = vm::op_info(op);
  c.writer.op(op);
  for (int i = 0; i < info.operand_count; i++) {
    if (i == position) {
      c.writer.word(flags_of_number(c.operand(i)));
    } else {
      c.write(info.operands[i], c.operand(i));
    }
  }
}

void write_string(TransformContext& c, const Operand& offset) {
  c.writer.pointer(c.module.strings.data() + offset.index());
}

void start_match(TransformContext& c) {
  const Operand& fail = c.operand(0);
  bool may_fail = fail.is(Tag::kLabel) && fail.value != 0;
  c.writer.op(may_fail ? Op::bs_start_match3 : Op::bs_start_match4);
  if (may_fail) {
    c.write_label(fail);
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

/// Writes one command; `args` are the operands behind its name.
LoadResult<void> match_command(TransformContext& c, std::string_view name,
                               std::span<const Operand> args, std::vector<Word>& out) {
  auto number = [&](unsigned i) { return static_cast<Word>(args[i].value); };
  auto command = [&](BsCommand command) { out.push_back(static_cast<Word>(command)); };
  if (name == "ensure_at_least") {
    command(BsCommand::kEnsureAtLeast);
    out.insert(out.end(), {number(0), number(1)});
  } else if (name == "ensure_exactly") {
    command(BsCommand::kEnsureExactly);
    out.push_back(number(0));
  } else if (name == "skip") {
    command(BsCommand::kSkip);
    out.push_back(number(0));
  } else if (name == "=:=") {
    Word bits = number(1);
    Word mask = bits >= vm::kWordBits ? ~Word{0} : (Word{1} << bits) - 1;
    command(BsCommand::kEqual);
    out.insert(out.end(), {bits, raw_value(c, args[2]) & mask});
  } else if (name == "get_tail") {
    command(BsCommand::kGetTail);
    out.insert(out.end(), {number(0), number(1), c.value_word(args[2])});
  } else {
    command(name == "integer" ? BsCommand::kInteger : BsCommand::kBinary);
    VM_TRY(Word flags, flags_of_list(c, args[1]));
    out.insert(out.end(), {number(0), flags, number(2) * number(3), c.value_word(args[4])});
  }
  return {};
}

std::size_t command_operands(std::string_view name) {
  if (name == "ensure_at_least") return 2;
  if (name == "ensure_exactly" || name == "skip") return 1;
  return name == "=:=" || name == "get_tail" ? 3 : 5;
}

LoadResult<void> match(TransformContext& c) {
  auto items = c.items(2);
  std::vector<Word> commands;
  for (std::size_t i = 0; i < items.size();) {
    std::string_view name = c.atom_name(items[i]);
    std::size_t count = command_operands(name);
    VM_TRY_VOID(match_command(c, name, items.subspan(i + 1, count), commands));
    i += count + 1;
  }
  c.writer.op(Op::bs_match);
  c.write_label(c.operand(0));
  c.write_value(c.operand(1));
  c.writer.word(commands.size());
  for (Word word : commands) c.writer.word(word);
  return {};
}

/// In the file: type, number, unit, flags, value, size; here: type, unit, flags, value, size,
/// string.
LoadResult<void> create_binary(TransformContext& c) {
  c.writer.op(Op::bs_create_bin);
  c.write_label(c.operand(0));
  for (unsigned i = 1; i < 4; i++) c.writer.word(c.number_word(c.operand(i)));
  c.write_value(c.operand(4));
  auto items = c.items(5);
  c.writer.word(items.size());
  for (; !items.empty(); items = items.subspan(6)) {
    VM_TRY(Word flags, flags_of_list(c, items[3]));
    bool is_string = c.atom_name(items[0]) == "string";
    c.write_value(items[0]);
    c.writer.word(c.number_word(items[2]));
    c.writer.word(flags);
    c.writer.word(is_string ? Term::nil().bits() : c.value_word(items[4]));
    c.write_value(items[5]);
    if (is_string) {
      write_string(c, items[4]);
    } else {
      c.writer.word(0);
    }
  }
  return {};
}

}  // namespace

LoadResult<bool> transform_bits(TransformContext& c) {
  switch (c.instr->op) {
    case GenericOp::k_bs_start_match4:
      start_match(c);
      return true;
    case GenericOp::k_bs_match: {
      VM_TRY_VOID(match(c));
      return true;
    }
    case GenericOp::k_bs_create_bin: {
      VM_TRY_VOID(create_binary(c));
      return true;
    }
    case GenericOp::k_bs_put_string:
      c.writer.op(Op::bs_put_string);
      c.writer.word(c.number_word(c.operand(0)));
      write_string(c, c.operand(1));
      return true;
    case GenericOp::k_bs_match_string:
      c.writer.op(Op::bs_match_string);
      c.write_label(c.operand(0));
      c.write_value(c.operand(1));
      c.writer.word(c.number_word(c.operand(2)));
      write_string(c, c.operand(3));
      return true;
    default:
      break;
  }
  int position = flags_position(c.instr->op);
  if (position >= 0) with_flags(c, position);
  return position >= 0;
}

}  // namespace loader
