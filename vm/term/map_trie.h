// The trie behind maps of more than kFlatMapMax keys; map.h says which shape it keeps. Leaves are
// cons cells [Key|Value]. Slots of a level: what a node of the level above points to, or the root
// for level 0.
#pragma once

#include "vm/term/map.h"

#include <bit>

namespace vm::detail {

inline constexpr Word kTrieLevels = 16;  // of four hash bits each

inline constexpr Word kAllSlots = 0xFFFF;

/// Root or inner node: which slots there are, and the slots. Near the root of a large map nodes are
/// full, and what is known of them needs no counting of bits.
struct NodeView {
  Word bitmap;
  const Term* slots;
  Word count() const { return bitmap == kAllSlots ? 16 : static_cast<Word>(std::popcount(bitmap)); }
  /// The index of the slot for this group of four hash bits, or where it would be.
  Word index_of(Word group) const {
    if (bitmap == kAllSlots) return group;
    const Word before = bitmap & ((Word{1} << group) - 1);
    return static_cast<Word>(std::popcount(static_cast<std::uint16_t>(before)));
  }
  bool has(Word group) const { return bitmap >> group & 1; }
};
inline NodeView node_view(Term node) {
  const Word header = node.header();
  const auto* words = reinterpret_cast<const Term*>(node.boxed_words());
  const bool is_root = header_subtag(header) == Subtag::kHashMap;
  return {header_extra(header), words + (is_root ? 2 : 1)};
}
/// Root or inner node, and not a leaf or a tuple of leaves with equal hashes.
inline bool is_node(Term slot) {
  return slot.is_boxed() && header_subtag(slot.header()) != Subtag::kTuple;
}

/// The hash with its sixteen groups of four bits in reverse: sorts as the trie is walked.
inline Word reverse_groups(Word hash) {
  hash = __builtin_bswap64(hash);
  return ((hash & 0x0F0F0F0F0F0F0F0F) << 4) | ((hash >> 4) & 0x0F0F0F0F0F0F0F0F);
}
inline Word group_at(Word position, Word level) { return (position >> (60 - 4 * level)) & 15; }

/// What an insertion does with a key that is there already.
enum class Existing { kReplace, kKeep };
/// And with one that is not: nothing may be added to a map that is updated.
enum class Missing { kAdd, kRefuse };

/// The leaf of `key`, or null.
const Cons* trie_find(Term map, Term key);
/// `map` with `leaf`, whose key has this hash; none() where its key is refused.
Term trie_put(HeapBuilder& builder, Term map, Term leaf, Word hash, Existing existing,
              Missing missing = Missing::kAdd);
/// `map` without `key`, still a trie however few keys are left; itself where it has no such key.
Term trie_remove(HeapBuilder& builder, Term map, Term key, Term* value);
/// All leaves of both; those of `b` win.
Term trie_merge(HeapBuilder& builder, Term a, Term b);

/// A pair on its way into a trie.
struct TrieLeaf {
  Word position;  // see reverse_groups()
  Word order;     // in which the pairs were given
  MapPair pair;
};
/// A map of leaves that are sorted by position and have different keys.
Term trie_from_sorted(HeapBuilder& builder, std::span<const TrieLeaf> leaves);

}  // namespace vm::detail
