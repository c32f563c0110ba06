// Maps: a sorted array for up to kFlatMapMax keys, a hash array mapped trie for more. Each
// operation returns a new map that shares its unchanged parts with the old one. Two keys are the
// same if they are exactly_equal(). Nothing here collects; results belong to the builder's memory.
// Invariants, which make the shape a function of the set of keys:
// - the number of keys decides between flat map and trie;
// - the keys of a flat map are sorted by compare_map_keys();
// - a leaf of the trie is at the first level where no other key has the same hash prefix;
// - keys whose 64 hash bits are equal form a tuple of [Key|Value] cells below the last level, in
//   the order of compare_exact().
// Threads: any.
#pragma once

#include "vm/heap/heap_builder.h"

#include <span>
#include <vector>

namespace vm {

struct MapPair {
  Term key;
  Term value;
};

/// Memory for so many pairs, which are not initialised.
template <Word kCount>
class PairMemory {
 public:
  MapPair* data() { return reinterpret_cast<MapPair*>(memory_); }

 private:
  alignas(MapPair) Byte memory_[kCount * sizeof(MapPair)];
};

/// Returns `#{}`.
Term empty_map(HeapBuilder& builder);
/// Returns the value of `key`, or none().
Term map_get(Term map, Term key);
/// Returns `map` with `key` set to `value`.
Term map_put(HeapBuilder& builder, Term map, Term key, Term value);
/// Like map_put(), but returns none() if the key does not exist.
Term map_update(HeapBuilder& builder, Term map, Term key, Term value);
/// Returns `map` without `key`, or `map` itself if the key does not exist. `*value`, if not null,
/// receives the removed value or none().
Term map_remove(HeapBuilder& builder, Term map, Term key, Term* value = nullptr);
/// Returns the union of two maps. For keys in both, the value of `b` wins.
Term map_merge(HeapBuilder& builder, Term a, Term b);

/// Makes a map of `pairs`, and reorders them. Of pairs with the same key, the last one wins.
Term map_from_pairs(HeapBuilder& builder, std::span<MapPair> pairs);
/// Like map_from_pairs(), but returns none() if two keys are the same.
Term map_from_unique_pairs(HeapBuilder& builder, std::span<MapPair> pairs);

/// A map, and where free heap space begins behind it.
struct BuiltMap {
  Term map;
  HeapWord* top;
};
/// map_put(), or else map_update(), for instructions: builds in the free heap space between `top`
/// and `stack`. none(): the space does not do, the map grows into a trie, or it has no such key.
BuiltMap map_put_in(Term map, Term key, Term value, HeapWord* top, StackWord* stack, bool adds);

/// `Map#{K1 => V1, ...}`. `pairs` holds the keys and values alternately.
Term map_put_all(HeapBuilder& builder, Term map, std::span<const Term> pairs);
/// `Map#{K1 := V1, ...}`. Returns none() if a key does not exist, and stores the first such key in
/// `*missing`.
Term map_update_all(HeapBuilder& builder, Term map, std::span<const Term> pairs, Term* missing);

/// The lists that maps:keys/1 and maps:values/1 return.
Term map_keys(HeapBuilder& builder, Term map);
Term map_values(HeapBuilder& builder, Term map);

/// Returns the pairs of a map in the order of MapIterator. The vector has capacity for `extra`
/// more.
std::vector<MapPair> map_pairs(Term map, Word extra = 0);

/// The order of keys in a flat map: like compare_exact(), except that two atoms are ordered by
/// their index in the atom table.
int compare_map_keys(Term a, Term b);

/// Iterates over a map: a flat map in key order, a trie by ascending hash with its groups of four
/// bits reversed. This is the order of maps:next/1; map_keys() of a trie has the reverse order. The
/// map must not be moved while the iterator exists.
class MapIterator {
 public:
  explicit MapIterator(Term map);
  /// Stores the next pair in `*key` and `*value`; returns false at the end.
  bool next(Term* key, Term* value);
  /// Calls f(key, value) for the next `count` pairs of a trie, or all if there are fewer, and for
  /// the others whose keys collide with the last one's: between these no path() leads.
  template <class F>
  void next_together(Word count, F f);
  /// The position of next() in a trie, for iterators that Erlang code holds as terms: the index of
  /// the slot on each level from the root, four bits each, the root's lowest. 0 at the start and at
  /// the end. Not inside colliding keys, where no path leads to.
  Word path();
  /// Moves a new iterator over a trie to the first key at or below `path`; levels beyond the last
  /// one that the path names count as 0. Returns false, with the iterator unusable, if the trie has
  /// no such path.
  [[nodiscard]] bool seek(Word path);

 private:
  struct Level {
    const Term* begin;
    const Term* next;
    const Term* end;
  };
  /// Descends into a node or a tuple of colliding keys.
  void enter(Term slot);

  const FlatMap* flat_ = nullptr;
  Word flat_index_ = 0;
  static constexpr Word kMostNodes = 16;  // on a path; a tuple of colliding keys follows
  Level levels_[kMostNodes + 2];
  Word depth_ = 0;
};

template <class F>
void MapIterator::next_together(Word count, F f) {
  while (depth_ > 0) {
    Level& level = levels_[depth_ - 1];
    const bool have_equal_hashes = depth_ > kMostNodes;
    const Term* at = level.next;
    for (; at != level.end && at->is_cons() && (count > 0 || have_equal_hashes); ++at) {
      f(at->as_cons().head, at->as_cons().tail);
      if (count > 0) --count;
    }
    level.next = at;
    if (at == level.end) {
      --depth_;
      continue;
    }
    if (count == 0) return;
    ++level.next;
    enter(*at);
  }
}

}  // namespace vm
