// The hash array mapped trie of large maps. The functions recurse over its levels, at most
// kTrieLevels deep.
#include "vm/term/map_trie.h"

#include "vm/term/compare.h"
#include "vm/term/copy_words.h"
#include "vm/term/hash.h"

#include <algorithm>
#include <vector>

namespace vm::detail {
namespace {

Word group_of(Word hash, Word level) { return hash >> (4 * level) & 15; }
Word bit_of(Word hash, Word level) { return Word{1} << group_of(hash, level); }

Word make_node_header(Subtag tag, Word words, Word bitmap) {
  return make_header(tag, words) | bitmap << kHeaderExtraShift;
}

// A node often has exactly 16 slots.
void copy_slots(Term* to, const Term* from, Word count) {
  if (count == 16) {
    std::copy_n(from, 16, to);
    return;
  }
  copy_words(to, from, count);
}

Term* make_node(HeapBuilder& builder, Word bitmap) {
  const auto count = count_slots(bitmap);
  auto& node = *reinterpret_cast<HashNode*>(builder.alloc(1 + count));
  node.header = make_node_header(Subtag::kHashNode, count, bitmap);
  return node.slots;
}
Term node_of_slots(Term* slots) { return Term::boxed(slots - 1); }

Term make_root(HeapBuilder& builder, Word size, Word bitmap, const Term* slots) {
  const auto count = count_slots(bitmap);
  auto& root = *reinterpret_cast<HashMap*>(builder.alloc(2 + count));
  root.header = make_node_header(Subtag::kHashMap, 1 + count, bitmap);
  root.size = Term::small(static_cast<SWord>(size));
  copy_slots(root.slots, slots, count);
  return Term::boxed(&root);
}
// Makes a root for a map of `size` keys with the slots of `node`.
Term as_root(HeapBuilder& builder, Word size, Term node) {
  const NodeView v = node_view(node);
  return make_root(builder, size, v.bitmap, v.slots);
}

// Allocates a copy of `node` with another bitmap and `count` slots, and returns the slots, which
// the caller fills in. The copy of a root is a root and keeps its size.
Term* copy_of_head(HeapBuilder& builder, Term node, Word bitmap, Word count) {
  const Word header = node.header();
  if (header_subtag(header) == Subtag::kHashMap) {
    auto& root = *reinterpret_cast<HashMap*>(builder.alloc(2 + count));
    root.header = make_node_header(Subtag::kHashMap, 1 + count, bitmap);
    root.size = node.as_boxed<HashMap>().size;
    return root.slots;
  }
  auto& inner = *reinterpret_cast<HashNode*>(builder.alloc(1 + count));
  inner.header = make_node_header(Subtag::kHashNode, count, bitmap);
  return inner.slots;
}
Term node_like(Term node, Term* slots) {
  return Term::boxed(slots - (header_subtag(node.header()) == Subtag::kHashMap ? 2 : 1));
}

Term with_replaced(HeapBuilder& builder, Term node, Word at, Term slot) {
  const NodeView v = node_view(node);
  const Word count = v.count();
  Term* slots = copy_of_head(builder, node, v.bitmap, count);
  copy_slots(slots, v.slots, count);
  slots[at] = slot;
  return node_like(node, slots);
}
Term with_added(HeapBuilder& builder, Term node, Word group, Term slot) {
  const NodeView v = node_view(node);
  const Word count = v.count(), at = v.index_of(group);
  Term* slots = copy_of_head(builder, node, v.bitmap | Word{1} << group, count + 1);
  copy_words(slots, v.slots, at);
  slots[at] = slot;
  copy_words(slots + at + 1, v.slots + at, count - at);
  return node_like(node, slots);
}
Term with_removed(HeapBuilder& builder, Term node, Word group) {
  const NodeView v = node_view(node);
  const Word count = v.count(), at = v.index_of(group);
  Term* slots = copy_of_head(builder, node, v.bitmap & ~(Word{1} << group), count - 1);
  copy_words(slots, v.slots, at);
  copy_words(slots + at, v.slots + at + 1, count - at - 1);
  return node_like(node, slots);
}

// Makes a subtree at `level` of two leaves with different keys, with nodes down to the level where
// their hashes differ.
Term join_leaves(HeapBuilder& builder, Term a, Word a_hash, Term b, Word b_hash, Word level) {
  Word part = level;
  while (part < kTrieLevels && bit_of(a_hash, part) == bit_of(b_hash, part)) ++part;
  Term node;
  if (part == kTrieLevels) {
    const bool in_order = compare_exact(a.as_cons().head, b.as_cons().head) < 0;
    node = in_order ? builder.tuple(a, b) : builder.tuple(b, a);
  } else {
    const Word a_bit = bit_of(a_hash, part), b_bit = bit_of(b_hash, part);
    Term* slots = make_node(builder, a_bit | b_bit);
    slots[0] = a_bit < b_bit ? a : b;
    slots[1] = a_bit < b_bit ? b : a;
    node = node_of_slots(slots);
  }
  while (part-- > level) {
    Term* slots = make_node(builder, bit_of(a_hash, part));
    slots[0] = node;
    node = node_of_slots(slots);
  }
  return node;
}

// The result of an insertion below a slot.
struct Inserted {
  Term slot;   // the new content of the slot
  bool added;  // the key is new
};

// The result if the key does not exist and must not be added.
constexpr Inserted kRejected{Term::none(), false};

Inserted insert_in_collision(HeapBuilder& builder, Term tuple, Term leaf, Existing existing,
                             Missing missing) {
  const Tuple& cells = tuple.as_tuple();
  const Term key = leaf.as_cons().head;
  Word at = 0;
  int order = 1;
  for (; at < cells.arity(); ++at) {
    order = compare_exact(cells.elements[at].as_cons().head, key);
    if (order >= 0) break;
  }
  const bool found = at < cells.arity() && order == 0;
  if (found && existing == Existing::kKeep) return {tuple, false};
  if (!found && missing == Missing::kReject) return kRejected;
  const Word count = cells.arity() + (found ? 0 : 1);
  auto& result = *reinterpret_cast<Tuple*>(builder.alloc(1 + count));
  result.header = make_header(Subtag::kTuple, count);
  std::copy_n(cells.elements, at, result.elements);
  result.elements[at] = leaf;
  std::copy(cells.elements + at + (found ? 1 : 0), cells.elements + cells.arity(),
            result.elements + at + 1);
  return {Term::boxed(&result), !found};
}

// Inserts `leaf` at a slot that holds a leaf.
Inserted insert_at_leaf(HeapBuilder& builder, Term slot, Term leaf, Word hash, Word level,
                        Existing existing, Missing missing) {
  const Cons& there = slot.as_cons();
  if (exactly_equal(there.head, leaf.as_cons().head)) {
    const bool keep = existing == Existing::kKeep || there.tail == leaf.as_cons().tail;
    return {keep ? slot : leaf, false};
  }
  if (missing == Missing::kReject) return kRejected;
  return {join_leaves(builder, slot, internal_hash(there.head), leaf, hash, level), true};
}

// Inserts `leaf` at a slot of `level` (the slot's node is at level - 1). Descends to the leaf's
// position and copies each node on the path on the way back.
Inserted insert(HeapBuilder& builder, Term slot, Term leaf, Word hash, Word level,
                Existing existing, Missing missing) {
  struct Step {
    Term node;
    Word at;
  };
  Step path[kTrieLevels];
  Word depth = 0;
  Term at_end = slot;
  Inserted result{Term::none(), true};
  while (is_node(at_end)) {
    const NodeView v = node_view(at_end);
    const Word group = group_of(hash, level);
    if (!v.has(group)) {
      if (missing == Missing::kReject) return kRejected;
      result.slot = with_added(builder, at_end, group, leaf);
      break;
    }
    const Word at = v.index_of(group);
    path[depth++] = {at_end, at};
    at_end = v.slots[at];
    ++level;
  }
  if (result.slot.is_none()) {
    result = at_end.is_cons()
                 ? insert_at_leaf(builder, at_end, leaf, hash, level, existing, missing)
                 : insert_in_collision(builder, at_end, leaf, existing, missing);
    if (result.slot.is_none()) return result;
    if (result.slot == at_end) return {slot, result.added};
  }
  while (depth-- > 0)
    result.slot = with_replaced(builder, path[depth].node, path[depth].at, result.slot);
  return result;
}

// Removes `key` below `slot`. Returns the new content of the slot: none() if nothing is left,
// `slot` itself if the key does not exist.
Term remove(HeapBuilder& builder, Term slot, Term key, Word hash, Word level, Term* value) {
  if (slot.is_cons()) {
    if (!exactly_equal(slot.as_cons().head, key)) return slot;
    *value = slot.as_cons().tail;
    return Term::none();
  }
  if (!is_node(slot)) {
    const Tuple& cells = slot.as_tuple();
    std::vector<Term> left;
    for (Word i = 0; i < cells.arity(); ++i) {
      if (exactly_equal(cells.elements[i].as_cons().head, key)) {
        *value = cells.elements[i].as_cons().tail;
      } else {
        left.push_back(cells.elements[i]);
      }
    }
    if (left.size() == cells.arity()) return slot;
    return left.size() == 1 ? left[0] : builder.tuple_from(left);
  }
  const NodeView v = node_view(slot);
  const Word group = group_of(hash, level);
  if (!v.has(group)) return slot;
  const Word at = v.index_of(group);
  const Term rest = remove(builder, v.slots[at], key, hash, level + 1, value);
  if (rest == v.slots[at]) return slot;
  if (rest.has_value()) {
    // A leaf that is alone below this node replaces the node, unless the node is the root.
    if (level > 0 && v.count() == 1 && rest.is_cons()) return rest;
    return with_replaced(builder, slot, at, rest);
  }
  if (level > 0 && v.count() == 2 && v.slots[1 - at].is_cons()) return v.slots[1 - at];
  return with_removed(builder, slot, group);
}

// Builds a subtree at `level` of leaves that are sorted by position and have the same hash bits on
// all levels above.
Term build_slot(HeapBuilder& builder, std::span<const TrieLeaf> leaves, Word level,
                Word* root_bitmap, Term* root_slots) {
  if (leaves.size() == 1 && root_slots == nullptr)
    return builder.cons(leaves[0].pair.key, leaves[0].pair.value);
  if (level == kTrieLevels) {
    std::vector<TrieLeaf> sorted(leaves.begin(), leaves.end());
    std::sort(sorted.begin(), sorted.end(), [](const TrieLeaf& a, const TrieLeaf& b) {
      return compare_exact(a.pair.key, b.pair.key) < 0;
    });
    std::vector<Term> cells;
    for (const TrieLeaf& leaf : sorted)
      cells.push_back(builder.cons(leaf.pair.key, leaf.pair.value));
    return builder.tuple_from(cells);
  }
  Term slots[16];
  Word bitmap = 0, count = 0;
  for (Word first = 0; first < leaves.size();) {
    const Word group = group_at(leaves[first].position, level);
    Word end = first + 1;
    while (end < leaves.size() && group_at(leaves[end].position, level) == group) ++end;
    bitmap |= Word{1} << group;
    slots[count++] =
        build_slot(builder, leaves.subspan(first, end - first), level + 1, nullptr, nullptr);
    first = end;
  }
  if (root_slots != nullptr) {
    *root_bitmap = bitmap;
    std::copy_n(slots, count, root_slots);
    return Term::none();
  }
  Term* node = make_node(builder, bitmap);
  std::copy_n(slots, count, node);
  return node_of_slots(node);
}

class TrieMerge {
 public:
  explicit TrieMerge(HeapBuilder& builder) : builder_(builder) {}

