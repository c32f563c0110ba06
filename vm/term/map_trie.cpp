// The trie of large maps. Recursion is over its levels, of which there are at most kTrieLevels.
#include "vm/term/map_trie.h"

#include "vm/term/compare.h"
#include "vm/term/hash.h"

#include <algorithm>
#include <vector>

namespace vm::detail {
namespace {

Word bit_of(Word hash, Word level) { return Word{1} << ((hash >> (4 * level)) & 15); }

Term* make_node(HeapBuilder& builder, Word bitmap) {
  const auto count = static_cast<Word>(std::popcount(bitmap));
  auto& node = *reinterpret_cast<HashNode*>(builder.alloc(2 + count));
  node.header = make_header(Subtag::kHashNode, 1 + count);
  node.bitmap = Term::small(static_cast<SWord>(bitmap));
  return node.slots;
}
Term node_of_slots(Term* slots) { return Term::boxed(slots - 2); }

Term make_root(HeapBuilder& builder, Word size, Word bitmap, const Term* slots) {
  const auto count = static_cast<Word>(std::popcount(bitmap));
  auto& root = *reinterpret_cast<HashMap*>(builder.alloc(3 + count));
  root.header = make_header(Subtag::kHashMap, 2 + count);
  root.size = Term::small(static_cast<SWord>(size));
  root.bitmap = Term::small(static_cast<SWord>(bitmap));
  std::copy_n(slots, count, root.slots);
  return Term::boxed(&root);
}
// The same node as root of a map of `size` keys.
Term as_root(HeapBuilder& builder, Word size, Term node) {
  const NodeView v = node_view(node);
  return make_root(builder, size, v.bitmap, v.slots);
}

// A node with the slot for `bit` added or replaced.
Term with_slot(HeapBuilder& builder, NodeView v, Word bit, Term slot) {
  const Word at = v.index_of(bit), count = v.count();
  const bool replace = v.bitmap & bit;
  Term* slots = make_node(builder, v.bitmap | bit);
  std::copy_n(v.slots, at, slots);
  slots[at] = slot;
  std::copy(v.slots + at + (replace ? 1 : 0), v.slots + count, slots + at + 1);
  return node_of_slots(slots);
}

// Two leaves with different keys below `level`: nodes down to where their hashes part.
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

// What an insertion does with a key that is there already.
struct Inserted {
  Term slot;
  bool added;  // the key was not there
};

// The answer where a key that is not there may not be added.
constexpr Inserted kRefused{Term::none(), false};

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
  if (!found && missing == Missing::kRefuse) return kRefused;
  const Word count = cells.arity() + (found ? 0 : 1);
  auto& result = *reinterpret_cast<Tuple*>(builder.alloc(1 + count));
  result.header = make_header(Subtag::kTuple, count);
  std::copy_n(cells.elements, at, result.elements);
  result.elements[at] = leaf;
  std::copy(cells.elements + at + (found ? 1 : 0), cells.elements + cells.arity(),
            result.elements + at + 1);
  return {Term::boxed(&result), !found};
}

// Puts a leaf into what is at a slot of `level` (the slot's node is at level - 1). Recursion: at
// most kTrieLevels deep.
Inserted insert(HeapBuilder& builder, Term slot, Term leaf, Word hash, Word level,
                Existing existing, Missing missing) {
  if (slot.is_cons()) {
    const Cons& there = slot.as_cons();
    if (exactly_equal(there.head, leaf.as_cons().head)) {
      const bool keep = existing == Existing::kKeep || there.tail == leaf.as_cons().tail;
      return {keep ? slot : leaf, false};
    }
    if (missing == Missing::kRefuse) return kRefused;
    return {join_leaves(builder, slot, internal_hash(there.head), leaf, hash, level), true};
  }
  if (!is_node(slot)) return insert_in_collision(builder, slot, leaf, existing, missing);
  const NodeView v = node_view(slot);
  const Word bit = bit_of(hash, level);
  if ((v.bitmap & bit) == 0) {
    if (missing == Missing::kRefuse) return kRefused;
    return {with_slot(builder, v, bit, leaf), true};
  }
  const Term below = v.slots[v.index_of(bit)];
  const Inserted inner = insert(builder, below, leaf, hash, level + 1, existing, missing);
  if (inner.slot.is_none()) return inner;
  if (inner.slot == below) return {slot, inner.added};
  return {with_slot(builder, v, bit, inner.slot), inner.added};
}

// What is left at a slot after the key is gone: none() for nothing; `slot` itself where the key is
// not there.
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
  const Word bit = bit_of(hash, level);
  if ((v.bitmap & bit) == 0) return slot;
  const Word at = v.index_of(bit);
  const Term rest = remove(builder, v.slots[at], key, hash, level + 1, value);
  if (rest == v.slots[at]) return slot;
  if (rest.has_value()) {
    // A leaf that is alone below this node moves up; the root keeps its slots.
    if (level > 0 && v.count() == 1 && rest.is_cons()) return rest;
    return with_slot(builder, v, bit, rest);
  }
  if (level > 0 && v.count() == 2 && v.slots[1 - at].is_cons()) return v.slots[1 - at];
  Term* slots = make_node(builder, v.bitmap & ~bit);
  std::copy_n(v.slots, at, slots);
  std::copy(v.slots + at + 1, v.slots + v.count(), slots + at);
  return node_of_slots(slots);
}

