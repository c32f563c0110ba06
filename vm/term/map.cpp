// Operations on maps: flat maps, and the choice between flat map and trie. map_trie.cpp implements
// the trie.
#include "vm/term/map.h"

#include "vm/term/compare.h"
#include "vm/term/compare_at_once.h"
#include "vm/term/copy_words.h"
#include "vm/term/hash.h"
#include "vm/term/map_trie.h"
#include "vm/term/short_binary.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace vm {
namespace {

using namespace detail;

FlatMap& flat_of(Term map) { return map.as_boxed<FlatMap>(); }
const Term* flat_keys(const FlatMap& map) { return map.keys.as_tuple().elements; }

// Memory that flat maps are built in: a HeapBuilder, or heap space that is known to do.
struct FreeWords {
  Term* next;
  Term* alloc(Word words) { return std::exchange(next, next + words); }
};

template <class Memory>
FlatMap& make_flat(Memory& memory, Word count, Term keys) {
  auto& map = *reinterpret_cast<FlatMap*>(memory.alloc(3 + count));
  map.header = make_header(Subtag::kFlatMap, 2 + count);
  map.size = Term::small(static_cast<SWord>(count));
  map.keys = keys;
  return map;
}

template <class Memory>
Tuple& make_key_tuple(Memory& memory, Word count) {
  auto& keys = *reinterpret_cast<Tuple*>(memory.alloc(1 + count));
  keys.header = make_header(Subtag::kTuple, count);
  return keys;
}

// The order of a key and a tuple. Without a call where small integers tell, as in a name with a
// number.
[[gnu::always_inline]] inline int order_to_tuple(Term key, const Tuple& tuple) {
  if (!key.is_pointer()) return key.is_nil() ? 1 : -1;
  const Term other = Term::boxed(&tuple);
  int order;
  return order_tuples_at_once(key, other, &order) ? order : compare_exact(key, other);
}

// Where a key is among those of a flat map, or where it belongs.
struct FlatPlace {
  Word at;
  bool is_there;
};

// `order(k)`: that of a key of the map and the one that is looked for.
template <class Order>
[[gnu::always_inline]] inline FlatPlace search_sorted(const Term* keys, Word count, Term key,
                                                      Order order_of_key) {
  Word from = 0;
  for (Word to = count; from < to;) {
    const Word at = (from + to) / 2;
    const int order = keys[at] == key ? 0 : order_of_key(keys[at]);
    if (order == 0) return {at, true};
    (order < 0 ? from : to) = order < 0 ? at + 1 : at;
  }
  return {from, false};
}

FlatPlace place_of_tuple(const FlatMap& map, const Tuple& tuple) {
  return search_sorted(flat_keys(map), map.count(), Term::boxed(&tuple),
                       [&](Term key) { return order_to_tuple(key, tuple); });
}

// Returns the index of a key that is a tuple, or the number of keys if it is absent.
Word flat_find_tuple(const FlatMap& map, const Tuple& tuple) {
  const Term* keys = flat_keys(map);
  const Word count = map.count();
  const Term key = Term::boxed(&tuple);
  // Looking at each of many keys would mean to read all of them.
  constexpr Word kFew = 8;
  if (count > kFew) {
    const FlatPlace place = place_of_tuple(map, tuple);
    return place.is_there ? place.at : count;
  }
  Word i = 0;
  for (; i < count && keys[i] != key; ++i) {
    if (!keys[i].is_boxed() || keys[i].header() != tuple.header) continue;
    const Look look = look_at_once(keys[i].as_tuple(), tuple, true);
    if (look == Look::kSame || (look == Look::kUnknown && exactly_equal(keys[i], key))) break;
  }
  return i;
}

// Returns the index of a key that is a short binary, or the number of keys if it is absent.
Word flat_find_short_binary(const FlatMap& map, Term key) {
  const Term* keys = flat_keys(map);
  const Word count = map.count();
  const auto& binary = key.as_boxed<HeapBinary>();
  Word i = 0;
  for (; i < count && keys[i] != key; ++i) {
    if (!keys[i].is_boxed()) continue;
    if (keys[i].header() == binary.header) {
      const auto& other = keys[i].as_boxed<HeapBinary>();
      if (same_short_binaries(other, binary)) break;
    } else if (keys[i].is_boxed_as(Subtag::kSubBinary) && exactly_equal(keys[i], key)) {
      break;
    }
  }
  return i;
}

// Returns the index of `key`, or the number of keys if it is absent.
Word flat_find(const FlatMap& map, Term key) {
  if (key.is_immediate()) return map.index_of_word(key);
  if (key.is_tuple()) return flat_find_tuple(map, key.as_tuple());
  if (is_short_binary(key)) return flat_find_short_binary(map, key);
  const Term* keys = flat_keys(map);
  const Word count = map.count();
  Word i = 0;
  while (i < count && !exactly_equal(keys[i], key)) ++i;
  return i;
}

FlatPlace flat_place(const FlatMap& map, Term key) {
  if (key.is_tuple()) return place_of_tuple(map, key.as_tuple());
  const Term* keys = flat_keys(map);
  const Word count = map.count();
  const auto order = [key](Term other) { return compare_map_keys(other, key); };
  if (!key.is_immediate()) return search_sorted(keys, count, key, order);
  // Equal words are found faster than an order, and keys are often added in order.
  const Word at = map.index_of_word(key);
  if (at < count) return {at, true};
  if (count == 0 || order(keys[count - 1]) < 0) return {count, false};
  return search_sorted(keys, count - 1, key, order);
}

template <class Memory>
Term flat_replace(Memory& memory, const FlatMap& map, Word index, Term value) {
  FlatMap& result = make_flat(memory, map.count(), map.keys);
  copy_words(result.values, map.values, map.count());
  result.values[index] = value;
  return Term::boxed(&result);
}

template <class Memory>
Term flat_insert(Memory& memory, const FlatMap& map, Word at, Term key, Term value) {
  const Word count = map.count();
  const Term* keys = flat_keys(map);
  Tuple& new_keys = make_key_tuple(memory, count + 1);
  copy_words(new_keys.elements, keys, at);
  new_keys.elements[at] = key;
  copy_words(new_keys.elements + at + 1, keys + at, count - at);
  FlatMap& result = make_flat(memory, count + 1, Term::boxed(&new_keys));
  copy_words(result.values, map.values, at);
  result.values[at] = value;
  copy_words(result.values + at + 1, map.values + at, count - at);
  return Term::boxed(&result);
}

// none(): the map would have more keys than a flat one.
template <class Memory>
Term flat_put(Memory& memory, Term map, Term key, Term value) {
  const FlatMap& flat = flat_of(map);
  const auto [at, is_there] = flat_place(flat, key);
  if (is_there) return flat.values[at] == value ? map : flat_replace(memory, flat, at, value);
  return flat.count() < kFlatMapMax ? flat_insert(memory, flat, at, key, value) : Term::none();
}

// none(): there is no such key.
template <class Memory>
Term flat_update(Memory& memory, Term map, Term key, Term value) {
  const FlatMap& flat = flat_of(map);
  const Word at = flat_find(flat, key);
  if (at == flat.count()) return Term::none();
  return flat.values[at] == value ? map : flat_replace(memory, flat, at, value);
}

Term flat_remove(HeapBuilder& builder, const FlatMap& map, Word at) {
  const Word count = map.count();
  const Term* keys = flat_keys(map);
  Tuple& new_keys = make_key_tuple(builder, count - 1);
  copy_words(new_keys.elements, keys, at);
  copy_words(new_keys.elements + at, keys + at + 1, count - at - 1);
  FlatMap& result = make_flat(builder, count - 1, Term::boxed(&new_keys));
  copy_words(result.values, map.values, at);
  copy_words(result.values + at, map.values + at + 1, count - at - 1);
  return Term::boxed(&result);
}

// Makes a flat map of pairs with distinct keys in key order.
Term flat_from_sorted(HeapBuilder& builder, std::span<const MapPair> pairs) {
  Tuple& keys = make_key_tuple(builder, pairs.size());
  FlatMap& map = make_flat(builder, pairs.size(), Term::boxed(&keys));
  for (Word i = 0; i < pairs.size(); ++i) {
    keys.elements[i] = pairs[i].key;
    map.values[i] = pairs[i].value;
  }
  return Term::boxed(&map);
}

enum class Duplicates { kLastWins, kReject };

// Sorts the pairs by key and keeps the last of the pairs with equal keys. With kReject, returns
// false if there are equal keys. The first `sorted` pairs are in order, with distinct keys.
bool sort_unique(std::span<MapPair>& pairs, Duplicates duplicates, Word sorted) {
  // Insertion sort: there are at most kFlatMapMax pairs.
  Word kept = sorted;
  for (Word i = sorted; i < pairs.size(); ++i) {
    const MapPair pair = pairs[i];
    Word at = kept;
    int order = -1;
    while (at > 0 && (order = compare_map_keys(pairs[at - 1].key, pair.key)) > 0) --at;
    if (at > 0 && order == 0) {
      if (duplicates == Duplicates::kReject) return false;
      pairs[at - 1] = pair;
      continue;
    }
    for (Word after = kept; after > at; --after) pairs[after] = pairs[after - 1];
    pairs[at] = pair;
    ++kept;
  }
  pairs = pairs.first(kept);
  return true;
}

// The leaves of `pairs` by position, those with the same one in their order.
std::vector<TrieLeaf> sorted_leaves(std::span<const MapPair> pairs) {
  // Positions are hashes: their upper bits put each leaf near its place, with a few others.
  constexpr unsigned kMostBits = 12;
  constexpr Word kFew = 16;
  const unsigned bits = std::min(static_cast<unsigned>(std::bit_width(pairs.size())), kMostBits);
  const unsigned shift = kWordBits - bits;
  std::vector<Word> positions;
  positions.reserve(pairs.size());
  std::vector<Word> ends(Word{1} << bits);
  for (const MapPair& pair : pairs) {
    positions.push_back(reverse_groups(internal_hash(pair.key)));
    ++ends[positions.back() >> shift];
  }
  Word begin = 0;
  for (Word& end : ends) begin += std::exchange(end, begin);
  std::vector<TrieLeaf> leaves(pairs.size());
  for (Word i = 0; i < pairs.size(); ++i)
    leaves[ends[positions[i] >> shift]++] = {positions[i], i, pairs[i]};
  begin = 0;
  for (const Word end : ends) {
    const std::span<TrieLeaf> near = std::span(leaves).subspan(begin, end - begin);
    begin = end;
    if (near.size() > kFew) {
      std::ranges::sort(near, [](const TrieLeaf& a, const TrieLeaf& b) {
        return a.position != b.position ? a.position < b.position : a.order < b.order;
      });
      continue;
    }
    for (Word i = 1; i < near.size(); ++i) {
      const TrieLeaf leaf = near[i];
      Word at = i;
      for (; at > 0 && near[at - 1].position > leaf.position; --at) near[at] = near[at - 1];
      near[at] = leaf;
    }
  }
  return leaves;
}

// Like sort_unique() of leaves that are sorted by position. Equal keys have equal positions.
bool keep_unique(std::vector<TrieLeaf>& leaves, Duplicates duplicates) {
  Word kept = 0;
  for (Word i = 0; i < leaves.size(); ++i) {
    Word same = kept;
    while (same > 0 && leaves[same - 1].position == leaves[i].position &&
           !exactly_equal(leaves[same - 1].pair.key, leaves[i].pair.key)) {
      --same;
    }
    if (same > 0 && leaves[same - 1].position == leaves[i].position) {
      if (duplicates == Duplicates::kReject) return false;
      leaves[same - 1] = leaves[i];
    } else {
      leaves[kept++] = leaves[i];
    }
  }
  leaves.resize(kept);
  return true;
}

// The first `sorted` pairs are in the order of flat maps.
Term from_pairs(HeapBuilder& builder, std::span<MapPair> pairs, Duplicates duplicates,
                Word sorted = 0) {
  if (pairs.size() <= kFlatMapMax) {
    if (!sort_unique(pairs, duplicates, sorted)) return Term::none();
    return flat_from_sorted(builder, pairs);
  }
  std::vector<TrieLeaf> leaves = sorted_leaves(pairs);
  if (!keep_unique(leaves, duplicates)) return Term::none();
  if (leaves.size() > kFlatMapMax) return trie_from_sorted(builder, leaves);
  std::vector<MapPair> few;
  for (const TrieLeaf& leaf : leaves) few.push_back(leaf.pair);
  return from_pairs(builder, few, duplicates);
}

/// The union of two flat maps, with the values of `b` where both have a key: `b` itself if it has
/// all keys, or a map with the key tuple of `a` if that has.
Term merge_flat(HeapBuilder& builder, FlatMap& a, FlatMap& b) {
  PairMemory<2 * kFlatMapMax> memory;
  MapPair* const pairs = memory.data();
  const Term *a_keys = flat_keys(a), *b_keys = flat_keys(b);
  Word count = 0, i = 0, j = 0;
  while (i < a.count() && j < b.count()) {
    const int order = a_keys[i] == b_keys[j] ? 0 : compare_map_keys(a_keys[i], b_keys[j]);
    pairs[count++] = order < 0 ? MapPair{a_keys[i], a.values[i]} : MapPair{b_keys[j], b.values[j]};
    i += order <= 0;
    j += order >= 0;
  }
  for (; i < a.count(); ++i) pairs[count++] = {a_keys[i], a.values[i]};
  for (; j < b.count(); ++j) pairs[count++] = {b_keys[j], b.values[j]};
  if (count == b.count()) return Term::boxed(&b);
  if (count == a.count()) {
    FlatMap& result = make_flat(builder, count, a.keys);
    for (Word n = 0; n < count; ++n) result.values[n] = pairs[n].value;
    return Term::boxed(&result);
  }
  if (count <= kFlatMapMax) return flat_from_sorted(builder, {pairs, count});
  return from_pairs(builder, {pairs, count}, Duplicates::kLastWins);
}

}  // namespace

