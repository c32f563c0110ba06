// A skip list (Pugh): no rebalancing, and a node knows nothing of its parents, so erasing while
// scanning is simple.
#include "vm/ets/ordered_store.h"

#include "vm/base/out_of_memory.h"
#include "vm/match/match_compile.h"
#include "vm/term/compare.h"
#include "vm/term/work_stack.h"

#include <cstdlib>

namespace vm {
namespace {

struct PatternAndKey {
  Term pattern;
  Term key;
};

}  // namespace

int compare_beginning(Term whole_pattern, Term whole_key) {
  // In the order in which compare() looks at the parts, so the first that differ decide.
  WorkStack<PatternAndKey> parts;
  parts.push({whole_pattern, whole_key});
  while (!parts.empty()) {
    const auto [pattern, key] = parts.pop();
    const bool may_be_variable =
        pattern.is_atom() && (pattern == am::underscore || atom_text(pattern).starts_with('$'));
    if (may_be_variable && has_variables(pattern)) return 0;
    if (pattern.is_tuple() && key.is_tuple()) {
      const Tuple& left = pattern.as_tuple();
      const Tuple& right = key.as_tuple();
      if (left.arity() != right.arity()) return left.arity() < right.arity() ? -1 : 1;
      for (Word i = left.arity(); i-- > 0;) parts.push({left.elements[i], right.elements[i]});
    } else if (pattern.is_cons() && key.is_cons()) {
      parts.push({pattern.as_cons().tail, key.as_cons().tail});
      parts.push({pattern.as_cons().head, key.as_cons().head});
    } else if (pattern.is_map() && key.is_map()) {
      return 0;  // a map pattern matches maps of different sizes
    } else if (const int order = compare(pattern, key); order != 0) {
      return order;
    }
  }
  return 0;
}

OrderedStore::OrderedStore(Word keypos)
    : TableStore(TableType::kOrderedSet, keypos), head_(make_node(kMaxHeight)) {}

OrderedStore::~OrderedStore() {
  clear(true);
  std::free(head_);
}

OrderedStore::Node* OrderedStore::make_node(unsigned height) {
  const Word bytes = sizeof(Node) + height * sizeof(Node*);
  auto* node = static_cast<Node*>(std::calloc(1, bytes));
  if (node == nullptr) out_of_memory(bytes, "a node of a table");
  node->height = height;
  return node;
}

unsigned OrderedStore::random_height() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  // A quarter of the nodes of a level are on the next one too.
  const auto zeros = static_cast<unsigned>(__builtin_ctzll(random_ | (std::uint64_t{1} << 46)));
  return 1 + zeros / 2;
}

OrderedStore::Node* OrderedStore::find_path(Term key, Node** path) const {
  return descend(path, [key](const Node* node) { return compare(node->key, key) < 0; });
}

OrderedStore::Node* OrderedStore::first_from(Term pattern, Node** path) const {
  return descend(path, [pattern](const Node* n) { return compare_beginning(pattern, n->key) > 0; });
}

OrderedStore::Node* OrderedStore::first_behind(Term pattern, Node** path) const {
  return descend(path,
                 [pattern](const Node* n) { return compare_beginning(pattern, n->key) >= 0; });
}

TableObject* OrderedStore::find(const TableKey& key) {
  Node* path[kMaxHeight];
  Node* node = find_path(key.term, path);
  if (node == nullptr || compare(node->key, key.term) != 0) return nullptr;
  return node->object;
}

void OrderedStore::insert(TableObject* object, const TableKey& key) {
  Node* path[kMaxHeight];
  Node* at = find_path(key.term, path);
  if (at != nullptr && compare(at->key, key.term) == 0) {
    count_words(static_cast<SWord>(object->memory_words()) -
                static_cast<SWord>(at->object->memory_words()));
    TableObject::destroy(at->object);
    set_object(at, object);
    return;
  }
  const unsigned height = random_height();
  for (; height_ < height; ++height_) path[height_] = head_;
  Node* node = make_node(height);
  set_object(node, object);
  for (unsigned level = 0; level < height; ++level) {
    node->next[level] = path[level]->next[level];
    path[level]->next[level] = node;
  }
  node->previous = path[0] == head_ ? nullptr : path[0];
  if (node->next[0] != nullptr) {
    node->next[0]->previous = node;
  } else {
    last_ = node;
  }
  count_.fetch_add(1, kRelaxed);  // relaxed: see size()
  count_words(static_cast<SWord>(object->memory_words()));
}