// A subtree of leaves that are sorted by position and share their groups below `level`.
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
  // `b` wins. Recursion: at most kTrieLevels deep.
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
    for (Word bit = 1; bit <= 0x8000; bit <<= 1) {
      const bool in_x = x.bitmap & bit, in_y = y.bitmap & bit;
      if (!in_x && !in_y) continue;
      const Term of_x = in_x ? x.slots[x.index_of(bit)] : Term::none();
      const Term of_y = in_y ? y.slots[y.index_of(bit)] : Term::none();
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

}  // namespace

const Cons* trie_find(Term map, Term key) {
  Word hash = internal_hash(key);
  Term slot = map;
  while (is_node(slot)) {
    const NodeView v = node_view(slot);
    const Word bit = Word{1} << (hash & 15);
    if ((v.bitmap & bit) == 0) return nullptr;
    slot = v.slots[v.index_of(bit)];
    hash >>= 4;
  }
  if (slot.is_cons()) return exactly_equal(slot.as_cons().head, key) ? &slot.as_cons() : nullptr;
  const Tuple& cells = slot.as_tuple();
  for (Word i = 0; i < cells.arity(); ++i) {
    if (exactly_equal(cells.elements[i].as_cons().head, key)) return &cells.elements[i].as_cons();
  }
  return nullptr;
}

Term trie_put(HeapBuilder& builder, Term map, Term leaf, Word hash, Existing existing,
              Missing missing) {
  const NodeView v = node_view(map);
  const Word bit = bit_of(hash, 0), at = v.index_of(bit);
  const bool filled = v.bitmap & bit;
  if (!filled && missing == Missing::kRefuse) return Term::none();
  const Inserted inner = filled ? insert(builder, v.slots[at], leaf, hash, 1, existing, missing)
                                : Inserted{leaf, true};
  if (inner.slot.is_none()) return Term::none();
  if (filled && inner.slot == v.slots[at]) return map;
  Term slots[16];
  std::copy_n(v.slots, at, slots);
  slots[at] = inner.slot;
  std::copy(v.slots + at + (filled ? 1 : 0), v.slots + v.count(), slots + at + 1);
  return make_root(builder, map_size(map) + (inner.added ? 1 : 0), v.bitmap | bit, slots);
}

Term trie_remove(HeapBuilder& builder, Term map, Term key, Term* value) {
  const Term rest = remove(builder, map, key, internal_hash(key), 0, value);
  return rest == map ? map : as_root(builder, map_size(map) - 1, rest);
}

Term trie_merge(HeapBuilder& builder, Term a, Term b) { return TrieMerge(builder).run(a, b); }

Term trie_from_sorted(HeapBuilder& builder, std::span<const TrieLeaf> leaves) {
  Word bitmap;
  Term slots[16];
  build_slot(builder, leaves, 0, &bitmap, slots);
  return make_root(builder, leaves.size(), bitmap, slots);
}

}  // namespace vm::detail
