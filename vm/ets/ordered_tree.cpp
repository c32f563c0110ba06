// Inserting splits a full node; where the new key is the highest of all, everything else stays in
// the left half, so that keys in ascending order fill their nodes. Erasing joins a node that is
// nearly empty with a neighbour below the same parent.
#include "vm/ets/ordered_tree.h"

#include "vm/term/compare_at_once.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vm {
namespace {

/// Makes room for an element at `index` among the first `count` elements.
template <class T>
void open_gap(T* elements, unsigned count, unsigned index) {
  std::copy_backward(elements + index, elements + count, elements + count + 1);
}

/// Moves what a full node has from `left_count` on to the new node `right`.
template <class AnyNode, class Entry, std::size_t kSize>
void move_upper(AnyNode& node, AnyNode& right, unsigned left_count,
                Entry (AnyNode::*entries)[kSize]) {
  std::copy(node.keys + left_count, node.keys + kSize, right.keys);
  std::copy(node.*entries + left_count, node.*entries + kSize, right.*entries);
  right.count = kSize - left_count;
  node.count = left_count;
  std::fill(node.keys + left_count, node.keys + kSize,
            std::remove_reference_t<decltype(*node.keys)>());
}

/// Puts an entry at `index` of a node that has room.
template <class AnyNode, class Entry, std::size_t kSize>
void put_entry(AnyNode& node, unsigned index, const auto& key, Entry entry,
               Entry (AnyNode::*entries)[kSize]) {
  open_gap(node.keys, node.count, index);
  open_gap(node.*entries, node.count, index);
  node.keys[index] = key;
  (node.*entries)[index] = entry;
  ++node.count;
}

/// An empty node.
template <class AnyNode>
AnyNode* make_node() {
  return new AnyNode;  // owner: the tree
}

template <class AnyNode>
void free_node(AnyNode* node) {
  delete node;  // owner: the tree
}

template <class T>
void close_gap(T* elements, unsigned count, unsigned index) {
  std::copy(elements + index + 1, elements + count, elements + index);
  elements[count - 1] = T();
}

/// As compare(), without a call where the small integers of two tuples tell: as in keys of a name
/// and a number.
[[gnu::always_inline]] inline int order_of_keys(Term a, Term b) {
  int order;
  return detail::order_tuples_at_once(a, b, &order) ? order : compare(a, b);
}

}  // namespace

OrderedTree::Position OrderedTree::Position::after() const { return place(leaf_, index_ + 1); }

OrderedTree::Position OrderedTree::Position::before() const {
  if (index_ > 0) return {leaf_, index_ - 1};
  if (leaf_->previous == nullptr) return {};
  return {leaf_->previous, leaf_->previous->count - 1};
}

OrderedTree::Position OrderedTree::first() const {
  return first_not([](Term) { return false; });
}

OrderedTree::Position OrderedTree::last() const {
  if (root_ == nullptr) return {};
  Node* node = root_;
  for (unsigned level = height_; level-- > 0;)
    node = static_cast<Inner*>(node)->children[node->count - 1];
  return {static_cast<Leaf*>(node), node->count - 1};
}

OrderedTree::Position OrderedTree::find(Term key) const {
  if (root_ == nullptr) return {};
  const Key wanted(key);
  Path path;
  find_path(wanted, path);
  return has_at(*path.leaf, path.index, wanted) ? Position(path.leaf, path.index) : Position();
}

OrderedTree::Position OrderedTree::find_near(Term key) const {
  const Word near = near_.load(kRelaxed);  // relaxed: see note_place()
  auto* leaf = reinterpret_cast<Leaf*>(near & ~Word{kMaxEntries - 1});
  const auto index = static_cast<unsigned>(near & (kMaxEntries - 1));
  if (leaf != nullptr && index < leaf->count && order_of_keys(leaf->keys[index].term, key) == 0)
    return {leaf, index};
  return find(key);
}

unsigned OrderedTree::count_below(const Node& node, unsigned from, const Key& key, bool or_equal) {
  // First the block, then the place in it. No jump and no load depends on a comparison but the
  // block: this takes less time than a binary search, for which each is waited.
  constexpr unsigned kBlock = 8;
  const auto is_below = [&](unsigned i) -> unsigned { return node.keys[i].prefix < key.prefix; };
  unsigned block = 0;
  for (unsigned i = kBlock - 1; i < kMaxEntries - 1; i += kBlock) block += is_below(i);
  unsigned first = block * kBlock;
#pragma clang loop vectorize(disable) unroll(full)
  for (unsigned i = 0; i < kBlock; ++i) first += is_below(block * kBlock + i);
  if (block == 0) first += from & ~is_below(0);  // key 0 of an inner node counts, whatever it is
  unsigned end = first;  // of the keys with the same prefix, often none or one
  while (end < node.count && node.keys[end].prefix == key.prefix) ++end;
  return count_between(node, first, end, [&](Term other) {
    return order_of_keys(other, key.term) < static_cast<int>(or_equal);
  });
}

