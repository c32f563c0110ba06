// Terms are built straight into literal memory: the largest size that the bytes can stand for is
// reserved (addresses cost nothing, memory is used when it is written), and the rest is given back.
#include "loader/literals.h"

#include "loader/transform_maps.h"
#include "vm/base/utf8.h"
#include "vm/code/fun_resolver.h"
#include "vm/code/tables.h"
#include "vm/heap/heap_builder.h"
#include "vm/heap/list_view.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/atom_table.h"
#include "vm/term/record.h"

#include <fmt/format.h>

namespace loader {

namespace {

using vm::HeapBuilder;
using vm::Subtag;

// No external term takes more heap words than this many a byte, plus a few for its header (the
// worst are strings and the nodes of large maps). Compressed terms say their true size.
constexpr Word kWordsPerByte = 8;
constexpr Word kWordsPerTerm = 32;
constexpr Byte kCompressed = 80;

constexpr Word kConstantFunWords = sizeof(vm::Fun) / sizeof(Word);

vm::Err<LoadErrorPtr> literal_error(const BeamFile& beam, std::string expected, std::string found) {
  auto error = load_error(0, "chunk \"LitT\"", std::move(expected), std::move(found));
  error.error->module = beam.module;
  return error;
}

vm::Err<LoadErrorPtr> no_term(const BeamFile& beam, std::size_t index) {
  return literal_error(beam, "an external term", fmt::format("literal {} that is none", index));
}

Word most_words(Bytes literal) {
  Word bytes = literal.size();
  if (bytes > 6 && literal[1] == kCompressed) bytes = ByteReader(literal.subspan(2), 0).u32();
  return kWordsPerTerm + bytes * kWordsPerByte;
}

/// A cell for each byte at most, and a pair.
Word most_words_of_file(std::string_view name) { return name.size() * 2 + 3; }

Word most_words_of_integer(Bytes digits) { return 2 + digits.size() / sizeof(Word) + 1; }

Word most_words(const BeamFile& beam, const GenericCode& code) {
  Word words = beam.lambdas.size() * kConstantFunWords + most_words_of_new_maps(code);
  for (Bytes literal : beam.literals) words += most_words(literal);
  for (Bytes big : code.bigs) words += most_words_of_integer(big);
  for (const std::string& name : beam.lines.files) words += most_words_of_file(name);
  for (const RecordRow& record : beam.records) {
    words += vm::kRecordDefinitionWords + record.fields.size();
    for (const RecordField& field : record.fields) words += most_words_of_integer(field.big);
  }
  return words;
}

/// An integer that is not small, from two's complement with the most significant byte first.
Term build_big(HeapBuilder& builder, Bytes digits) {
  bool negative = (digits[0] & 0x80) != 0;
  Word count = (digits.size() + sizeof(Word) - 1) / sizeof(Word);
  Term* words = builder.alloc(count + 1);
  auto* limbs = reinterpret_cast<Word*>(words + 1);
  // The magnitude of a negative number is its complement plus one.
  Word carry = negative ? 1 : 0;
  for (Word i = 0; i < count; i++) {
    Word limb = 0;
    for (Word k = 0; k < sizeof(Word); k++) {
      Word place = i * sizeof(Word) + k;
      Byte digit = place < digits.size() ? digits[digits.size() - 1 - place] : negative ? 0xff : 0;
      limb |= static_cast<Word>(negative ? static_cast<Byte>(~digit) : digit) << (8 * k);
    }
    limbs[i] = limb + carry;
    carry = carry != 0 && limbs[i] == 0 ? 1 : 0;
  }
  while (count > 1 && limbs[count - 1] == 0) count--;
  builder.shrink_to(words + count + 1);
  Subtag tag = negative ? Subtag::kBigNegative : Subtag::kBigPositive;
  words[0] = Term::from_bits(vm::make_header(tag, count));
  return Term::boxed(words);
}

/// {file, Name} with the name as a list of its code points, as stack traces have it.
Term build_file(HeapBuilder& builder, std::string_view name) {
  vm::ListBuilder list(builder);
  const char* const end = name.data() + name.size();
  for (const char* at = name.data(); at < end;) {
    std::uint32_t code_point = 0;
    at += vm::decode_utf8(at, end, &code_point);  // read_lines() has checked it
    list.add(Term::small(static_cast<vm::SWord>(code_point)));
  }
  return builder.tuple(Term(vm::am::file), list.finish());
}

/// The number as the machine keeps it. Encoders may write more bytes than needed.
Term build_integer(HeapBuilder& builder, Bytes digits) {
  Byte fill = (digits[0] & 0x80) != 0 ? 0xff : 0;
  while (digits.size() > sizeof(Word) && digits[0] == fill && (digits[1] & 0x80) == (fill & 0x80)) {
    digits = digits.subspan(1);
  }
  if (digits.size() > sizeof(Word)) return build_big(builder, digits);
  Word value = fill != 0 ? ~Word{0} : 0;
  for (Byte digit : digits) value = value << 8 | digit;
  auto number = static_cast<vm::SWord>(value);
  return Term::fits_small(number) ? Term::small(number) : build_big(builder, digits);
}

Term build_constant_fun(HeapBuilder& builder, vm::FunEntry& entry) {
  Term* words = builder.alloc(kConstantFunWords);
  auto* fun = reinterpret_cast<vm::Fun*>(words);
  fun->header = vm::make_header(Subtag::kFun, kConstantFunWords - 1);
  fun->target = &entry;
  fun->arity = entry.arity;
  return Term::boxed(words);
}

Term build_default(HeapBuilder& builder, const RecordField& field, const LoadedTables& tables) {
  switch (field.kind) {
    case RecordField::Default::kNone:
      break;
    case RecordField::Default::kAtom:
      return tables.atoms[static_cast<std::size_t>(field.value)];
    case RecordField::Default::kInteger:
      return Term::small(field.value);
    case RecordField::Default::kBigInteger:
      return build_integer(builder, field.big);
    case RecordField::Default::kLiteral:
      return tables.literals[static_cast<std::size_t>(field.value)];
  }
  return Term::none();
}

vm::RecordType build_record(HeapBuilder& builder, const RecordRow& row,
                            const LoadedTables& tables) {
  std::vector<Term> fields;
  vm::RecordType record;
  for (const RecordField& field : row.fields) {
    fields.push_back(tables.atoms[field.name]);
    record.defaults.push_back(build_default(builder, field, tables));
  }
  record.definition = vm::make_record_definition(builder, tables.atoms[1], tables.atoms[row.name],
                                                 vm::make_boolean(row.is_exported), fields);
  return record;
}

}  // namespace

LoadResult<void> check_literals(const BeamFile& beam) {
  vm::DecodeOptions options;
  options.only_check = true;
  HeapBuilder scratch(Word{0});
  for (std::size_t i = 0; i < beam.literals.size(); i++) {
    if (vm::decode_external(scratch, beam.literals[i], options).is_none()) return no_term(beam, i);
  }
  return {};
}

LoadResult<void> build_literals(vm::Vm& vm, const BeamFile& beam, const GenericCode& code,
                                LoadedTables& tables, vm::Module& module) {
  Word most = most_words(beam, code);
  Term* area = vm.literals->allocate(most);
  if (area == nullptr && most != 0) {
    return literal_error(beam, "room in literal memory", fmt::format("{} words", most));
  }
  module.literals = area;
  module.literal_words = most;
  HeapBuilder builder(std::span(area, most), module.literal_off_heap);
  vm::CodeFunResolver funs(*vm.exports, *vm.funs);
  vm::DecodeOptions options;
  options.funs = &funs;
  for (std::size_t i = 0; i < beam.literals.size(); i++) {
    Term term = vm::decode_external(builder, beam.literals[i], options);
    if (term.is_none()) return no_term(beam, i);
    tables.literals.push_back(term);
  }
  for (const std::string& name : beam.lines.files)
    module.files.push_back(build_file(builder, name));
  for (Bytes big : code.bigs) tables.bigs.push_back(build_integer(builder, big));
  for (const RecordRow& row : beam.records)
    module.records.push_back(build_record(builder, row, tables));
  for (std::size_t i = 0; i < beam.lambdas.size(); i++) {
    bool is_constant = beam.lambdas[i].free_count == 0;
    tables.constant_funs.push_back(is_constant ? build_constant_fun(builder, *tables.funs[i])
                                               : Term::none());
  }
  build_new_maps(builder, code, tables);
  Word used = static_cast<Word>(builder.alloc(0) - area);
  vm.literals->free(area + used, most - used);
  module.literal_words = used;
  if (used == 0) module.literals = nullptr;
  return {};
}

}  // namespace loader