int compare_map_keys(Term a, Term b) {
  if (a.is_atom()) {
    if (b.is_small()) return 1;
    if (b.is_atom())
      return a.atom_index() < b.atom_index() ? -1 : a.atom_index() > b.atom_index() ? 1 : 0;
  } else if (a.is_small()) {
    if (b.is_atom()) return -1;
    if (b.is_small()) return a.as_small() < b.as_small() ? -1 : a.as_small() > b.as_small() ? 1 : 0;
  }
  return compare_exact(a, b);
}

Term empty_map(HeapBuilder& builder) { return flat_from_sorted(builder, {}); }

Term map_get(Term map, Term key) {
  if (map.is_flat_map()) {
    const FlatMap& flat = flat_of(map);
    const Word at = flat_find(flat, key);
    return at < flat.count() ? flat.values[at] : Term::none();
  }
  const Cons* leaf = trie_find(map, key);
  return leaf != nullptr ? leaf->tail : Term::none();
}

Term map_put(HeapBuilder& builder, Term map, Term key, Term value) {
  if (!map.is_flat_map()) {
    return trie_put(builder, map, builder.cons(key, value), internal_hash(key), Existing::kReplace);
  }
  if (const Term result = flat_put(builder, map, key, value); result.has_value()) return result;
  std::vector<MapPair> pairs = map_pairs(map, 1);
  pairs.push_back({key, value});
  return map_from_pairs(builder, pairs);
}