  Term run(Term a, Term b) {
    const Term merged = merge(a, b, 0);
    const Word size = map_size(a) + map_size(b) - common_;
    if (header_subtag(merged.header()) == Subtag::kHashMap && map_size(merged) == size)
      return merged;
    return as_root(builder_, size, merged);
  }

 private:
  // Merges two slots of `level`; leaves of `b` win.
  Term merge(Term a, Term b, Word level) {
    if (b.is_cons()) return put(a, b, level, Existing::kReplace);
    if (a.is_cons()) return put(b, a, level, Existing::kKeep);
    if (!is_node(a)) {
      Term result = b;
      const Tuple& cells = a.as_tuple();
      for (Word i = 0; i < cells.arity(); ++i)
        result = put(result, cells.elements[i], level, Existing::kKeep);
      return result;
    }
    const NodeView x = node_view(a), y = node_view(b);
    Term slots[16];
    Word count = 0;
    for (Word group = 0; group < 16; ++group) {
      const bool in_x = x.has(group), in_y = y.has(group);
      if (!in_x && !in_y) continue;
      const Term of_x = in_x ? x.slots[x.index_of(group)] : Term::none();
      const Term of_y = in_y ? y.slots[y.index_of(group)] : Term::none();
      slots[count++] = !in_x ? of_y : !in_y ? of_x : merge(of_x, of_y, level + 1);
    }
    if (y.bitmap == (x.bitmap | y.bitmap) && std::equal(slots, slots + count, y.slots)) return b;
    Term* node = make_node(builder_, x.bitmap | y.bitmap);
    std::copy_n(slots, count, node);
    return node_of_slots(node);
  }

