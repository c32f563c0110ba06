// OrderedTree: the objects of an ordered set by key, as a B+ tree. Objects are in leaves, which are
// linked both ways; inner nodes have for each child the first key below it. A node holds up to
// kMaxEntries keys side by side, so a search compares with few places of memory, and reads no
// object where keys are immediate.
// Invariants: keys ascend strictly in the order of compare(). Key `i` of an inner node, i > 0, is
// the key of the first object below child `i`; key 0 is not used. No node but an empty root is
// empty. All leaves are at the same depth.
// Ownership: the tree owns its nodes, not the objects; it refers to the keys in the objects.
// Threads: as its owner says.
#pragma once

#include "vm/base/atomic.h"
#include "vm/ets/table_object.h"
#include "vm/term/compare.h"

namespace vm {

class OrderedTree {
 private:
  static constexpr unsigned kMaxEntries = 32;
  struct Node {
    std::uint32_t count = 0;
    Term keys[kMaxEntries];
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
    Term key() const { return leaf_->keys[index_]; }
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
    unsigned low = from;
    unsigned high = node.count;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (is_before(node.keys[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  /// `index` may be the number of entries: then it is the next leaf's first.
  static Position place(Leaf* leaf, unsigned index) {
    return index < leaf->count ? Position(leaf, index) : Position(leaf->next, 0);
  }

  void find_path(Term key, Path& path) const;
  Position close_entry(Path& path);
  void insert_at(Path& path, Term key, TableObject* object);
  void insert_child(Path& path, Term key, Node* child);
  /// The first key below the child of `path` at `level` has changed.
  static void set_first_key(Path& path, unsigned level, unsigned height, Term key);
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