BuiltMap map_put_in(Term map, Term key, Term value, HeapWord* top, StackWord* stack, bool adds) {
  constexpr Word kTrieWords = 80;  // enough for most paths
  if (map.is_flat_map()) {
    if (!has_heap_room(top, stack, 2 * (flat_of(map).count() + 1) + 5)) return {Term::none(), top};
    FreeWords memory{reinterpret_cast<Term*>(top)};
    const Term result =
        adds ? flat_put(memory, map, key, value) : flat_update(memory, map, key, value);
    return {result, reinterpret_cast<HeapWord*>(memory.next)};
  }
  if (!has_heap_room(top, stack, kTrieWords)) return {Term::none(), top};
  OffHeap none;  // maps own nothing outside
  HeapBuilder builder({reinterpret_cast<Term*>(top), kTrieWords}, none,
                      HeapBuilder::WhenFull::kFragment);
  const Term result =
      adds ? map_put(builder, map, key, value) : map_update(builder, map, key, value);
  if (HeapFragment* more = builder.take_fragments(); more != nullptr) [[unlikely]] {
    HeapFragment::free_chain(more);
    return {Term::none(), top};
  }
  return {result, reinterpret_cast<HeapWord*>(builder.memory_end())};
}

Term map_update(HeapBuilder& builder, Term map, Term key, Term value) {
  if (map.is_flat_map()) return flat_update(builder, map, key, value);
  return trie_put(builder, map, builder.cons(key, value), internal_hash(key), Existing::kReplace,
                  Missing::kReject);
}

