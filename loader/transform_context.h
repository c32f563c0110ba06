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
  /// The word of a register or a constant.
  Word value_word(const Operand& operand) const;
  /// The word of a number: itself, or the words that an allocation list adds up to.
  Word number_word(const Operand& operand) const;
  /// Flags of a field as the machine has them (vm/code/bs_flags.h), from the number in the file.
  static Word field_flags(const Operand& operand);
  /// Writes the instruction at hand as `op`, whose operands, or the first of them, are the same.
  void write_as(Op op);
  /// Writes an operand as one of the given kind.
  void write(vm::OperandKind kind, const Operand& operand);
  void write_list(vm::OperandKind kind, std::span<const Operand> items);
  void write_value(const Operand& operand) {
    note_type(operand);
    writer.word(value_word(operand));
  }
  /// Keeps what is known of the operand that is written next.
  void note_type(const Operand& operand);

  /// `operand`, 0 where the generic instruction has none.
  void write_label(const Operand& operand) {
    writer.label(operand.value == 0 && fails_to_guard ? guard_label : operand.index());
  }

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
  bool is_guarded = false;        // verify() asked for a test of the instruction at hand
  bool fails_to_guard = false;    // without a label of its own the instruction at hand leads there
  std::uint32_t guard_label = 0;  // where a test that verify() asked for leads
};

/// select_val: three forms, by what the constants are.
void transform_select_val(TransformContext& context);
/// bif0 .. bif3 and gc_bif1 .. gc_bif3: the guard BIFs with an instruction of their own. False for
/// any other, which goes over one to one.
bool transform_bif(TransformContext& context);
/// Instructions of native records that do not go over one to one. False where the instruction at
/// hand is none of them.
LoadResult<bool> transform_records(TransformContext& context);
/// Instructions of bit syntax that do not go over one to one. False where the instruction at hand
/// is none of them.
LoadResult<bool> transform_bits(TransformContext& context);

}  // namespace loader
