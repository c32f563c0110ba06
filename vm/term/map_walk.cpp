// Map iterators, the lists that maps:keys/1 and similar functions return, and the nodes of tries.
#include "vm/term/hash.h"
#include "vm/term/map_trie.h"

#include <algorithm>

namespace vm {

using namespace detail;

namespace {

// Makes a list of make(key, value): for a flat map in iteration order, for a trie in reverse order,
// as in OTP.
template <typename Make>
Term list_of(HeapBuilder& builder, Term map, Make make) {
  Term list = Term::nil();
  if (map.is_flat_map()) {
    const FlatMap& flat = map.as_boxed<FlatMap>();
    for (Word i = flat.count(); i-- > 0;)
      list = builder.cons(make(flat.keys.as_tuple().elements[i], flat.values[i]), list);
    return list;
  }
  MapIterator(map).next_together(
      map_size(map), [&](Term key, Term value) { list = builder.cons(make(key, value), list); });
  return list;
}

// Recursion: a trie has at most kTrieLevels levels of nodes.
void count_nodes(Term slot, Word level, TrieShape& shape) {
  if (slot.is_cons()) {
    ++shape.leaves[level];
    return;
  }
  const Slots slots = slots_of(slot);
  if (slot.is_hash_map() && slots.count == 16) {
    ++shape.full_roots;
  } else {
    auto& nodes = is_node(slot) ? shape.bitmaps : shape.collisions;
    ++nodes[std::min<Word>(slots.count, nodes.size()) - 1];
  }
  shape.depth = std::max(shape.depth, level + 1);
  for (Word i = 0; i < slots.count; ++i) count_nodes(slots.begin[i], level + 1, shape);
}

Term as_tuples(HeapBuilder& builder, Term slot) {
  if (!is_node(slot)) return slot;  // a leaf, or a tuple of colliding keys
  const Slots slots = slots_of(slot);
  Term elements[16];
  for (Word i = 0; i < slots.count; ++i) elements[i] = as_tuples(builder, slots.begin[i]);
  return builder.tuple_from({elements, slots.count});
}

}  // namespace

TrieShape trie_shape(Term map) {
  TrieShape shape;
  count_nodes(map, 0, shape);
  return shape;
}

Term trie_slots(HeapBuilder& builder, Term map) {
  const Slots slots = slots_of(map);
  Term list = Term::nil();
  for (Word i = 0; i < slots.count; ++i)
    list = builder.cons(as_tuples(builder, slots.begin[i]), list);
  return list;
}

Term map_keys(HeapBuilder& builder, Term map) {
  return list_of(builder, map, [](Term key, Term) { return key; });
}

Term map_values(HeapBuilder& builder, Term map) {
  return list_of(builder, map, [](Term, Term value) { return value; });
}

std::vector<MapPair> map_pairs(Term map, Word extra) {
  std::vector<MapPair> pairs;
  pairs.reserve(map_size(map) + extra);
  if (map.is_flat_map()) {
    const FlatMap& flat = map.as_boxed<FlatMap>();
    const Term* keys = flat.keys.as_tuple().elements;
    for (Word i = 0; i < flat.count(); ++i) pairs.push_back({keys[i], flat.values[i]});
    return pairs;
  }
  MapIterator(map).next_together(map_size(map), [&](Term key, Term value) {
    // In its place: a copy, which the compiler makes with one load, would wait for the two stores.
    MapPair& pair = pairs.emplace_back();
    pair.key = key;
    pair.value = value;
  });
  return pairs;
}

MapIterator::MapIterator(Term map) {
  static_assert(kMostNodes == kTrieLevels);
  if (map.is_flat_map()) {
    flat_ = &map.as_boxed<FlatMap>();
    return;
  }
  enter(map);
}

void MapIterator::enter(Term slot) {
  const Slots slots = slots_of(slot);
  levels_[depth_++] = {slots.begin, slots.begin, slots.begin + slots.count};
}

bool MapIterator::next(Term* key, Term* value) {
  if (flat_ != nullptr) {
    if (flat_index_ == flat_->count()) return false;
    *key = flat_->keys.as_tuple().elements[flat_index_];
    *value = flat_->values[flat_index_++];
    return true;
  }
  while (depth_ > 0) {
    Level& level = levels_[depth_ - 1];
    if (level.next == level.end) {
      --depth_;
      continue;
    }
    const Term slot = *level.next++;
    if (slot.is_cons()) {
      *key = slot.as_cons().head;
      *value = slot.as_cons().tail;
      return true;
    }
    enter(slot);
  }
  return false;
}

Word MapIterator::path() {
  while (depth_ > 0 && levels_[depth_ - 1].next == levels_[depth_ - 1].end) --depth_;
  Word path = 0;
  for (Word i = 0; i < depth_; ++i) {
    const auto index = static_cast<Word>(levels_[i].next - levels_[i].begin);
    // On all levels but the last, `next` is one past the slot that was entered.
    path |= (i + 1 < depth_ ? index - 1 : index) << (4 * i);
  }
  return path;
}

bool MapIterator::seek(Word path) {
  VM_ASSERT(flat_ == nullptr && depth_ == 1, "a new iterator over a trie");
  for (;; path >>= 4) {
    Level& level = levels_[depth_ - 1];
    const Word index = path & 15;
    if (index >= static_cast<Word>(level.end - level.begin)) return false;
    level.next = level.begin + index;
    if (level.next->is_cons()) return true;
    enter(*level.next++);
  }
}

}  // namespace vm
