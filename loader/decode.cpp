// One pass over the code bytes. Operands of an instruction stand next to each other in one vector,
// items of lists in another, so that a module is a handful of allocations.
#include "loader/decode.h"

#include "loader/compact_term.h"
#include "vm/term/term.h"

#include <fmt/format.h>

namespace loader {

namespace {

using Tag = Operand::Tag;

/// Holds the place in the code, for reading and for messages.
class Decoder {
 public:
  explicit Decoder(const BeamFile& beam) : beam_(beam), reader_(beam.code, 0) {}

  LoadResult<GenericCode> run() {
    code_.instrs.reserve(beam_.code.size() / 3);
    code_.operands.reserve(beam_.code.size() / 2);
    while (!reader_.at_end()) {
      VM_TRY_VOID(instruction());
      if (code_.instrs.back().op == GenericOp::k_int_code_end) return std::move(code_);
    }
    return fail("code", "int_code_end as the last instruction", "the end of the chunk");
  }

 private:
  LoadResult<void> instruction() {
    start_ = static_cast<std::uint32_t>(reader_.position());
    Byte number = reader_.u8();
    info_ = &generic_op_info(number);
    if (info_->name.empty()) {
      return fail("code", fmt::format("an instruction from 1 to {}", kMaxGenericOp),
                  fmt::format("{}", number));
    }
    if (!info_->accepted) {
      return fail("code", "an instruction that is supported",
                  fmt::format("{}/{} ({})", info_->name, info_->arity, number));
    }
    auto first = static_cast<std::uint32_t>(code_.operands.size());
    for (unsigned i = 0; i < info_->arity; i++) {
      Operand operand;
      VM_TRY_VOID(read(operand, Place::kOperand));
      code_.operands.push_back(operand);
    }
    code_.instrs.push_back({static_cast<GenericOp>(number), info_->arity, start_, first});
    if (number == static_cast<Byte>(GenericOp::k_func_info)) enter_function(first);
    return {};
  }

  /// Only for messages: wrong operands are refused later, by check().
  void enter_function(std::uint32_t first) {
    const Operand& name = code_.operands[first + 1];
    if (!name.is(Tag::kAtom)) return;
    function_ = {name.index(), code_.operands[first + 2].index()};
    in_function_ = true;
  }

  enum class Place { kOperand, kListItem, kTypedRegister };

  [[gnu::always_inline]] LoadResult<void> read(Operand& out, Place place) {
    if (read_short(out)) return {};
    return read_any(out, place);
  }

  LoadResult<void> read_any(Operand& out, Place place) {
    CompactTerm term = read_compact(reader_);
    if (reader_.failed()) return cut_off();
    if (term.tag == CompactTag::kExtended) return read_extended(term, out, place);
    // Integers that are not small are treated alike, whether they fit in a word or not.
    bool small = vm::Term::fits_small(term.value);
    if (term.is_big || (term.tag == CompactTag::kInteger && !small)) {
      if (term.tag != CompactTag::kInteger && term.tag != CompactTag::kUnsigned) {
        return fail(what(), "a number that fits in 32 bits",
                    fmt::format("one of {} bytes", term.big.size()));
      }
      // Only sizes are larger than 64 bits, and no bitstring is.
      const bool is_huge = term.big.size() > 9 || (term.big.size() == 9 && term.big[0] != 0);
      if (term.tag == CompactTag::kUnsigned && is_huge) {
        out = {Tag::kNumber, 0, INT64_MAX};
        return {};
      }
      out = {Tag::kBigInteger, 0, static_cast<std::int64_t>(code_.bigs.size())};
      code_.bigs.push_back(term.big);
      return {};
    }
    out.value = term.value;
    if (term.tag == CompactTag::kInteger) {
      out.tag = Tag::kInteger;
      return {};
    }
    if (term.value < 0 || (term.tag != CompactTag::kUnsigned && term.value > INT32_MAX)) {
      return fail(what(), "a number from 0 to 2147483647", fmt::format("{}", term.value));
    }
    switch (term.tag) {
      case CompactTag::kUnsigned:
        out.tag = Tag::kNumber;
        break;
      case CompactTag::kAtom:
        return atom(out);
      case CompactTag::kX:
        out.tag = Tag::kX;
        break;
      case CompactTag::kY:
        out.tag = Tag::kY;
        break;
      case CompactTag::kLabel:
        out.tag = Tag::kLabel;
        break;
      default:
        out.tag = Tag::kCharacter;
        break;
    }
    return {};
  }

  /// Reads what most operands are: a byte with a tag and four bits of value. False: it is another
  /// one, or wrong.
  [[gnu::always_inline]] bool read_short(Operand& out) {
    static constexpr Tag kTags[] = {Tag::kNumber, Tag::kInteger, Tag::kAtom,
                                    Tag::kX,      Tag::kY,       Tag::kLabel};
    const Byte byte = reader_.peek();
    if (!is_short_term(byte)) return false;
    out = {kTags[byte & 7], 0, byte >> 4};
    if (out.is(Tag::kAtom) && !make_atom(out)) return false;
    reader_.u8();
    return true;
  }

