// TableStore: where a table keeps its objects, by key. Two kinds: HashStore (set, bag,
// duplicate_bag) and OrderedStore. Threads: every function says which of the store's locks the
// caller must hold: the key's (lock_for), or all. Taking more than one goes through StoreLock only,
// which keeps their order.
#pragma once

#include "vm/base/shared_mutex.h"
#include "vm/base/thread_bias.h"
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
  /// Of all locks together.
  ThreadBias& bias() { return bias_; }

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

 protected:
  /// With the lock that guards what the figure counts, for writing: no other thread writes it.
  static void add(Atomic<Word>& figure, SWord change) {
    // relaxed: others only look at it
    figure.store(figure.load(kRelaxed) + static_cast<Word>(change), kRelaxed);
  }

 private:
  const TableType type_;
  const Word keypos_;
  ThreadBias bias_;
};

/// Holds one lock of a store, or all of them, in the order of their numbers: or none, where the
/// thread needs none (ThreadBias). A thread holds one StoreLock of a store at a time.
class StoreLock {
 public:
  /// The lock of a key.
  StoreLock(TableStore& store, const TableKey& key, LockMode mode) : store_(store), mode_(mode) {
    if (enter()) return;
    lock_ = &store.lock(store.lock_index(key));
    lock();
  }
  /// One of the store's locks.
  StoreLock(TableStore& store, SharedMutex& lock, LockMode mode) : store_(store), mode_(mode) {
    if (enter()) return;
    lock_ = &lock;
    this->lock();
  }
  /// All of them, for writing.
  explicit StoreLock(TableStore& store) : store_(store), mode_(LockMode::kWrite), has_all_(true) {
    if (enter()) return;
    lock_ = &store.lock(0);
    lock();
  }
  ~StoreLock() {
    if (lock_ != nullptr) {
      unlock_and_look();
    } else {
      SharedMutex::note_unlocked_otherwise(LockRank::kEtsTable);
      store_.bias().leave();
    }
  }
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  bool enter() {
    if (!store_.bias().enter(mode_)) return false;
    SharedMutex::note_locked_otherwise(LockRank::kEtsTable);
    return true;
  }
  /// Takes the lock, unless the thread gets the right to enter without it: then lock_ is null.
  void lock();
  [[gnu::always_inline]] void unlock();
  void unlock_and_look();

  TableStore& store_;
  SharedMutex* lock_ = nullptr;  // the first of all; null: none is needed
  const LockMode mode_;
  const bool has_all_ = false;
};

}  // namespace vm
