// The BIFs of `records` (OTP 29): access to native records by name and field at run time.
#include "bif/natives.h"
#include "vm/code/module_table.h"
#include "vm/code/tables.h"
#include "vm/heap/list_view.h"
#include "vm/term/map.h"
#include "vm/term/record.h"

#include <algorithm>
#include <vector>

namespace bif {
namespace {

using vm::Record;
using vm::RecordDefinition;

BifResult badrecord(Process& p, Term what) {
  HeapBuilder builder(p);
  return p.error(builder.tuple(am::badrecord, what));
}

/// Raises {badfield, {{Module, Name}, Field}}.
BifResult badfield(Process& p, Term module, Term name, Term field) {
  HeapBuilder builder(p);
  const Term record = builder.tuple(module, name);
  return p.error(builder.tuple(am::badfield, builder.tuple(record, field)));
}

const RecordDefinition& type_of(Term record) { return record.as_boxed<Record>().type(); }

/// Returns the record of this name that a module defines in the code that the process runs, or
/// null.
const vm::RecordType* find_defined(Process& p, Term module, Term name) {
  const vm::Module* found = p.vm.modules->current(module, p.code_index);
  return found != nullptr ? found->find_record(name) : nullptr;
}

/// Returns the module's own definition if it is equal, so that records share it; otherwise makes a
/// new one.
Term definition_of(Process& p, HeapBuilder& builder, Term module, Term name, Term is_exported,
                   const std::vector<Term>& fields) {
  if (const vm::RecordType* defined = find_defined(p, module, name)) {
    const RecordDefinition& type = defined->type();
    if (type.is_exported == is_exported &&
        std::equal(fields.begin(), fields.end(), type.fields, type.fields + type.count()))
      return defined->definition;
  }
  return vm::make_record_definition(builder, module, name, is_exported, fields);
}

/// Reads the only option of records:create/4, is_exported. Returns true, false, or none() if the
/// options are invalid.
Term exported_option(Term options) {
  if (vm::map_size(options) != 1) return Term::none();
  const Term value = vm::map_get(options, am::is_exported);
  return value == am::true_ || value == am::false_ ? value : Term::none();
}

}  // namespace

BifResult records_create_4(Process& p, const Args<4>& a) {
  const Term module = a[0], name = a[1], options = a[3];
  if (!module.is_atom() || !name.is_atom()) return badrecord(p, name);
  if (!options.is_map()) return p.badmap(options);
  const Term is_exported = exported_option(options);
  if (is_exported.is_none()) return p.badarg();
  std::vector<Term> fields, values;
  Term pairs = a[2];
  if (vm::list_length(pairs) < 0) return p.badarg();
  for (; pairs.is_cons(); pairs = pairs.as_cons().tail) {
    const Term pair = pairs.as_cons().head;
    if (!pair.is_tuple_of(2)) return p.badarg();
    const Term field = pair.as_tuple().elements[0];
    if (!field.is_atom()) return badfield(p, module, name, field);
    fields.push_back(field);
    values.push_back(pair.as_tuple().elements[1]);
  }
  if (vm::has_repeated_field(fields)) return p.badarg();
  HeapBuilder builder(p);
  Record& record =
      vm::make_record(builder, definition_of(p, builder, module, name, is_exported, fields));
  std::copy(values.begin(), values.end(), record.values);
  return Term::boxed(&record);
}

BifResult records_update_4(Process& p, const Args<4>& a) {
  const Term source = a[0], module = a[1], name = a[2], changes = a[3];
  if (!source.is_record()) return badrecord(p, source);
  const Record& old = source.as_boxed<Record>();
  if (name != am::underscore && !vm::is_record_of(old, module, name)) return badrecord(p, name);
  if (!changes.is_map()) return p.badmap(changes);
  if (vm::map_size(changes) == 0) return source;
  const RecordDefinition& type = old.type();
  std::vector<Term> values(old.values, old.values + old.count());
  vm::MapIterator pairs(changes);
  for (Term field, value; pairs.next(&field, &value);) {
    const Word at = vm::field_position(type, field, 0);
    if (at == type.count()) return badfield(p, type.module, type.name, field);
    values[at] = value;
  }
  HeapBuilder builder(p);
  Record& record = vm::make_record(builder, old.definition);
  std::copy(values.begin(), values.end(), record.values);
  return Term::boxed(&record);
}

BifResult records_get_2(Process& p, const Args<2>& a) {
  if (!a[1].is_record()) return p.badarg();
  const Record& record = a[1].as_boxed<Record>();
  const Word at = vm::field_position(record.type(), a[0], 0);
  return at < record.count() ? record.values[at] : p.badarg();
}

BifResult records_get_module_1(Process& p, const Args<1>& a) {
  return a[0].is_record() ? type_of(a[0]).module : p.badarg();
}

BifResult records_get_name_1(Process& p, const Args<1>& a) {
  return a[0].is_record() ? type_of(a[0]).name : p.badarg();
}

BifResult records_get_field_names_1(Process& p, const Args<1>& a) {
  if (!a[0].is_record()) return badrecord(p, a[0]);
  const RecordDefinition& type = type_of(a[0]);
  HeapBuilder builder(p);
  return builder.list_from(std::span<const Term>(type.fields, type.count()));
}

BifResult records_is_exported_1(Process& p, const Args<1>& a) {
  return a[0].is_record() ? type_of(a[0]).is_exported : badrecord(p, a[0]);
}

/// Returns {#{is_exported => Boolean}, [Field | {Field, Default}, ...]}.
BifResult records_get_definition_2(Process& p, const Args<2>& a) {
  const vm::RecordType* defined = find_defined(p, a[0], a[1]);
  if (defined == nullptr) return p.badarg();
  const RecordDefinition& type = defined->type();
  HeapBuilder builder(p);
  Term fields = Term::nil();
  for (Word i = type.count(); i-- > 0;) {
    const Term value = defined->defaults[i];
    const Term field = value.is_none() ? type.fields[i] : builder.tuple(type.fields[i], value);
    fields = builder.cons(field, fields);
  }
  vm::MapPair options[] = {{am::is_exported, type.is_exported}};
  return builder.tuple(vm::map_from_pairs(builder, options), fields);
}

}  // namespace bif