bool OrderedTree::has_at(const Leaf& leaf, unsigned index, const Key& key) {
  return index < leaf.count && leaf.keys[index].prefix == key.prefix &&
         order_of_keys(leaf.keys[index].term, key.term) == 0;
}

void OrderedTree::find_path(const Key& key, Path& path) const {
  Node* node = root_;
  for (unsigned level = height_; level-- > 0;) {
    auto* inner = static_cast<Inner*>(node);
    const unsigned index = count_below(*inner, 1, key, true) - 1;
    path.steps[level] = {inner, index};
    node = inner->children[index];
  }
  path.leaf = static_cast<Leaf*>(node);
  path.index = count_below(*node, 0, key, false);
}

TableObject* OrderedTree::put(Term term, TableObject* object) {
  if (root_ == nullptr) root_ = make_node<Leaf>();
  const Key key(term);
  Path path;
  find_path(key, path);
  Leaf& leaf = *path.leaf;
  if (!has_at(leaf, path.index, key)) {
    insert_at(path, key, object);
    return nullptr;
  }
  leaf.keys[path.index] = key;
  if (path.index == 0) set_first_key(path, 0, height_, key);
  return std::exchange(leaf.objects[path.index], object);
}

void OrderedTree::set_first_key(Path& path, unsigned level, unsigned height, const Key& key) {
  for (; level < height; ++level) {
    const auto& [node, index] = path.steps[level];
    if (index == 0) continue;
    node->keys[index] = key;
    return;
  }
}

void OrderedTree::insert_at(Path& path, const Key& key, TableObject* object) {
  Leaf* leaf = path.leaf;
  unsigned index = path.index;
  Leaf* right = nullptr;
  if (leaf->count == kMaxEntries) {
    right = make_node<Leaf>();
    const bool is_highest = leaf->next == nullptr && index == kMaxEntries;
    const unsigned left_count = is_highest ? kMaxEntries : kMaxEntries / 2;
    move_upper(*leaf, *right, left_count, &Leaf::objects);
    right->next = leaf->next;
    right->previous = leaf;
    if (right->next != nullptr) right->next->previous = right;
    leaf->next = right;
    if (is_highest || index > left_count) {
      leaf = right;
      index -= left_count;
    }
  }
  put_entry(*leaf, index, key, object, &Leaf::objects);
  if (right != nullptr) insert_child(path, right->keys[0], right);
}

/// Adds `child`, whose first key is `key`, behind the child that `path` goes to, level by level as
/// long as nodes must be split for it.
void OrderedTree::insert_child(Path& path, Key key, Node* child) {
  for (unsigned level = 0; level < height_; ++level) {
    Inner* inner = path.steps[level].node;
    unsigned index = path.steps[level].index + 1;
    Inner* right = nullptr;
    Key right_key;
    if (inner->count == kMaxEntries) {
      right = make_node<Inner>();
      const unsigned left_count = index == kMaxEntries ? kMaxEntries - 1 : kMaxEntries / 2;
      move_upper(*inner, *right, left_count, &Inner::children);
      right_key = right->keys[0];
      if (index > left_count) {
        inner = right;
        index -= left_count;
      }
    }
    put_entry(*inner, index, key, child, &Inner::children);
    if (right == nullptr) return;
    key = right_key;
    child = right;
  }
  VM_CHECK(height_ < kMaxHeight, "a table has fewer entries than memory has bytes");
  auto* root = make_node<Inner>();
  root->children[0] = root_;
  root->keys[1] = key;
  root->children[1] = child;
  root->count = 2;
  root_ = root;
  ++height_;
}

OrderedTree::Erased OrderedTree::erase(Term term) {
  if (root_ == nullptr) return {};
  const Key key(term);
  Path path;
  find_path(key, path);
  const Leaf& leaf = *path.leaf;
  if (!has_at(leaf, path.index, key)) return {};
  TableObject* object = leaf.objects[path.index];
  return {object, close_entry(path)};
}

