// Map iterators, and the lists that maps:keys/1 and similar functions return.
#include "vm/term/hash.h"
#include "vm/term/map_trie.h"

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
  MapIterator iterator(map);
  Term key, value;
  while (iterator.next(&key, &value)) list = builder.cons(make(key, value), list);
  return list;
}

}  // namespace

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
  MapIterator iterator(map);
  for (MapPair pair; iterator.next(&pair.key, &pair.value);) pairs.push_back(pair);
  return pairs;
}

MapIterator::MapIterator(Term map) {
  if (map.is_flat_map()) {
    flat_ = &map.as_boxed<FlatMap>();
    return;
  }
  const NodeView v = node_view(map);
  levels_[depth_++] = {v.slots, v.slots + v.count()};
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
    if (is_node(slot)) {
      const NodeView v = node_view(slot);
      levels_[depth_++] = {v.slots, v.slots + v.count()};
    } else {
      const Tuple& cells = slot.as_tuple();
      levels_[depth_++] = {cells.elements, cells.elements + cells.arity()};
    }
  }
  return false;
}

Word MapIterator::position(Term key) { return reverse_groups(internal_hash(key)); }

void MapIterator::seek_after(Word position) {
  VM_ASSERT(flat_ == nullptr && depth_ == 1, "a new iterator over a trie");
  // Follow the path to the position. In each node, skip the slots before the position, and descend
  // if the slot at the position is a node.
  const Term* slots = levels_[0].next;
  Word count = static_cast<Word>(levels_[0].end - slots);
  Word bitmap = node_view(Term::boxed(slots - 2)).bitmap;
  for (Word level = 0; level < kTrieLevels; ++level) {
    const Word bit = Word{1} << group_at(position, level);
    const auto before = static_cast<Word>(std::popcount(bitmap & (bit - 1)));
    const bool here = bitmap & bit;
    levels_[level] = {slots + before + (here ? 1 : 0), slots + count};
    depth_ = level + 1;
    // A leaf or colliding keys at the position itself are skipped.
    if (!here || !is_node(slots[before])) return;
    const NodeView v = node_view(slots[before]);
    slots = v.slots;
    count = v.count();
    bitmap = v.bitmap;
  }
}

}  // namespace vm
