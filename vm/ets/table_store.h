// TableStore: where a table keeps its objects, by key. Two kinds: HashStore (set, bag,
// duplicate_bag) and OrderedStore. Threads: every function says which of the store's locks the
// caller must hold: the key's (lock_for), or all. Taking more than one goes through StoreLock only,
// which keeps their order.
#pragma once

#include "vm/base/shared_mutex.h"
#include "vm/ets/table_object.h"

namespace vm {

enum class TableType : std::uint8_t { kSet, kOrderedSet, kBag, kDuplicateBag };

/// A key with its hash (0 in an ordered set), so that it is computed once.
struct TableKey {
  Term term;
  Word hash = 0;
};

/// Where a step from one key to the next led.
enum class StepResult : std::uint8_t { kFound, kEnd, kNoSuchKey };

/// Called with an object under the lock that guards it.
class ObjectVisitor {
 public:
  virtual void visit(TableObject& object) = 0;

 protected:
  ~ObjectVisitor() = default;
};

class TableStore {
 public:
  TableStore(TableType type, Word keypos) : type_(type), keypos_(keypos) {}
  virtual ~TableStore() = default;
  TableStore(const TableStore&) = delete;

  TableType type() const { return type_; }
  Word keypos() const { return keypos_; }
  Term key_of(const TableObject& object) const { return object.element(keypos_); }
  virtual TableKey key(Term term) const = 0;

  virtual unsigned lock_count() const = 0;
  virtual unsigned lock_index(const TableKey& key) const = 0;
  virtual SharedMutex& lock(unsigned index) = 0;

  // --- with the key's lock; for writing where an object is made or changed ---
  /// A copy of `tuple`, which has this key, to be put into this store.
  virtual TableObject* make(Term tuple, const TableKey& key) = 0;
  /// The first object with this key, or null.
  virtual TableObject* find(const TableKey& key) = 0;
  /// The next one with the same key, or null. Bags: from the newest to the oldest.
  virtual TableObject* find_next(TableObject* object) = 0;
  /// Takes `object` over: replaces one with the same key in sets; a bag drops what it has already.
  virtual void insert(TableObject* object, const TableKey& key) = 0;
  /// Puts `object` in the place of `old`, which has the same key and is destroyed.
  virtual void replace(TableObject* old, TableObject* object) = 0;
  virtual void erase(TableObject* object) = 0;
  /// Erases all objects with this key.
  virtual void erase_key(const TableKey& key) = 0;

  // --- taking locks themselves ---
  virtual Word size() const = 0;
  /// Visits the first (last) object.
  virtual StepResult first(ObjectVisitor& visitor) = 0;
  virtual StepResult last(ObjectVisitor& visitor) = 0;
  /// Visits the object after (before) that key.
  virtual StepResult next(const TableKey& key, ObjectVisitor& visitor) = 0;
  virtual StepResult previous(const TableKey& key, ObjectVisitor& visitor) = 0;
  /// Visits all objects, also deleted ones that a fixation keeps as places.
  virtual void visit_places(ObjectVisitor& visitor) = 0;

  // --- with all locks, for writing ---
  /// While fixed, deleted objects stay as places. False to true or back; HashStore::clean() is due
  /// then.
  virtual void set_fixed(bool fixed) = 0;
  /// Removes everything; answers how many there were. A fixed table keeps their places unless
  /// `for_good`.
  virtual Word clear(bool for_good) = 0;

  /// What the objects take.
  virtual Word memory_words() const = 0;

 private:
  const TableType type_;
  const Word keypos_;
};

enum class LockMode : std::uint8_t { kRead, kWrite };

/// Holds one lock of a store, or all of them, in the order of their numbers.
class StoreLock {
 public:
  StoreLock(TableStore& store, const TableKey& key, LockMode mode)
      : StoreLock(store, store.lock_index(key), 1, mode) {}
  /// All of them.
  StoreLock(TableStore& store, LockMode mode) : StoreLock(store, 0, store.lock_count(), mode) {}
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  StoreLock(TableStore& store, unsigned first, unsigned count, LockMode mode);

  TableStore& store_;
  const unsigned first_;
  const unsigned count_;
  const LockMode mode_;
};

}  // namespace vm
