// The instruction formats are those of the two processors' manuals; the forms are their ELF
// relocations.
#include "jit/hole_form.h"

#include "vm/base/assert.h"

#include <cstring>

namespace jit {
namespace {

using vm::Byte;
using vm::SWord;
using vm::Word;

constexpr std::uint32_t kInstructionBytes = 4;  // AArch64

/// `bits` bits of an instruction, from bit `first` on.
struct Field {
  unsigned first;
  unsigned bits;
};
constexpr Field kImmediate16{5, 16};
constexpr Field kOffset12{10, 12};
constexpr Field kDistance19{5, 19};
constexpr Field kDistance26{0, 26};

/// Replaces a field by the lowest bits of `value`.
void set_field(Byte* writable, Field field, Word value) {
  std::uint32_t instruction = 0;
  std::memcpy(&instruction, writable, sizeof(instruction));
  const std::uint32_t mask = ((std::uint32_t{1} << field.bits) - 1) << field.first;
  instruction = (instruction & ~mask) | (static_cast<std::uint32_t>(value << field.first) & mask);
  std::memcpy(writable, &instruction, sizeof(instruction));
}

/// movz or movk with the 16 bits of a value from bit `first` on. `is_last`: there must be none
/// above.
bool set_part(Byte* writable, Word value, unsigned first, bool is_last) {
  const Word part = value >> first;
  set_field(writable, kImmediate16, part);
  return !is_last || part >> kImmediate16.bits == 0;
}

bool set_offset(Byte* writable, Word value) {
  const Word words = value / vm::kWordBytes;
  set_field(writable, kOffset12, words);
  return value % vm::kWordBytes == 0 && words >> kOffset12.bits == 0;
}

bool set_distance(Byte* writable, Word distance, Field field) {
  const SWord instructions = static_cast<SWord>(distance) / SWord{kInstructionBytes};
  set_field(writable, field, static_cast<Word>(instructions));
  const SWord end = SWord{1} << (field.bits - 1);
  return distance % kInstructionBytes == 0 && instructions >= -end && instructions < end;
}

bool set_narrow(Byte* writable, Word value, bool is_distance) {
  const auto narrow = static_cast<std::int32_t>(value);
  std::memcpy(writable, &narrow, sizeof(narrow));
  // Code may extend what is no distance with or without its sign.
  return static_cast<Word>(SWord{narrow}) == value && (is_distance || narrow >= 0);
}

}  // namespace

bool fill_hole(HoleForm form, Byte* writable, Word address, Word value) {
  switch (form) {
    case HoleForm::kWord:
      std::memcpy(writable, &value, sizeof(value));
      return true;
    case HoleForm::kNarrow:
      return set_narrow(writable, value, false);
    case HoleForm::kRelative:
      return set_narrow(writable, value - address, true);
    case HoleForm::kByte:
      *writable = static_cast<Byte>(value);
      return true;
    case HoleForm::kMove0:
      return set_part(writable, value, 0, false);
    case HoleForm::kMove16:
      return set_part(writable, value, 16, false);
    case HoleForm::kMove32:
      return set_part(writable, value, 32, false);
    case HoleForm::kMove48:
      return set_part(writable, value, 48, false);
    case HoleForm::kLast0:
      return set_part(writable, value, 0, true);
    case HoleForm::kLast16:
      return set_part(writable, value, 16, true);
    case HoleForm::kLast32:
      return set_part(writable, value, 32, true);
    case HoleForm::kOffset:
      return set_offset(writable, value);
    case HoleForm::kBranch19:
      return set_distance(writable, value - address, kDistance19);
    case HoleForm::kBranch26:
      return set_distance(writable, value - address, kDistance26);
  }
  VM_UNREACHABLE();
}

}  // namespace jit
