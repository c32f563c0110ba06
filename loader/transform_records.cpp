// Native records (OTP 29). A record of the module itself is created with what its chunk says about
// it: the loaded instruction has the sources of all fields, defaults among them, and nothing can
// fail.
#include "loader/transform_context.h"
#include "vm/term/atom_table.h"
#include "vm/term/record.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

using Tag = Operand::Tag;

class RecordTransform {
 public:
  explicit RecordTransform(TransformContext& context) : c_(context) {}

  LoadResult<void> put_record() {
    if (c_.operand(0).value != 0) return c_.fail("no label", "one");
    VM_TRY_VOID(check_id(c_.operand(1)));
    VM_TRY_VOID(check_fields());
    const bool creates = c_.operand(2).is(Tag::kNil);
    if (!creates) return update();
    if (c_.operand(1).is(Tag::kAtom)) return create();
    c_.writer.op(Op::i_record_create_of);
    c_.writer.term(id());
    c_.write_value(c_.operand(3));
    c_.writer.word(c_.number_word(c_.operand(4)));
    c_.write(vm::OperandKind::kAtomsAndSources, c_.operand(5));
    return {};
  }

  LoadResult<void> is_record_accessible() {
    const std::string_view scope = c_.atom_name(c_.operand(2));
    if (scope != "auto_local" && scope != "external")
      return c_.fail("auto_local or external", std::string(scope));
    c_.writer.op(Op::is_record_accessible);
    c_.write_label(c_.operand(0));
    c_.write_value(c_.operand(1));
    c_.writer.term(scope == "external" ? Term::nil() : c_.module.name);
    return {};
  }

  LoadResult<void> get_record_field() {
    VM_TRY_VOID(check_id(c_.operand(2)));
    c_.writer.op(Op::get_record_field);
    c_.write_label(c_.operand(0));
    c_.write_value(c_.operand(1));
    c_.writer.term(c_.constant(c_.operand(2)));
    c_.writer.term(c_.constant(c_.operand(3)));
    c_.write_value(c_.operand(4));
    return {};
  }

 private:
  struct Pair {
    Term field;
    Word source;
  };

  Term id() const { return c_.constant(c_.operand(1)); }

  /// A literal that names a record is {Module, Name}.
  LoadResult<void> check_id(const Operand& operand) const {
    if (operand.is(Tag::kAtom)) return {};
    const Term name = c_.constant(operand);
    if (name.is_tuple_of(2) && name.as_tuple().elements[0].is_atom() &&
        name.as_tuple().elements[1].is_atom())
      return {};
    return c_.fail("a pair of atoms", "another literal");
  }

  LoadResult<void> check_fields() {
    auto items = c_.items(5);
    std::vector<Term> fields;
    for (std::size_t i = 0; i < items.size(); i += 2) {
      pairs_.push_back({c_.constant(items[i]), c_.value_word(items[i + 1])});
      fields.push_back(pairs_.back().field);
    }
    if (vm::has_repeated_field(fields)) return c_.fail("different fields", "one of them twice");
    return {};
  }

  LoadResult<void> create() {
    const vm::RecordType* record = c_.module.find_record(id());
    if (record == nullptr)
      return c_.fail("a record that the module defines", std::string(c_.atom_name(c_.operand(1))));
    std::vector<Word> values;
    for (const Term value : record->defaults) values.push_back(value.bits());
    for (const Pair& pair : pairs_) {
      const Word at = vm::field_position(record->type(), pair.field, 0);
      if (at == values.size())
        return c_.fail("fields of the record", std::string(vm::atom_text(pair.field)));
      values[at] = pair.source;
      given_.push_back(at);
    }
    for (std::size_t i = 0; i < values.size(); i++) {
      const bool has_value =
          record->defaults[i].has_value() || std::ranges::find(given_, i) != given_.end();
      if (!has_value) {
        return c_.fail("a value for each field without a default",
                       fmt::format("none for {}", vm::atom_text(record->type().fields[i])));
      }
    }
    c_.writer.op(Op::i_record_create);
    c_.writer.term(record->definition);
    c_.write_value(c_.operand(3));
    c_.writer.word(c_.number_word(c_.operand(4)));
    c_.writer.word(values.size());
    for (const Word value : values) c_.writer.word(value);
    return {};
  }

  /// The fields go over in the order in which a search finds them soonest.
  LoadResult<void> update() {
    const vm::RecordType* record =
        c_.operand(1).is(Tag::kAtom) ? c_.module.find_record(id()) : nullptr;
    if (record != nullptr) {
      const vm::RecordDefinition& type = record->type();
      std::ranges::sort(pairs_, {},
                        [&](const Pair& pair) { return vm::field_position(type, pair.field, 0); });
    }
    c_.writer.op(Op::i_record_update);
    c_.write_value(c_.operand(2));
    c_.write_value(c_.operand(3));
    c_.writer.word(c_.number_word(c_.operand(4)));
    c_.writer.word(2 * pairs_.size());
    for (const Pair& pair : pairs_) {
      c_.writer.term(pair.field);
      c_.writer.word(pair.source);
    }
    return {};
  }

  TransformContext& c_;
  std::vector<Pair> pairs_;
  std::vector<Word> given_;  // places of the fields that the instruction gives values for
};

}  // namespace

LoadResult<bool> transform_records(TransformContext& context) {
  RecordTransform records(context);
  switch (context.instr->op) {
    case GenericOp::k_put_record:
      VM_TRY_VOID(records.put_record());
      return true;
    case GenericOp::k_is_record_accessible:
      VM_TRY_VOID(records.is_record_accessible());
      return true;
    case GenericOp::k_get_record_field:
      VM_TRY_VOID(records.get_record_field());
      return true;
    default:
      return false;
  }
}

}  // namespace loader
