// A skip list (Pugh): no rebalancing, and a node knows nothing of its parents, so erasing while
// scanning is simple.
#include "vm/ets/ordered_store.h"

#include "vm/base/out_of_memory.h"
#include "vm/term/compare.h"

#include <cstdlib>

namespace vm {

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
  Node* node = head_;
  for (unsigned level = height_; level-- > 0;) {
    while (node->next[level] != nullptr && compare(key_of(*node->next[level]->object), key) < 0) {
      node = node->next[level];
    }
    path[level] = node;
  }
  return node->next[0];
}

TableObject* OrderedStore::find(const TableKey& key) {
  Node* path[kMaxHeight];
  Node* node = find_path(key.term, path);
  if (node == nullptr || compare(key_of(*node->object), key.term) != 0) return nullptr;
  return node->object;
}

void OrderedStore::insert(TableObject* object, const TableKey& key) {
  Node* path[kMaxHeight];
  Node* at = find_path(key.term, path);
  if (at != nullptr && compare(key_of(*at->object), key.term) == 0) {
    count_words(static_cast<SWord>(object->memory_words()) -
                static_cast<SWord>(at->object->memory_words()));
    TableObject::destroy(at->object);
    at->object = object;
    return;
  }
  const unsigned height = random_height();
  for (; height_ < height; ++height_) path[height_] = head_;
  Node* node = make_node(height);
  node->object = object;
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

void OrderedStore::erase(TableObject* object) {
  Node* path[kMaxHeight];
  Node* node = find_path(key_of(*object), path);
  VM_CHECK(node != nullptr && node->object == object, "only what is in the table is erased");
  for (unsigned level = 0; level < node->height; ++level) {
    path[level]->next[level] = node->next[level];
  }
  if (node->next[0] != nullptr) {
    node->next[0]->previous = node->previous;
  } else {
    last_ = node->previous;
  }
  count_.fetch_sub(1, kRelaxed);  // relaxed: see size()
  count_words(-static_cast<SWord>(object->memory_words()));
  TableObject::destroy(object);
  std::free(node);
}

OrderedStore::Node* OrderedStore::start(Term from, Direction direction) const {
  if (from.is_none()) return direction == Direction::kUp ? head_->next[0] : last_;
  Node* path[kMaxHeight];
  Node* node = find_path(from, path);
  if (direction == Direction::kDown) return path[0] == head_ ? nullptr : path[0];
  const bool same = node != nullptr && compare(key_of(*node->object), from) == 0;
  return same ? node->next[0] : node;
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
