// Creation of native records and their definitions.
#include "vm/term/record.h"

#include "vm/term/hash.h"

#include <algorithm>
#include <vector>

namespace vm {

Term make_record_definition(HeapBuilder& builder, Term module, Term name, Term is_exported,
                            std::span<const Term> fields) {
  const Word words = kRecordDefinitionWords + fields.size();
  auto& type = *reinterpret_cast<RecordDefinition*>(builder.alloc(words));
  type.module = module;
  type.name = name;
  type.is_exported = is_exported;
  std::copy(fields.begin(), fields.end(), type.fields);
  // Hash the elements from the module on as a tuple, with its header temporarily in the hash field.
  const Word hashed = words - 2;
  type.hash = Term::from_bits(make_header(Subtag::kTuple, hashed));
  type.hash = Term::small(phash2(Term::boxed(&type.hash)));
  type.header = make_header(Subtag::kTuple, words - 1);
  return Term::boxed(&type);
}

Record& make_record(HeapBuilder& builder, Term definition) {
  const Word count = definition.as_boxed<RecordDefinition>().count();
  auto& record = *reinterpret_cast<Record*>(builder.alloc(kRecordWords + count));
  record.header = make_header(Subtag::kRecord, kRecordWords - 1 + count);
  record.definition = definition;
  return record;
}

bool has_repeated_field(std::span<const Term> fields) {
  std::vector<Word> sorted;
  for (const Term field : fields) sorted.push_back(field.bits());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

}  // namespace vm
