// Native records, out of line: failures, missing heap space, and records of other modules.
#include "vm/instr/records.h"

#include "vm/code/module_table.h"
#include "vm/code/tables.h"
#include "vm/instr/raise.h"
#include "vm/vm.h"

#include <vector>

namespace vm::instr {
namespace {

/// Raises error {Tag, {{Module, Name}, Field}}.
Flow raise_for_field(Machine& m, Term tag, const RecordDefinition& type, Term field) {
  m.save();
  Term what;
  {
    HeapBuilder builder(*m.p);
    what = builder.tuple(builder.tuple(type.module, type.name), field);
  }
  m.load();
  return raise_error(m, tag, what);
}

/// Returns the exported record with the `id` {Module, Name} in the code that the process runs, or
/// null.
const RecordType* find_exported(const Process& p, Term id) {
  const Tuple& name = id.as_tuple();
  const Module* module = p.vm.modules->current(name.elements[0], p.code_index);
  const RecordType* found = module != nullptr ? module->find_record(name.elements[1]) : nullptr;
  return found != nullptr && found->type().is_exported == am::true_ ? found : nullptr;
}

}  // namespace

INSTR_SLOW(get_record_field, Label fail, Any source, Literal id, Literal field, Any to) {
  if (get_record_field::run(m, fail, source, id, field, to) == Flow::kNext) return Flow::kNext;
  if (fail.branches()) return Flow::kFail;
  const Term t = source.get(m);
  if (!t.is_record() || !is_named(t.as_boxed<Record>().type(), id))
    return raise_error(m, am::badrecord, t);
  return raise_for_field(m, am::badfield, t.as_boxed<Record>().type(), field);
}

INSTR_SLOW(i_record_create, Literal definition, Any to, Uint live, List values) {
  m.ensure(kRecordWords + values.count, live);
  put_record(m, definition, to, values);
  return Flow::kNext;
}

/// A field that the record does not have is reported before a field without a value.
INSTR_SLOW(i_record_create_of, Literal id, Any to, Uint live, List pairs) {
  const RecordType* record = find_exported(*m.p, id);
  if (record == nullptr) return raise_error(m, am::badrecord, id);
  const RecordDefinition& type = record->type();
  const Word count = type.count();
  m.ensure(kRecordWords + count, live);
  std::vector<Term> values(record->defaults);
  Word at = 0;
  for (Word i = 0; i < pairs.count; i += 2) {
    const Term field = Term::from_bits(pairs[i]);
    at = field_position(type, field, at);
    if (at == count) return raise_for_field(m, am::badfield, type, field);
    values[at] = pairs.any(i + 1).get(m);
  }
  for (Word i = 0; i < count; ++i) {
    if (values[i].is_none()) return raise_for_field(m, am::novalue, type, type.fields[i]);
  }
  HeapWord* const object = m.H;
  object[0].bits = make_header(Subtag::kRecord, kRecordWords - 1 + count);
  object[1].bits = record->definition.bits();
  for (Word i = 0; i < count; ++i) object[kRecordWords + i].bits = values[i].bits();
  m.H = object + kRecordWords + count;
  to.set(m, Term::boxed(object));
  return Flow::kNext;
}

INSTR_SLOW(i_record_update, Any source, Any to, Uint live, List pairs) {
  m.ensure(kRecordWords + source.get(m).as_boxed<Record>().count(), live);
  const Term t = source.get(m);
  const Term missing = put_updated_record(m, t, to, pairs);
  if (missing.is_none()) return Flow::kNext;
  return raise_for_field(m, am::badfield, t.as_boxed<Record>().type(), missing);
}

}  // namespace vm::instr
