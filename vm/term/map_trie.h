// The trie of maps with more than kFlatMapMax keys. boxed.h has its layout and map.h its
// invariants. Leaves are cons cells [Key|Value]. The root is the only slot of level 0; the slots of
// a node at level N are the slots of level N + 1.
#pragma once

#include "vm/term/map.h"

#include <array>
#include <cstdint>

namespace vm::detail {

inline constexpr Word kTrieLevels = 16;  // each uses four bits of the hash

inline constexpr Word kAllSlots = 0xFFFF;

/// The number of bits in each byte. Processors that count bits by an instruction are not the least
/// that is asked for, and without it counting takes several times as long as two loads.
inline constexpr auto kBitsOfByte = [] {
  std::array<std::uint8_t, 256> bits{};
  for (std::size_t i = 1; i < bits.size(); ++i)
    bits[i] = static_cast<std::uint8_t>(bits[i / 2] + i % 2);
  return bits;
}();
inline Word count_slots(Word bitmap) {
  return Word{kBitsOfByte[bitmap & 255]} + kBitsOfByte[bitmap >> 8 & 255];
}

/// A view of a root or inner node: the bitmap of its slots, and the slots. Nodes near the root of a
/// large map are full; for these no bits are counted.
struct NodeView {
  Word bitmap;
  const Term* slots;
  Word count() const { return bitmap == kAllSlots ? 16 : count_slots(bitmap); }
  /// The index of the slot for this group of four hash bits, or the index where it would be
  /// inserted.
  Word index_of(Word group) const {
    if (bitmap == kAllSlots) return group;
    return count_slots(bitmap & ((Word{1} << group) - 1));
  }
  /// True if there is a slot for this group of hash bits.
  bool has(Word group) const { return bitmap >> group & 1; }
};
/// The view of a root or inner node.
inline NodeView node_view(Term node) {
  const Word header = node.header();
  const auto* words = reinterpret_cast<const Term*>(node.boxed_words());
  const bool is_root = header_subtag(header) == Subtag::kHashMap;
  return {header_extra(header), words + (is_root ? 2 : 1)};
}
/// True for a root or inner node, false for a leaf or a tuple of leaves with equal hashes.
inline bool is_node(Term slot) {
  return slot.is_boxed() && header_subtag(slot.header()) != Subtag::kTuple;
}

struct Slots {
  const Term* begin;
  Word count;
};
/// The slots of a node, or the leaves of a tuple of leaves with equal hashes.
inline Slots slots_of(Term slot) {
  if (!is_node(slot)) return {slot.as_tuple().elements, slot.as_tuple().arity()};
  const NodeView view = node_view(slot);
  return {view.slots, view.count()};
}

/// Reverses the order of the sixteen groups of four bits in a hash. The results sort in the
/// iteration order of the trie.
inline Word reverse_groups(Word hash) {
  hash = __builtin_bswap64(hash);
  return ((hash & 0x0F0F0F0F0F0F0F0F) << 4) | ((hash >> 4) & 0x0F0F0F0F0F0F0F0F);
}
/// The group of a reversed hash that selects the slot at `level`.
inline Word group_at(Word position, Word level) { return (position >> (60 - 4 * level)) & 15; }

/// What an insertion does if the key exists.
enum class Existing { kReplace, kKeep };
/// What an insertion does if the key does not exist.
enum class Missing { kAdd, kReject };

/// Returns the leaf of `key`, or null.
const Cons* trie_find(Term map, Term key);
/// Returns `map` with `leaf`, whose key has this hash; none() if `missing` rejects the key.
Term trie_put(HeapBuilder& builder, Term map, Term leaf, Word hash, Existing existing,
              Missing missing = Missing::kAdd);
/// Returns `map` without `key`, or `map` itself if the key does not exist. The result is a trie
/// even if it has few keys left; the caller converts it. `*value` receives the removed value.
Term trie_remove(HeapBuilder& builder, Term map, Term key, Term* value);
/// Returns a trie with the leaves of both; for keys in both, the leaf of `b` wins.
Term trie_merge(HeapBuilder& builder, Term a, Term b);

/// A pair to be stored in a trie.
struct TrieLeaf {
  Word position;  // reverse_groups() of the key's hash
  Word order;     // the index of the pair in the input
  MapPair pair;
};
/// Makes a map of leaves that are sorted by position and have distinct keys.
Term trie_from_sorted(HeapBuilder& builder, std::span<const TrieLeaf> leaves);

}  // namespace vm::detail

namespace vm {

/// What erts_debug:map_info/1 reports of a trie. The root is at level 0; `[n]` of nodes counts
/// those with n + 1 slots, the last element those with more.
struct TrieShape {
  std::array<Word, 18> leaves = {};      // by level
  std::array<Word, 16> bitmaps = {};     // nodes, except a root with 16 slots
  std::array<Word, 16> collisions = {};  // tuples of leaves with equal hashes
  Word full_roots = 0;                   // 0 or 1
  Word depth = 0;                        // the deepest leaf's level
};
TrieShape trie_shape(Term map);
/// The slots of a trie's root, last first, as a list. Leaves are cells [Key|Value]. Inner nodes,
/// which must not reach a program, are copied to tuples of their slots.
Term trie_slots(HeapBuilder& builder, Term map);

}  // namespace vm
