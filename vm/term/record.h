// Native records (OTP 29): values of a definition with a module, a name and named fields. boxed.h
// has the layout. The definitions of a module are literals, and records created by the module point
// to them. A record created elsewhere (records:create/4, the external format) has a definition of
// its own, which need not agree with the module's. The position of a field therefore does not
// follow from the names of module and record; code must look it up in the definition.
// Invariants: the field names of a definition are distinct atoms.
// Threads: any.
// Source: EEP 79.
#pragma once

#include "vm/heap/heap_builder.h"

#include <span>

namespace vm {

/// Makes a definition. `is_exported` is the atom true or false.
Term make_record_definition(HeapBuilder& builder, Term module, Term name, Term is_exported,
                            std::span<const Term> fields);
/// Makes a record of `definition`. Its values are uninitialised; the caller sets them before the
/// next collection.
Record& make_record(HeapBuilder& builder, Term definition);
/// True if `fields` contains a name more than once.
bool has_repeated_field(std::span<const Term> fields);

/// Returns the index of `field` in `type`, or the number of fields if it is absent. The search
/// starts at `guess`, which is at most the number of fields. A caller that looks fields up in the
/// order of declaration and passes the last index plus one finds each with one comparison.
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

/// True if the definition of `record` has this module and name.
inline bool is_record_of(const Record& record, Term module, Term name) {
  return record.type().module == module && record.type().name == name;
}

}  // namespace vm
