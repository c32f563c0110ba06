// Maps: construction, update, look-up. vm/term/map.h has the data structure.
#pragma once

#include "vm/instr/machine.h"
#include "vm/instr/value.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"

namespace vm::instr {

/// Returns the value of `key` or none(). An immediate key of a flat map is looked up inline.
[[gnu::always_inline]] inline Term value_in_map(Term map, Term key) {
  if (!key.is_immediate() || !Value(map).is_flat_map()) [[unlikely]]
    return map_get(map, key);
  const FlatMap& flat = map.as_boxed<FlatMap>();
  const Word at = flat.index_of_word(key);
  return at < flat.count() ? flat.values[at] : Term::none();
}

INSTR(get_map_elements, Label, auto source, List pairs) {
  const Term map = source.get(m);
  for (Word i = 0; i < pairs.count; i += 2) {
    const Term value = value_in_map(map, pairs.any(i).get(m));
    if (value.is_none()) return Flow::kFail;
    pairs.any(i + 1).set(m, value);
  }
  return Flow::kNext;
}

INSTR(has_map_fields, Label, auto source, List keys) {
  const Term map = source.get(m);
  for (Word i = 0; i < keys.count; ++i) {
    if (value_in_map(map, keys.any(i).get(m)).is_none()) return Flow::kFail;
  }
  return Flow::kNext;
}

INSTR_FAST(i_map_get, Label, auto key, auto source, auto to) {
  const Term map = source.get(m);
  if (!Value(map).is_map()) [[unlikely]]
    return Flow::kSlow;
  const Term value = value_in_map(map, key.get(m));
  if (value.is_none()) return Flow::kSlow;
  to.set(m, value);
  return Flow::kNext;
}

INSTR_FAST(i_is_map_key, Label, auto key, auto source, auto to) {
  const Term map = source.get(m);
  if (!Value(map).is_map()) [[unlikely]]
    return Flow::kSlow;
  to.set(m, value_in_map(map, key.get(m)).is_none() ? am::false_ : am::true_);
  return Flow::kNext;
}

/// Copies a flat map and replaces the values of existing keys; if all values are the same already,
/// the result is the map itself. Returns kSlow if the map is not
/// flat, a key is not an immediate or is absent, or there is no space.
[[gnu::always_inline]] inline Flow replace_values(Machine& m, auto source, auto to, List list) {
  const Term map = source.get(m);
  if (list.count == 0 || !Value(map).is_flat_map()) [[unlikely]]
    return Flow::kSlow;
  const FlatMap& flat = map.as_boxed<FlatMap>();
  const Word count = flat.count();
  // The first key before the copy: a map that grows, key by key, has none of them.
  const Term first_key = list.any(0).get(m);
  if (!first_key.is_immediate()) return Flow::kSlow;
  const Word first = flat.index_of_word(first_key);
  if (first == count) return Flow::kSlow;
  if (!m.has_room(3 + count)) [[unlikely]]
    return Flow::kSlow;
  HeapWord* const copy = m.H;
  copy[0].bits = flat.header;
  copy[1].bits = flat.size.bits();
  copy[2].bits = flat.keys.bits();
  for (Word i = 0; i < count; ++i) copy[3 + i].bits = flat.values[i].bits();
  Word changed_bits = 0;
  for (Word i = 0; i < list.count; i += 2) {
    const Term key = list.any(i).get(m);
    if (!key.is_immediate()) [[unlikely]]
      return Flow::kSlow;
    const Word at = i == 0 ? first : flat.index_of_word(key);
    if (at == count) [[unlikely]]
      return Flow::kSlow;
    const Word value = list.any(i + 1).get(m).bits();
    changed_bits |= copy[3 + at].bits ^ value;
    copy[3 + at].bits = value;
  }
  if (changed_bits == 0) {
    to.set(m, map);
    return Flow::kNext;
  }
  m.H = copy + 3 + count;
  to.set(m, Term::boxed(copy));
  return Flow::kNext;
}

inline constexpr Word kFlatMapWords = sizeof(FlatMap) / sizeof(Word);

/// Builds a flat map. There must be heap space.
[[gnu::always_inline]] inline void put_flat_map(Machine& m, Term keys, auto to, List values) {
  HeapWord* const map = m.H;
  map[0].bits = make_header(Subtag::kFlatMap, kFlatMapWords - 1 + values.count);
  map[1].bits = Term::small(static_cast<SWord>(values.count)).bits();
  map[2].bits = keys.bits();
  for (Word i = 0; i < values.count; ++i) map[kFlatMapWords + i].bits = values.any(i).get(m).bits();
  m.H = map + kFlatMapWords + values.count;
  to.set(m, Term::boxed(map));
}

INSTR_FAST(i_new_map, Literal keys, auto to, Uint, List values) {
  if (!m.has_room(kFlatMapWords + values.count)) [[unlikely]]
    return Flow::kSlow;
  put_flat_map(m, keys, to, values);
  return Flow::kNext;
}

/// Sets keys of a map: all, or, where that does not do, a single one by a call. `adds`: also new
/// ones.
[[gnu::always_inline]] inline Flow put_map(Machine& m, auto source, auto to, List list, bool adds) {
  if (replace_values(m, source, to, list) == Flow::kNext) return Flow::kNext;
  const Term map = source.get(m);
  if (list.count != 2 || !Value(map).is_map()) return Flow::kSlow;
  const auto [result, top] =
      map_put_in(map, list.any(0).get(m), list.any(1).get(m), m.H, m.E, adds);
  if (result.is_none()) [[unlikely]]
    return Flow::kSlow;
  m.H = top;
  to.set(m, result);
  return Flow::kNext;
}

INSTR_FAST(put_map_assoc, Label, auto source, auto to, Uint live, List list) {
  return put_map(m, source, to, list, true);
}
INSTR_FAST(put_map_exact, Label, auto source, auto to, Uint live, List list) {
  return put_map(m, source, to, list, false);
}

}  // namespace vm::instr
