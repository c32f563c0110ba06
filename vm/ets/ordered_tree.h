// OrderedTree: the objects of an ordered set by key, as a B+ tree. Objects are in leaves, which are
// linked both ways; inner nodes have for each child the first key below it. A node holds up to
// kMaxEntries keys side by side, each with its order_prefix(): a search is one of these words,
// without jumps that the processor could mispredict, and reads an object only of keys that have the
// same.
// Invariants: keys ascend strictly in the order of compare(). Key `i` of an inner node, i > 0, is
// the key of the first object below child `i`; key 0 is not used. No node but an empty root is
// empty. All leaves are at the same depth.
// Ownership: the tree owns its nodes, not the objects; it refers to the keys in the objects.
// Threads: as its owner says.
#pragma once

#include "vm/base/atomic.h"
#include "vm/ets/table_object.h"
#include "vm/term/compare.h"
#include "vm/term/order_prefix.h"

namespace vm {

class OrderedTree {
 private:
  static constexpr unsigned kMaxEntries = 32;
  struct Key {
    Term term;
    Word prefix = ~Word{0};  // its order_prefix(); the highest behind the last key of a node
    Key() = default;
    explicit Key(Term key) : term(key), prefix(order_prefix(key)) {}
  };
  struct Node {
    std::uint32_t count = 0;
    Key keys[kMaxEntries];
  };
  // Aligned for note_place(), so not in memory of table_memory().
  struct alignas(kMaxEntries) Leaf : Node {
    TableObject* objects[kMaxEntries];
    Leaf* previous = nullptr;
    Leaf* next = nullptr;
  };
  struct Inner : Node {
    Node* children[kMaxEntries];
  };

 public:
  /// Where an entry is, or nowhere. Valid until an entry is inserted or erased.
  class Position {
   public:
    Position() = default;
    explicit operator bool() const { return leaf_ != nullptr; }
    TableObject* object() const { return leaf_->objects[index_]; }
    Term key() const { return leaf_->keys[index_].term; }
    /// The entry with the next higher (lower) key.
    Position after() const;
    Position before() const;

   private:
    friend class OrderedTree;
    Position(Leaf* leaf, unsigned index) : leaf_(leaf), index_(index) {}
    Leaf* leaf_ = nullptr;
    unsigned index_ = 0;
  };

  OrderedTree() = default;
  ~OrderedTree() { clear(); }
  OrderedTree(const OrderedTree&) = delete;
  OrderedTree& operator=(const OrderedTree&) = delete;

  Position first() const;
  Position last() const;
  /// The first entry whose key `is_before` does not hold for. It holds for no key behind one that
  /// it does not hold for.
  template <class IsBefore>
  Position first_not(IsBefore&& is_before) const {
    if (root_ == nullptr) return {};
    Node* node = root_;
    for (unsigned level = height_; level-- > 0;)
      node = static_cast<Inner*>(node)->children[count_before(*node, 1, is_before) - 1];
    return place(static_cast<Leaf*>(node), count_before(*node, 0, is_before));
  }
  /// The entry with this key, as compare() sees it.
  Position find(Term key) const;
  /// The same, but looks first where the last call or note_place() was: for a walk from key to
  /// key. Several threads may call it at once while no thread changes the tree.
  Position find_near(Term key) const;
  void note_place(Position at) const {
    // relaxed: what it leads to is guarded as the tree is.
    near_.store(reinterpret_cast<Word>(at.leaf_) | at.index_, kRelaxed);
  }
  /// Inserts an object with a key that is in it. Returns the object with that key that was in its
  /// place, or null.
  TableObject* put(Term key, TableObject* object);
  struct Erased {
    TableObject* object = nullptr;  // null: there was none
    Position behind;                // the entry behind it
  };
  /// Erases the entry with this key.
  Erased erase(Term key);
  /// Frees all nodes.
  void clear();

 private:
  // Nodes are at least a quarter full or could not be joined with a neighbour, so a tree of
  // this height has more entries than memory has bytes.
  static constexpr unsigned kMaxHeight = 40;
  /// The inner nodes on the way to an entry, from the lowest.
  struct Path {
    struct Step {
      Inner* node;
      unsigned index;  // of the child
    };
    Step steps[kMaxHeight];
    Leaf* leaf;
    unsigned index;  // of the entry, or where it would be
  };

  /// How many keys from `from` on `is_before` holds for, plus `from`.
  template <class IsBefore>
  static unsigned count_before(const Node& node, unsigned from, IsBefore&& is_before) {
    return count_between(node, from, node.count, is_before);
  }
  /// The same where the key at `low - 1` is known to be before, and that at `high` not to be.
  template <class IsBefore>
  static unsigned count_between(const Node& node, unsigned low, unsigned high,
                                IsBefore&& is_before) {
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (is_before(node.keys[middle].term)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  /// How many keys from `from` on are below `key`, or equal to it (`or_equal`), plus `from`.
  static unsigned count_below(const Node& node, unsigned from, const Key& key, bool or_equal);
  /// `index` may be the number of entries: then it is the next leaf's first.
  static Position place(Leaf* leaf, unsigned index) {
    return index < leaf->count ? Position(leaf, index) : Position(leaf->next, 0);
  }

  /// Whether the entry at `index` has this key.
  static bool has_at(const Leaf& leaf, unsigned index, const Key& key);
  void find_path(const Key& key, Path& path) const;
  Position close_entry(Path& path);
  void insert_at(Path& path, const Key& key, TableObject* object);
  void insert_child(Path& path, Key key, Node* child);
  /// The first key below the child of `path` at `level` has changed.
  static void set_first_key(Path& path, unsigned level, unsigned height, const Key& key);
  void remove_child(Path& path, unsigned level);
  void remove_leaf(Path& path);
  Position join_leaf(Path& path);
  void join_inner(Path& path, unsigned level);
  void drop_root_of_one();

  Node* root_ = nullptr;  // null: no entries
  unsigned height_ = 0;   // inner nodes on the way to each leaf
  /// The address of a leaf and, in its low bits, the number of an entry that may be in it.
  mutable Atomic<Word> near_{0};
};

}  // namespace vm