void OrderedStore::replace(TableObject* old, TableObject* object) {
  insert(object, key(key_of(*object)));
}

void OrderedStore::unlink(Node* node, Node** path) {
  for (unsigned level = 0; level < node->height; ++level) {
    path[level]->next[level] = node->next[level];
  }
  if (node->next[0] != nullptr) {
    node->next[0]->previous = node->previous;
  } else {
    last_ = node->previous;
  }
  count_.fetch_sub(1, kRelaxed);  // relaxed: see size()
  count_words(-static_cast<SWord>(node->object->memory_words()));
  TableObject::destroy(node->object);
  std::free(node);
}

void OrderedStore::erase(TableObject* object) {
  Node* path[kMaxHeight];
  Node* node = find_path(key_of(*object), path);
  VM_CHECK(node != nullptr && node->object == object, "only what is in the table is erased");
  unlink(node, path);
}

void OrderedStore::erase_key(const TableKey& key) {
  Node* path[kMaxHeight];
  Node* node = find_path(key.term, path);
  if (node != nullptr && compare(node->key, key.term) == 0) unlink(node, path);
}

OrderedStore::Node* OrderedStore::start(Term from, Direction direction) const {
  if (from.is_none()) return direction == Direction::kUp ? head_->next[0] : last_;
  Node* path[kMaxHeight];
  Node* node = find_path(from, path);
  if (direction == Direction::kDown) return path[0] == head_ ? nullptr : path[0];
  const bool same = node != nullptr && compare(node->key, from) == 0;
  return same ? node->next[0] : node;
}

OrderedStore::Node* OrderedStore::start_of(Term pattern, Direction direction) const {
  Node* path[kMaxHeight];
  if (direction == Direction::kUp) return first_from(pattern, path);
  first_behind(pattern, path);
  return path[0] == head_ ? nullptr : path[0];
}

OrderedStore::Node* OrderedStore::end_of(Term pattern, Direction direction) const {
  Node* path[kMaxHeight];
  if (direction == Direction::kUp) return first_behind(pattern, path);
  first_from(pattern, path);
  return path[0] == head_ ? nullptr : path[0];
}

StepResult OrderedStore::first(ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  return step_to(head_->next[0], visitor);
}

StepResult OrderedStore::last(ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  return step_to(last_, visitor);
}

StepResult OrderedStore::next(const TableKey& key, ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  return step_to(start(key.term, Direction::kUp), visitor);
}

StepResult OrderedStore::previous(const TableKey& key, ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  return step_to(start(key.term, Direction::kDown), visitor);
}

Word OrderedStore::clear(bool) {
  const Word count = size();
  for (Node* node = head_->next[0]; node != nullptr;) {
    Node* after = node->next[0];
    count_words(-static_cast<SWord>(node->object->memory_words()));
    TableObject::destroy(node->object);
    std::free(node);
    node = after;
  }
  for (unsigned level = 0; level < kMaxHeight; ++level) head_->next[level] = nullptr;
  last_ = nullptr;
  height_ = 1;
  count_.store(0, kRelaxed);  // relaxed: see size()
  return count;
}

void OrderedStore::visit_places(ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  for (Node* node = head_->next[0]; node != nullptr; node = node->next[0])
    visitor.visit(*node->object);
}

StepResult OrderedStore::slot(Word number, ObjectVisitor& visitor) {
  ReadLock lock(mutex_);
  if (number >= size()) return number == size() ? StepResult::kEnd : StepResult::kNoSuchKey;
  Node* node = head_->next[0];
  while (number-- > 0) node = node->next[0];
  return step_to(node, visitor);
}

}  // namespace vm
