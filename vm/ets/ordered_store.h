// OrderedStore: ordered_set, as a skip list whose lowest level is linked both ways.
// Invariants: keys ascend strictly in the order of terms (compare(): 1 and 1.0 are one key).
// Threads: one lock for all of it.
#pragma once

#include "vm/ets/hash_store.h"
#include "vm/ets/table_store.h"

namespace vm {

enum class Direction : std::uint8_t { kUp, kDown };

/// compare() of a pattern and a key, in the order of an ordered set, up to the first variable of
/// the pattern: from there on they count as equal. The keys that can match are among those it is 0
/// for, which are next to each other.
int compare_beginning(Term pattern, Term key);

class OrderedStore final : public TableStore {
 public:
  explicit OrderedStore(Word keypos);
  ~OrderedStore() override;

  TableKey key(Term term) const override { return {term, 0}; }
  unsigned lock_count() const override { return 1; }
  unsigned lock_index(const TableKey&) const override { return 0; }
  SharedMutex& lock(unsigned) override { return mutex_; }
  TableObject* find(const TableKey& key) override;
  TableObject* find_next(TableObject*) override { return nullptr; }
  TableObject* make(Term tuple, const TableKey&) override { return TableObject::make(tuple); }
  void insert(TableObject* object, const TableKey& key) override;
  void replace(TableObject* old, TableObject* object) override;
  void erase(TableObject* object) override;
  void erase_key(const TableKey& key) override;
  Word size() const override { return count_.load(kRelaxed); }  // relaxed: a figure to look at
  Word memory_words() const override { return words_.load(kRelaxed); }  // relaxed: as above
  StepResult first(ObjectVisitor& visitor) override;
  StepResult last(ObjectVisitor& visitor) override;
  StepResult next(const TableKey& key, ObjectVisitor& visitor) override;
  StepResult previous(const TableKey& key, ObjectVisitor& visitor) override;
  void visit_places(ObjectVisitor& visitor) override;
  void set_fixed(bool) override {}  // any key is a place
  Word clear(bool for_good) override;
  /// ets:slot/2: the object with this number, from 0.
  StepResult slot(Word number, ObjectVisitor& visitor);

  /// With the lock: calls `visit(TableObject*)` -> ScanStep in order of keys, beginning after
  /// (before) `from` (none(): at the end), as long as `more()`. `pattern`: of the only keys that
  /// are visited, see compare_beginning(); none(): all are.
  template <class More, class Visit>
  void scan(Term from, Direction direction, Term pattern, More&& more, Visit&& visit) {
    Node* node = from.is_none() && pattern.has_value() ? start_of(pattern, direction)
                                                       : start(from, direction);
    // No visit erases it: it is not visited.
    const Node* end = pattern.has_value() ? end_of(pattern, direction) : nullptr;
    while (node != nullptr && node != end && more()) {
      Node* after = direction == Direction::kUp ? node->next[0] : node->previous;
      if (visit(node->object) == ScanStep::kErase) erase(node->object);
      node = after;
    }
  }

 private:
  static constexpr unsigned kMaxHeight = 24;
  struct Node {
    TableObject* object;
    Term key;  // of the object: a search reads no object where keys are immediate
    Node* previous;
    unsigned height;
    Node* next[];
  };

  static Node* make_node(unsigned height);
  /// Fills, per level, the last node whose key is below `key`; answers the first that is not.
  Node* find_path(Term key, Node** path) const;
  /// As find_path() for the keys that begin like `pattern`: the first of them, or the first behind.
  Node* first_from(Term pattern, Node** path) const;
  Node* first_behind(Term pattern, Node** path) const;
  /// Where a scan begins.
  Node* start(Term from, Direction direction) const;
  /// Where a scan of the keys that begin like `pattern` begins.
  Node* start_of(Term pattern, Direction direction) const;
  /// The first node behind those keys; null: there is none.
  Node* end_of(Term pattern, Direction direction) const;
  /// As find_path(), with `is_before(Node*)` for the nodes to be passed.
  template <class IsBefore>
  Node* descend(Node** path, IsBefore&& is_before) const {
    Node* node = head_;
    for (unsigned level = height_; level-- > 0;) {
      while (node->next[level] != nullptr && is_before(node->next[level])) node = node->next[level];
      path[level] = node;
    }
    return node->next[0];
  }
  void set_object(Node* node, TableObject* object) {
    node->object = object;
    node->key = key_of(*object);
  }
  /// Takes a node out that find_path() has found, and destroys it.
  void unlink(Node* node, Node** path);
  unsigned random_height();
  void count_words(SWord change) {
    words_.fetch_add(static_cast<Word>(change), kRelaxed);  // relaxed: see memory_words()
  }
  /// Visits the object of a node; kEnd if the node is null. The caller holds mutex_.
  static StepResult step_to(Node* node, ObjectVisitor& visitor) {
    if (node == nullptr) return StepResult::kEnd;
    visitor.visit(*node->object);
    return StepResult::kFound;
  }

  SharedMutex mutex_{LockRank::kEtsTable};
  Node* head_;  // no object; kMaxHeight levels
  Node* last_ = nullptr;
  unsigned height_ = 1;
  std::uint64_t random_ = 0x9E3779B97F4A7C15u;
  Atomic<Word> count_{0};
  Atomic<Word> words_{0};
};

}  // namespace vm
