// Native records: values of a definition that has a module, a name and named fields, new in OTP 29.
// boxed.h has the layout. A module's own definitions are literals; the records of the module point
// to them. A record that comes from elsewhere (records:create/4, the external format) brings a
// definition of its own, which need not agree with what the module says. So nobody may conclude
// from names where a field is: it is looked up. Invariants: the names of the fields of a definition
// are different atoms. Threads: any. Source: EEP 79.
#pragma once

#include "vm/heap/heap_builder.h"

#include <span>

namespace vm {

/// A definition in `builder`'s memory. `is_exported` is an atom, true or false.
Term make_record_definition(HeapBuilder& builder, Term module, Term name, Term is_exported,
                            std::span<const Term> fields);
/// A record of `definition` whose values, as many as it has fields, the caller fills in before
/// anybody looks.
Record& make_record(HeapBuilder& builder, Term definition);
/// Is a name among `fields` more than once?
bool has_repeated_field(std::span<const Term> fields);

/// Where `field` is among the fields of `type`; its number of fields when it is not. The search
/// starts at `guess`, below or at that number: whoever looks for fields in the order of their
/// declaration finds each at once.
inline Word field_position(const RecordDefinition& type, Term field, Word guess) {
  const Word count = type.count();
  for (Word i = guess; i < count; ++i) {
    if (type.fields[i] == field) return i;
  }
  for (Word i = 0; i < guess; ++i) {
    if (type.fields[i] == field) return i;
  }
  return count;
}

/// Is `record` one that the module `module` defined by the name `name`?
inline bool is_record_of(const Record& record, Term module, Term name) {
  return record.type().module == module && record.type().name == name;
}

}  // namespace vm
