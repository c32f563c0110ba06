// Maps: up to kFlatMapMax keys a sorted array, above that a hash array mapped trie. Every change
// makes a new map that shares what stays the same. Invariants (so that equal maps have equal
// shape): the number of keys alone decides the kind; a flat map's keys stand in compare_map_keys()
// order; in the trie a key lies as near to the root as it is alone with its hash prefix; keys whose
// 64 bits of hash are all equal form a tuple of [Key|Value] cells in compare_exact() order at
// depth 16. Keys are the same when they are exactly_equal(). Nothing here collects.
#pragma once

#include "vm/heap/heap_builder.h"

#include <span>

namespace vm {

struct MapPair {
  Term key;
  Term value;
};

/// `#{}`.
Term empty_map(HeapBuilder& builder);
/// The value of `key`, or none().
Term map_get(Term map, Term key);
/// `map` with `key` set to `value`.
Term map_put(HeapBuilder& builder, Term map, Term key, Term value);
/// The same where the key must exist; none() where it does not.
Term map_update(HeapBuilder& builder, Term map, Term key, Term value);
/// `map` without `key`; itself where it has no such key. `*value`, when given, receives the value
/// removed or none().
Term map_remove(HeapBuilder& builder, Term map, Term key, Term* value = nullptr);
/// All pairs of both; `b` wins.
Term map_merge(HeapBuilder& builder, Term a, Term b);

/// A map of `pairs`, which are put in another order. Of pairs with the same key the last one
/// counts.
Term map_from_pairs(HeapBuilder& builder, std::span<MapPair> pairs);
/// The same, but answers none() where two keys are the same.
Term map_from_unique_pairs(HeapBuilder& builder, std::span<MapPair> pairs);

/// `Map#{K1 => V1, ...}`: `pairs` hold keys and values in turn.
Term map_put_all(HeapBuilder& builder, Term map, std::span<const Term> pairs);
/// `Map#{K1 := V1, ...}`: none() where a key is missing, `*missing` is then the first such key.
Term map_update_all(HeapBuilder& builder, Term map, std::span<const Term> pairs, Term* missing);

/// Lists in the order of maps:keys/1 and maps:values/1.
Term map_keys(HeapBuilder& builder, Term map);
Term map_values(HeapBuilder& builder, Term map);

/// Order of keys in a flat map: as compare_exact(), except that two atoms stand in the order in
/// which they were made.
int compare_map_keys(Term a, Term b);

/// Walks a map: a flat one by key order; the trie by ascending hash, the lowest four bits first
/// (the order of maps:next/1; lists of keys are in the reverse of it).
class MapIterator {
 public:
  explicit MapIterator(Term map);
  /// The next pair, or false at the end.
  bool next(Term* key, Term* value);
  /// Goes on after the key with this hash position (see position()); for iterators that are terms.
  void seek_after(Word position);
  /// Where a key stands in the order of a trie.
  static Word position(Term key);

 private:
  struct Level {
    const Term* next;
    const Term* end;
  };
  const FlatMap* flat_ = nullptr;
  Word flat_index_ = 0;
  Level levels_[18];  // 16 nodes on a path, a tuple of colliding keys below
  Word depth_ = 0;
};

}  // namespace vm