/// Takes the entry out that `path` leads to. Returns the one behind it.
OrderedTree::Position OrderedTree::close_entry(Path& path) {
  Leaf* leaf = path.leaf;
  const unsigned index = path.index;
  close_gap(leaf->keys, leaf->count, index);
  close_gap(leaf->objects, leaf->count, index);
  --leaf->count;
  if (leaf->count == 0) {
    Leaf* const next = leaf->next;
    remove_leaf(path);
    return {next, 0};
  }
  if (index == 0) set_first_key(path, 0, height_, leaf->keys[0]);
  return leaf->count < kMaxEntries / 4 ? join_leaf(path) : place(leaf, index);
}

void OrderedTree::remove_leaf(Path& path) {
  Leaf* leaf = path.leaf;
  note_place({});
  if (leaf->previous != nullptr) leaf->previous->next = leaf->next;
  if (leaf->next != nullptr) leaf->next->previous = leaf->previous;
  free_node(leaf);
  remove_child(path, 0);
}

/// The child that `path` goes to from `level` is gone.
void OrderedTree::remove_child(Path& path, unsigned level) {
  for (; level < height_; ++level) {
    const auto [inner, index] = path.steps[level];
    close_gap(inner->keys, inner->count, index);
    close_gap(inner->children, inner->count, index);
    --inner->count;
    if (inner->count != 0) {
      if (index == 0) set_first_key(path, level + 1, height_, inner->keys[0]);
      if (inner->count < kMaxEntries / 4) join_inner(path, level);
      return;
    }
    free_node(inner);
  }
  root_ = nullptr;
  height_ = 0;
}

/// Joins the leaf of `path` with the one on its right or left, if both fit one with some room left.
/// Returns where the entry at `path.index` then is.
OrderedTree::Position OrderedTree::join_leaf(Path& path) {
  constexpr unsigned kMost = kMaxEntries * 3 / 4;
  const Position unchanged = place(path.leaf, path.index);
  if (height_ == 0) return unchanged;
  auto& [parent, index] = path.steps[0];
  const auto child = [&](unsigned i) { return static_cast<Leaf*>(parent->children[i]); };
  unsigned right_index = index + 1;
  if (right_index == parent->count || child(right_index)->count + path.leaf->count > kMost)
    --right_index;
  if (right_index == 0) return unchanged;
  Leaf* left = child(right_index - 1);
  Leaf* right = child(right_index);
  if (left->count + right->count > kMost) return unchanged;
  const unsigned entry = path.index + (right_index == index ? left->count : 0);
  std::copy(right->keys, right->keys + right->count, left->keys + left->count);
  std::copy(right->objects, right->objects + right->count, left->objects + left->count);
  left->count += right->count;
  index = right_index;
  path.leaf = right;
  remove_leaf(path);
  return place(left, entry);
}

/// The same for an inner node; a root with one child is replaced by it.
void OrderedTree::join_inner(Path& path, unsigned level) {
  constexpr unsigned kMost = kMaxEntries * 3 / 4;
  Inner* inner = path.steps[level].node;
  if (level + 1 == height_) {
    drop_root_of_one();
    return;
  }
  auto& [parent, index] = path.steps[level + 1];
  const auto child = [&](unsigned i) { return static_cast<Inner*>(parent->children[i]); };
  unsigned right_index = index + 1;
  if (right_index == parent->count || child(right_index)->count + inner->count > kMost)
    --right_index;
  if (right_index == 0) return;
  Inner* left = child(right_index - 1);
  Inner* right = child(right_index);
  if (left->count + right->count > kMost) return;
  right->keys[0] = parent->keys[right_index];
  std::copy(right->keys, right->keys + right->count, left->keys + left->count);
  std::copy(right->children, right->children + right->count, left->children + left->count);
  left->count += right->count;
  free_node(right);
  index = right_index;
  remove_child(path, level + 1);
}

void OrderedTree::drop_root_of_one() {
  while (height_ > 0 && root_->count == 1) {
    auto* root = static_cast<Inner*>(root_);
    root_ = root->children[0];
    free_node(root);
    --height_;
  }
}

void OrderedTree::clear() {
  if (root_ == nullptr) return;
  // Level by level from the top: the nodes of a level are the children of the one above.
  std::vector<Node*> level{root_};
  for (; height_ > 0; --height_) {
    std::vector<Node*> below;
    for (Node* node : level) {
      auto* inner = static_cast<Inner*>(node);
      below.insert(below.end(), inner->children, inner->children + inner->count);
      free_node(inner);
    }
    level = std::move(below);
  }
  for (Node* node : level) free_node(static_cast<Leaf*>(node));
  root_ = nullptr;
  note_place({});
}

}  // namespace vm