Term map_remove(HeapBuilder& builder, Term map, Term key, Term* value) {
  Term removed = Term::none();
  Term result = map;
  if (map.is_flat_map()) {
    const FlatMap& flat = flat_of(map);
    const Word at = flat_find(flat, key);
    if (at < flat.count()) {
      removed = flat.values[at];
      result = flat_remove(builder, flat, at);
    }
  } else {
    result = trie_remove(builder, map, key, &removed);
    if (map_size(result) <= kFlatMapMax) {
      std::vector<MapPair> pairs = map_pairs(result);
      result = map_from_pairs(builder, pairs);
    }
  }
  if (value != nullptr) *value = removed;
  return result;
}

Term map_merge(HeapBuilder& builder, Term a, Term b) {
  if (a == b || map_size(a) == 0) return b;
  if (map_size(b) == 0) return a;
  if (!a.is_flat_map() && !b.is_flat_map()) return trie_merge(builder, a, b);
  MapPair pair;
  if (a.is_flat_map() && b.is_flat_map()) return merge_flat(builder, flat_of(a), flat_of(b));
  // Insert the few keys of the flat map into the trie.
  const bool into_a = b.is_flat_map();
  Term result = into_a ? a : b;
  MapIterator iterator(into_a ? b : a);
  while (iterator.next(&pair.key, &pair.value)) {
    result = trie_put(builder, result, builder.cons(pair.key, pair.value), internal_hash(pair.key),
                      into_a ? Existing::kReplace : Existing::kKeep);
  }
  return result;
}

