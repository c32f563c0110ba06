// See transform_maps.h.
#include "loader/transform_maps.h"

#include "vm/heap/heap_builder.h"
#include "vm/term/map.h"

#include <algorithm>
#include <map>

namespace loader {

namespace {

using Tag = Operand::Tag;

enum Position : unsigned { kSource = 1, kPairs = 4 };

const Operand& operand_of(const GenericCode& code, const GenericInstr& instr, unsigned position) {
  return code.operands[instr.first_operand + position];
}

/// none(): no immediate.
Term immediate(const LoadedTables& tables, const Operand& operand) {
  if (operand.is(Tag::kAtom)) return tables.atoms[operand.index()];
  if (operand.is(Tag::kNil)) return Term::nil();
  if (operand.is(Tag::kInteger) && Term::fits_small(operand.value))
    return Term::small(operand.value);
  return Term::none();
}

bool is_empty_map(const LoadedTables& tables, const Operand& operand) {
  if (!operand.is(Tag::kLiteral)) return false;
  const Term literal = tables.literals[operand.index()];
  return literal.is_flat_map() && literal.as_boxed<vm::FlatMap>().count() == 0;
}

/// The keys in the order of flat maps; empty: the machine finds the order at each update.
std::vector<Term> sorted_keys(const LoadedTables& tables, std::span<const Operand> pairs) {
  std::vector<Term> keys;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    keys.push_back(immediate(tables, pairs[i]));
    if (keys.back().is_none()) return {};
  }
  std::ranges::sort(keys, [](Term a, Term b) { return vm::compare_map_keys(a, b) < 0; });
  if (keys.size() > vm::kFlatMapMax || std::ranges::adjacent_find(keys) != keys.end()) return {};
  return keys;
}

Term tuple_of(vm::HeapBuilder& builder, const std::vector<Term>& keys) {
  Term* words = builder.alloc(1 + keys.size());
  words[0] = Term::from_bits(vm::make_header(vm::Subtag::kTuple, keys.size()));
  std::ranges::copy(keys, words + 1);
  return Term::boxed(words);
}

}  // namespace

Word most_words_of_new_maps(const GenericCode& code) {
  Word words = 0;
  for (const GenericInstr& instr : code.instrs) {
    if (instr.op == GenericOp::k_put_map_assoc)
      words += 1 + code.items_of(operand_of(code, instr, kPairs)).size() / 2;
  }
  return words;
}

void build_new_maps(vm::HeapBuilder& builder, const GenericCode& code, LoadedTables& tables) {
  const auto is_before = [](const std::vector<Term>& a, const std::vector<Term>& b) {
    return std::ranges::lexicographical_compare(a, b, {}, &Term::bits, &Term::bits);
  };
  std::map<std::vector<Term>, Term, decltype(is_before)> tuples;
  for (std::size_t i = 0; i < code.instrs.size(); ++i) {
    const GenericInstr& instr = code.instrs[i];
    if (instr.op != GenericOp::k_put_map_assoc ||
        !is_empty_map(tables, operand_of(code, instr, kSource)))
      continue;
    auto keys = sorted_keys(tables, code.items_of(operand_of(code, instr, kPairs)));
    if (keys.empty()) continue;
    const auto found = tuples.find(keys);
    const Term tuple = found != tuples.end() ? found->second : tuple_of(builder, keys);
    if (found == tuples.end()) tuples.emplace(std::move(keys), tuple);
    tables.new_maps.emplace(i, tuple);
  }
}

std::vector<std::size_t> values_in_order(const LoadedTables& tables, Term keys,
                                         std::span<const Operand> pairs) {
  std::vector<std::size_t> positions;
  const vm::Tuple& tuple = keys.as_tuple();
  for (Word n = 0; n < tuple.arity(); ++n) {
    std::size_t at = 0;
    while (immediate(tables, pairs[at]) != tuple.elements[n]) at += 2;
    positions.push_back(at + 1);
  }
  return positions;
}

}  // namespace loader
