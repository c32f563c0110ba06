// OrderedStore: ordered_set.
// Invariants: keys ascend strictly in the order of terms (compare(): 1 and 1.0 are one key).
// Threads: one lock for all of it.
#pragma once

#include "vm/ets/hash_store.h"
#include "vm/ets/ordered_tree.h"
#include "vm/ets/table_store.h"

namespace vm {

enum class Direction : std::uint8_t { kUp, kDown };

/// compare() of a pattern and a key, in the order of an ordered set, up to the first variable of
/// the pattern: from there on they count as equal. The keys that can match are among those it is 0
/// for, which are next to each other.
int compare_beginning(Term pattern, Term key);

class OrderedStore final : public TableStore {
 public:
  explicit OrderedStore(Word keypos) : TableStore(TableType::kOrderedSet, keypos) {}
  ~OrderedStore() override { clear(true); }

  TableKey key(Term term) const override { return {term, 0}; }
  unsigned lock_count() const override { return 1; }
  unsigned lock_index(const TableKey&) const override { return 0; }
  SharedMutex& lock(unsigned) override { return mutex_; }
  TableObject* find(const TableKey& key) override;
  TableObject* find_next(TableObject*) override { return nullptr; }
  TableObject* make(Term tuple, const TableKey&) override {
    return TableObject::make(tuple, memory_.get());
  }
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
    Position at = from.is_none() && pattern.has_value() ? start_of(pattern, direction)
                                                        : start(from, direction);
    // No visit erases it: it is not visited.
    const Position end = pattern.has_value() ? end_of(pattern, direction) : Position();
    const TableObject* const end_object = end ? end.object() : nullptr;
    while (at && at.object() != end_object && more()) {
      if (visit(at.object()) == ScanStep::kErase) {
        const Position behind = take_out(at.key());
        at = direction == Direction::kUp ? behind : before(behind);
      } else {
        at = direction == Direction::kUp ? at.after() : at.before();
      }
    }
  }

 private:
  using Position = OrderedTree::Position;

  /// Where a scan begins.
  Position start(Term from, Direction direction) const;
  /// Where a scan of the keys that begin like `pattern` begins.
  Position start_of(Term pattern, Direction direction) const;
  /// The first entry behind those keys, if there is one.
  Position end_of(Term pattern, Direction direction) const;
  Position first_from(Term pattern) const;
  Position first_behind(Term pattern) const;
  /// The entry before `at`; before the end, if `at` is nowhere.
  Position before(Position at) const { return at ? at.before() : tree_.last(); }
  /// Erases the entry with this key, if it is there, and destroys its object. Returns the entry
  /// behind it.
  Position take_out(Term key);
  void destroy(TableObject* object) { TableObject::destroy(object, memory_.get()); }
  /// Visits the object there; kEnd if there is none. The caller holds mutex_.
  StepResult step_to(Position at, ObjectVisitor& visitor) const {
    if (!at) return StepResult::kEnd;
    tree_.note_place(at);
    visitor.visit(*at.object());
    return StepResult::kFound;
  }

  SharedMutex mutex_{LockRank::kEtsTable};
  OrderedTree tree_;
  ObjectRegions regions_;
  std::unique_ptr<ObjectMemory> memory_;  // null while the table is small
  Atomic<Word> count_{0};
  Atomic<Word> words_{0};
};

}  // namespace vm