Term map_from_pairs(HeapBuilder& builder, std::span<MapPair> pairs) {
  return from_pairs(builder, pairs, Duplicates::kLastWins);
}

Term map_from_unique_pairs(HeapBuilder& builder, std::span<MapPair> pairs) {
  return from_pairs(builder, pairs, Duplicates::kReject);
}

Term map_put_all(HeapBuilder& builder, Term map, std::span<const Term> pairs) {
  if (!map.is_flat_map()) {
    for (Word i = 0; i < pairs.size(); i += 2) map = map_put(builder, map, pairs[i], pairs[i + 1]);
    return map;
  }
  if (pairs.size() == 2) return map_put(builder, map, pairs[0], pairs[1]);
  // If no key is new, the result shares the key tuple of `map`; if no value is, it is `map`.
  const FlatMap& flat = flat_of(map);
  FlatMap& result = make_flat(builder, flat.count(), flat.keys);
  copy_words(result.values, flat.values, flat.count());
  Word i = 0;
  bool is_changed = false;
  for (; i < pairs.size(); i += 2) {
    const Word at = flat_find(flat, pairs[i]);
    if (at == flat.count()) break;
    is_changed |= flat.values[at] != pairs[i + 1];
    result.values[at] = pairs[i + 1];
  }
  const bool has_all_keys = i == pairs.size();
  if (has_all_keys && is_changed) return Term::boxed(&result);
  builder.shrink_to(reinterpret_cast<Term*>(&result));
  if (has_all_keys) return map;
  const Word count = flat.count() + pairs.size() / 2;
  constexpr Word kFew = 2 * kFlatMapMax;
  PairMemory<kFew> few;
  std::vector<MapPair> many(count > kFew ? count : 0);
  const std::span<MapPair> all(many.empty() ? few.data() : many.data(), count);
  for (i = 0; i < flat.count(); ++i) all[i] = {flat_keys(flat)[i], flat.values[i]};
  for (Word j = 0; j < pairs.size(); j += 2) all[i++] = {pairs[j], pairs[j + 1]};
  return from_pairs(builder, all, Duplicates::kLastWins, flat.count());
}

Term map_update_all(HeapBuilder& builder, Term map, std::span<const Term> pairs, Term* missing) {
  if (pairs.size() == 2) {
    const Term result = map_update(builder, map, pairs[0], pairs[1]);
    if (result.is_none()) *missing = pairs[0];
    return result;
  }
  *missing = Term::none();
  for (Word i = 0; i < pairs.size(); i += 2) {
    if (map_get(map, pairs[i]).has_value()) continue;
    if (missing->is_none() || compare_map_keys(pairs[i], *missing) < 0) *missing = pairs[i];
  }
  return missing->has_value() ? Term::none() : map_put_all(builder, map, pairs);
}

}  // namespace vm
