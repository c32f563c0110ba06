// Native records (OTP 29): tests, creation, update, field access. vm/term/record.h has the data
// structure. Some instructions, as noted, run only after is_any_native_record has succeeded.
#pragma once

#include "vm/instr/machine.h"
#include "vm/instr/tests.h"
#include "vm/instr/value.h"
#include "vm/term/record.h"

namespace vm::instr {

INSTR(is_any_native_record, Label, auto a) { return when(Value(a.get(m)).is_record()); }

INSTR(is_native_record, Label, auto a, Literal module, Literal name) {
  const Term t = a.get(m);
  return when(is_record_of(t.as_boxed<Record>(), module, name));
}

INSTR(is_record_accessible, Label, auto a, Literal own_module) {
  const Term t = a.get(m);
  const RecordDefinition& type = t.as_boxed<Record>().type();
  return when(type.is_exported == am::true_ || type.module == own_module);
}

/// A destination may be the source register, so all fields are read before any is written.
INSTR(get_record_elements, Label, auto source, List pairs) {
  const Term t = source.get(m);
  const Record& record = t.as_boxed<Record>();
  const RecordDefinition& type = record.type();
  const Word count = type.count();
  Word at = 0;
  for (Word i = 0; i < pairs.count; i += 2) {
    at = field_position(type, Term::from_bits(pairs[i]), at);
    if (at == count) return Flow::kFail;
  }
  at = 0;
  for (Word i = 0; i < pairs.count; i += 2) {
    at = field_position(type, Term::from_bits(pairs[i]), at);
    pairs.any(i + 1).set(m, record.values[at]);
  }
  return Flow::kNext;
}

/// True if an instruction that names the record `id` may access a record of this type. `id` is an
/// atom for a record of the running module, of which only the name is compared, as in OTP 29, or
/// '_' for any record.
inline bool is_named(const RecordDefinition& type, Term id) {
  if (id.is_atom()) return id == am::underscore || type.name == id;
  const Tuple& name = id.as_tuple();
  return type.module == name.elements[0] && type.name == name.elements[1] &&
         type.is_exported == am::true_;
}

INSTR_FAST(get_record_field, Label, auto source, Literal id, Literal field, auto to) {
  const Term t = source.get(m);
  if (!t.is_record()) [[unlikely]]
    return Flow::kSlow;
  const Record& record = t.as_boxed<Record>();
  const RecordDefinition& type = record.type();
  if (!is_named(type, id)) [[unlikely]]
    return Flow::kSlow;
  const Word at = field_position(type, field, 0);
  if (at == type.count()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, record.values[at]);
  return Flow::kNext;
}

/// Builds a record. There must be heap space.
[[gnu::always_inline]] inline void put_record(Machine& m, Term definition, auto to, List values) {
  HeapWord* const record = m.H;
  record[0].bits = make_header(Subtag::kRecord, kRecordWords - 1 + values.count);
  record[1].bits = definition.bits();
  for (Word i = 0; i < values.count; ++i)
    record[kRecordWords + i].bits = values.any(i).get(m).bits();
  m.H = record + kRecordWords + values.count;
  to.set(m, Term::boxed(record));
}

INSTR_FAST(i_record_create, Literal definition, auto to, Uint, List values) {
  if (!m.has_room(kRecordWords + values.count)) [[unlikely]]
    return Flow::kSlow;
  put_record(m, definition, to, values);
  return Flow::kNext;
}

INSTR_OUT_OF_LINE(i_record_create_of);

/// Builds a copy of a record with new values for some fields. There must be heap space. Returns
/// none(), or the first field that the record does not have; then nothing has changed.
[[gnu::always_inline]] inline Term put_updated_record(Machine& m, Term t, auto to, List pairs) {
  const Record& record = t.as_boxed<Record>();
  const RecordDefinition& type = record.type();
  const Word count = type.count();
  HeapWord* const copy = m.H;
  copy[0].bits = record.header;
  copy[1].bits = record.definition.bits();
  for (Word i = 0; i < count; ++i) copy[kRecordWords + i].bits = record.values[i].bits();
  Word at = 0;
  for (Word i = 0; i < pairs.count; i += 2) {
    at = field_position(type, Term::from_bits(pairs[i]), at);
    if (at == count) [[unlikely]]
      return Term::from_bits(pairs[i]);
    copy[kRecordWords + at].bits = pairs.any(i + 1).get(m).bits();
  }
  m.H = copy + kRecordWords + count;
  to.set(m, Term::boxed(copy));
  return Term::none();
}

INSTR_FAST(i_record_update, auto source, auto to, Uint, List pairs) {
  const Term t = source.get(m);
  if (!m.has_room(kRecordWords + t.as_boxed<Record>().count())) [[unlikely]]
    return Flow::kSlow;
  return put_updated_record(m, t, to, pairs).is_none() ? Flow::kNext : Flow::kSlow;
}

}  // namespace vm::instr
