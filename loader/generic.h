// Decoded generic code: instructions with operands as plain values, and its functions and labels.
// decode() makes it, check() proves it legal, transform and the disassembler read it.
#pragma once

#include "loader/beam_file.h"
#include "loader/generic_ops.h"
#include "loader/verify_state.h"

#include <span>
#include <vector>

namespace loader {

/// A decoded operand. What `value` means depends on the tag.
struct Operand {
  enum class Tag : std::uint8_t {
    kNumber,      // value (unsigned)
    kInteger,     // value
    kBigInteger,  // GenericCode::bigs[value]: not a small integer (60 bits), or an unsigned number
                  // above 64
    kAtom,        // index into BeamFile::atoms, from 1
    kNil,
    kX,
    kY,
    kFr,
    kLabel,      // label number; 0: none
    kCharacter,  // no compiler emits it; kept for error messages
    kLiteral,    // index into BeamFile::literals
    kList,       // GenericCode::list_items[value, value + count)
    kAllocList,  // likewise: pairs of kNumber (0 words, 1 floats, 2 funs) and kNumber
  };

  Tag tag = Tag::kNil;
  std::uint32_t count = 0;  // of a list; of a register: index of its type plus 1, or 0
  std::int64_t value = 0;

  bool is(Tag t) const { return tag == t; }
  bool is_register() const { return tag == Tag::kX || tag == Tag::kY; }
  std::uint32_t index() const { return static_cast<std::uint32_t>(value); }
};

struct GenericInstr {
  GenericOp op;
  std::uint8_t operand_count;
  std::uint32_t offset;         // in the code chunk's instructions
  std::uint32_t first_operand;  // index into GenericCode::operands
};

/// A function: instructions [begin, end), where code[func_info] is its func_info and the labels and
/// line before it belong to it.
struct GenericFunction {
  std::uint32_t name;  // atom index
  std::uint32_t arity;
  std::uint32_t entry_label;
  std::uint32_t begin;
  std::uint32_t func_info;
  std::uint32_t end;
  // Set by verify(): the loader writes [] to new frames, because an exception may be raised while a
  // register of the frame holds what was there before, and its handler is found by a scan.
  bool clears_frames = false;
};

/// Where a label is defined; kNowhere for numbers that are not used.
inline constexpr std::uint32_t kNowhere = UINT32_MAX;

/// An operand that must be tested before its instruction runs: verify() could not prove what the
/// instruction takes for granted.
struct Guard {
  std::uint32_t instr;   // index into GenericCode::instrs
  std::uint8_t operand;  // a register or constant
  Shape shape;           // what it must be; kNothing: a path that goes on here raises; kAnything:
                         // where the instruction has no label to fail to, it does not raise itself;
                         // kOwned: an argument of a call is copied; kTaken: before the exception
                         // of a test that fails, the message that is looked at is removed;
                         // kPreset: a register is set to [] before
  std::uint32_t number;  // of the shape; of the x register that is copied
};

struct GenericCode {
  std::vector<GenericInstr> instrs;
  std::vector<Operand> operands;
  std::vector<Operand> list_items;
  std::vector<Bytes> bigs;  // two's complement, most significant byte first; points into the file
  // Filled by check():
  std::vector<GenericFunction> functions;
  std::vector<std::uint32_t> labels;  // label number -> index of its instruction
  // Filled by verify(), in the order of the instructions:
  std::vector<Guard> guards;

  std::span<const Operand> operands_of(const GenericInstr& instr) const {
    return std::span(operands).subspan(instr.first_operand, instr.operand_count);
  }
  std::span<const Operand> items_of(const Operand& list) const {
    return std::span(list_items).subspan(list.index(), list.count);
  }
};

}  // namespace loader
