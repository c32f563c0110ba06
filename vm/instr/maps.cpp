// Maps, out of line: construction, updates, and look-ups that fail.
#include "vm/instr/maps.h"

#include "vm/instr/raise.h"
#include "vm/term/atom_table.h"

#include <array>

namespace vm::instr {
namespace {

// The words of a leaf and of the nodes above it in a trie of a million keys, whose upper nodes are
// full.
constexpr Word kPathWords = 80;

/// The heap words to reserve for an update, so that it rarely needs a fragment: a copy of a flat
/// map, or a path in a trie.
Word words_for_update(Term map, Word pairs) {
  if (map.is_flat_map()) return 2 * (map.as_boxed<FlatMap>().count() + pairs) + 5;
  return pairs * kPathWords;
}

/// Reads the keys and values of the list to `room`, or to `many` if they do not fit.
std::span<const Term> read_pairs(const Machine& m, List list, std::array<Term, 8>& room,
                                 std::vector<Term>& many) {
  Term* terms = room.data();
  if (list.count > room.size()) {
    many.resize(list.count);
    terms = many.data();
  }
  for (Word i = 0; i < list.count; ++i) terms[i] = list.any(i).get(m);
  return {terms, list.count};
}

Flow bad_map(Machine& m, Label fail, Term value) {
  if (fail.branches()) return Flow::kFail;
  return raise_error(m, am::badmap, value);
}

template <class F>
Flow update(Machine& m, Label fail, Any source, Any to, Word live, List list, F change) {
  if (!source.get(m).is_map()) return bad_map(m, fail, source.get(m));
  // Only the live registers are roots: a destination beyond them does not hold a term yet.
  m.ensure(words_for_update(source.get(m), list.count / 2), live);
  std::array<Term, 8> room;
  std::vector<Term> many;
  const auto pairs = read_pairs(m, list, room, many);
  const Term map = source.get(m);
  m.save();
  Term missing, result;
  {
    HeapBuilder builder(*m.p);
    result = change(builder, map, pairs, &missing);
  }
  m.load();
  if (result.is_none()) {
    if (fail.branches()) return Flow::kFail;
    return raise_error(m, am::badkey, missing);
  }
  to.set(m, result);
  return Flow::kNext;
}

}  // namespace

INSTR_SLOW(i_new_map, Literal keys, Any to, Uint live, List values) {
  m.ensure(kFlatMapWords + values.count, live);
  put_flat_map(m, keys, to, values);
  return Flow::kNext;
}

INSTR_SLOW(put_map_assoc, Label fail, Any source, Any to, Uint live, List list) {
  return update(m, fail, source, to, live, list,
                [](HeapBuilder& builder, Term map, std::span<const Term> pairs, Term*) {
                  return map_put_all(builder, map, pairs);
                });
}

INSTR_SLOW(put_map_exact, Label fail, Any source, Any to, Uint live, List list) {
  return update(m, fail, source, to, live, list, map_update_all);
}

INSTR_SLOW(i_map_get, Label fail, Any key, Any source, Any) {
  const Term arguments[] = {key.get(m), source.get(m)};
  if (fail.branches()) return Flow::kFail;
  m.save();
  const Term tag = arguments[1].is_map() ? Term(am::badkey) : Term(am::badmap);
  Term reason;
  {
    HeapBuilder builder(*m.p);
    reason = builder.tuple(tag, arguments[1].is_map() ? arguments[0] : arguments[1]);
  }
  m.load();
  return fail_call(m, fail, reason, {am::erlang, am::map_get, arguments});
}

INSTR_SLOW(i_is_map_key, Label fail, Any key, Any source, Any) {
  const Term arguments[] = {key.get(m), source.get(m)};
  if (fail.branches()) return Flow::kFail;
  m.save();
  Term reason;
  {
    HeapBuilder builder(*m.p);
    reason = builder.tuple(Term(am::badmap), arguments[1]);
  }
  m.load();
  return fail_call(m, fail, reason, {am::erlang, am::is_map_key, arguments});
}

}  // namespace vm::instr