  /// Makes an atom of an operand, or [] of the index 0. False: the file has no such atom.
  bool make_atom(Operand& out) const {
    out.tag = out.value == 0 ? Tag::kNil : Tag::kAtom;
    return static_cast<std::uint64_t>(out.value) < beam_.atoms.size();
  }

  LoadResult<void> atom(Operand& out) {
    if (make_atom(out)) return {};
    return fail(what(), fmt::format("an atom index below {}", beam_.atoms.size()),
                fmt::format("{}", out.value));
  }

  LoadResult<void> read_extended(const CompactTerm& term, Operand& out, Place place) {
    std::int64_t kind = term.is_big ? -1 : term.value;
    bool list = kind == static_cast<int>(ExtendedTag::kList) ||
                kind == static_cast<int>(ExtendedTag::kAllocList);
    if (list && place != Place::kOperand) return fail(what(), "no list within an operand", "one");
    if (place == Place::kTypedRegister)
      return fail(what(), "an x or y register", "another operand");
    if (kind == static_cast<int>(ExtendedTag::kTypedRegister)) return typed_register(out);
    if (kind < 1 || kind > 4) {
      return fail(what(), "an extended operand from 1 to 5", fmt::format("{}", kind));
    }
    std::uint32_t number = 0;
    if (!read_compact_u32(reader_, &number)) return not_a_number();
    switch (static_cast<ExtendedTag>(kind)) {
      case ExtendedTag::kFloatRegister:
        out = {Tag::kFr, 0, number};
        return {};
      case ExtendedTag::kList:
        return list_items(out, number, 1);
      case ExtendedTag::kAllocList:
        return list_items(out, number, 2);
      default:
        break;
    }
    if (number >= beam_.literals.size()) {
      return fail(what(), fmt::format("a literal below {}", beam_.literals.size()),
                  fmt::format("{}", number));
    }
    out = {Tag::kLiteral, 0, number};
    return {};
  }

  LoadResult<void> typed_register(Operand& out) {
    VM_TRY_VOID(read(out, Place::kTypedRegister));
    if (!out.is_register()) return fail(what(), "an x or y register", "another operand");
    std::uint32_t type = 0;
    if (!read_compact_u32(reader_, &type)) return not_a_number();
    // A file may have lost the chunk, which says nothing that code depends on.
    if (beam_.types.empty()) return {};
    if (type >= beam_.types.size()) {
      return fail(what(), fmt::format("a type below {}", beam_.types.size()),
                  fmt::format("{}", type));
    }
    out.count = type + 1;
    return {};
  }

  LoadResult<void> list_items(Operand& out, std::uint32_t count, unsigned per_item) {
    bool alloc = per_item == 2;
    if (count > reader_.left() / per_item) {
      return fail(what(), fmt::format("at most {} list items", reader_.left() / per_item),
                  fmt::format("{}", count));
    }
    out = {alloc ? Tag::kAllocList : Tag::kList, count * per_item,
           static_cast<std::int64_t>(code_.list_items.size())};
    for (std::uint32_t i = 0; i < out.count; i++) {
      Operand item;
      VM_TRY_VOID(read(item, Place::kListItem));
      code_.list_items.push_back(item);
    }
    return {};
  }

  std::string what() const { return std::string(info_->name); }

  LoadResult<void> cut_off() { return fail(what(), "more bytes", "the end of the chunk"); }

  LoadResult<void> not_a_number() {
    if (reader_.failed()) return cut_off();
    return fail(what(), "an unsigned number of 32 bits", "another operand");
  }

  vm::Err<LoadErrorPtr> fail(std::string what, std::string expected, std::string found) {
    return code_error(beam_, in_function_ ? &function_ : nullptr, start_, std::move(what),
                      std::move(expected), std::move(found));
  }

  const BeamFile& beam_;
  ByteReader reader_;
  GenericCode code_;
  const GenericOpInfo* info_ = nullptr;
  std::uint32_t start_ = 0;
  FunctionName function_{};
  bool in_function_ = false;
};

}  // namespace

LoadResult<GenericCode> decode(const BeamFile& beam) {
  if (beam.code_header.opcode_max > kMaxGenericOp) {
    return code_error(beam, nullptr, 0, "header of the code",
                      fmt::format("instructions up to {}", kMaxGenericOp),
                      fmt::format("{}: made by a later compiler", beam.code_header.opcode_max));
  }
  return Decoder(beam).run();
}

vm::Err<LoadErrorPtr> code_error(const BeamFile& beam, const FunctionName* function,
                                 std::uint32_t code_offset, std::string what, std::string expected,
                                 std::string found) {
  auto error = load_error(beam.code_offset + code_offset, std::move(what), std::move(expected),
                          std::move(found));
  error.error->module = beam.module;
  if (function != nullptr)
    error.error->function = beam.function_text(function->name, function->arity);
  return error;
}

}  // namespace loader