  Term put(Term slot, Term leaf, Word level, Existing existing) {
    const Inserted result = insert(builder_, slot, leaf, internal_hash(leaf.as_cons().head), level,
                                   existing, Missing::kAdd);
    if (!result.added) ++common_;
    return result.slot;
  }

  HeapBuilder& builder_;
  Word common_ = 0;
};

// A node with this many keys below it nearly always has all 16 slots.
constexpr Word kMostlyFull = 40;

// The leaf of a key with this hash. `is_key(k)`: whether it is `k`.
template <class IsKey>
[[gnu::always_inline]] inline const Cons* find_leaf(Term map, Word hash, IsKey is_key) {
  const auto& root = map.as_boxed<HashMap>();
  NodeView v{header_extra(root.header), root.slots};
  Word below = root.count();  // average number of keys below a node of this level
  Term slot;
  for (;;) {
    const Word group = hash & 15;
    if (!v.has(group)) return nullptr;
    slot = v.slots[v.index_of(group)];
    if (slot.is_cons()) break;
    hash >>= 4;
    const auto* words = reinterpret_cast<const Term*>(slot.boxed_words());
    // If the next node is most likely full, the position of its slot is known without its header.
    below >>= 4;
    if (below >= kMostlyFull) __builtin_prefetch(words + 1 + (hash & 15));
    const Word header = words->bits();
    if (header_subtag(header) == Subtag::kTuple) {
      const Tuple& cells = slot.as_tuple();
      for (const Term cell : std::span(cells.elements, cells.arity())) {
        if (is_key(cell.as_cons().head)) return &cell.as_cons();
      }
      return nullptr;
    }
    v = {header_extra(header), words + 1};
  }
  const Cons& leaf = slot.as_cons();
  return is_key(leaf.head) ? &leaf : nullptr;
}

// Apart from others: without a call it needs no frame.
const Cons* find_immediate(Term map, Term key) {
  return find_leaf(map, mix_bits(key.bits()), [key](Term other) { return other == key; });
}

void set_size(Term root, Word size) {
  root.as_boxed<HashMap>().size = Term::small(static_cast<SWord>(size));
}

}  // namespace

const Cons* trie_find(Term map, Term key) {
  if (key.is_immediate()) return find_immediate(map, key);
  return find_leaf(map, internal_hash_of_object(key),
                   [key](Term other) { return exactly_equal(other, key); });
}

Term trie_put(HeapBuilder& builder, Term map, Term leaf, Word hash, Existing existing,
              Missing missing) {
  const Inserted result = insert(builder, map, leaf, hash, 0, existing, missing);
  // If a key was added, the root is a new one and its size may be written.
  if (result.added) set_size(result.slot, map_size(map) + 1);
  return result.slot;
}

Term trie_remove(HeapBuilder& builder, Term map, Term key, Term* value) {
  const Term rest = remove(builder, map, key, internal_hash(key), 0, value);
  if (rest != map) set_size(rest, map_size(map) - 1);
  return rest;
}

Term trie_merge(HeapBuilder& builder, Term a, Term b) { return TrieMerge(builder).run(a, b); }

Term trie_from_sorted(HeapBuilder& builder, std::span<const TrieLeaf> leaves) {
  Word bitmap;
  Term slots[16];
  build_slot(builder, leaves, 0, &bitmap, slots);
  return make_root(builder, leaves.size(), bitmap, slots);
}

}  // namespace vm::detail
