// What the parts of transform() share: the function at hand, encoding of single operands, and
// errors. Part of transform.h; see transform.cpp, transform_choice.cpp, transform_bits.cpp.
#pragma once

#include "loader/decode.h"
#include "loader/transform.h"

namespace loader {

class TransformContext {
 public:
  TransformContext(const BeamFile& beam, const GenericCode& code, const LoadedTables& tables,
                   vm::Module& module, CodeWriter& writer)
      : beam(beam), code(code), tables(tables), module(module), writer(writer) {}

  /// Operands of the instruction at hand.
  const Operand& operand(unsigned position) const {
    return code.operands[instr->first_operand + position];
  }
  std::span<const Operand> items(unsigned position) const {
    return code.items_of(operand(position));
  }

  /// Is the operand a constant? Then constant() is its term.
  bool is_constant(const Operand& operand) const { return !operand.is_register(); }
  Term constant(const Operand& operand) const;
  /// A kSource or kDest word.
  Word value_word(const Operand& operand) const;
  /// A kUint word: a number, or the words that an allocation list adds up to.
  Word number_word(const Operand& operand) const;
  /// Writes an operand as a word of the given kind. Lists are written item by item: numbers raw,
  /// labels, values.
  void write(vm::OperandKind kind, const Operand& operand);
  void write_list(std::span<const Operand> items);
  void write_value(const Operand& operand) {
    note_type(operand);
    writer.word(value_word(operand));
  }
  /// Keeps what is known of the operand that is written next.
  void note_type(const Operand& operand);

  /// `operand`, 0 where the generic instruction has none.
  void write_label(const Operand& operand) { writer.label(operand.index()); }

  std::string_view atom_name(const Operand& operand) const {
    return operand.is(Operand::Tag::kAtom) ? std::string_view(beam.atoms[operand.index()])
                                           : std::string_view();
  }
  vm::Err<LoadErrorPtr> fail(std::string expected, std::string found) const;

  const BeamFile& beam;
  const GenericCode& code;
  const LoadedTables& tables;
  vm::Module& module;
  CodeWriter& writer;
  const GenericFunction* function = nullptr;
  const GenericInstr* instr = nullptr;
};

/// The loaded instruction of the same name and operands. There must be one: not for instructions
/// that transform.cpp handles by name.
Op counterpart(GenericOp op);

/// select_val: three forms, by what the constants are.
void transform_select_val(TransformContext& context);
/// bif0 .. bif3 and gc_bif1 .. gc_bif3: own instructions for the frequent ones.
LoadResult<void> transform_bif(TransformContext& context);
/// Instructions of native records that do not go over one to one. False where the instruction at
/// hand is none of them.
LoadResult<bool> transform_records(TransformContext& context);
/// Instructions of bit syntax that do not go over one to one. False where the instruction at hand
/// is none of them.
LoadResult<bool> transform_bits(TransformContext& context);

}  // namespace loader
