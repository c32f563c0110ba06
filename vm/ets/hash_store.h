// HashStore: set, bag and duplicate_bag. Stripes, each a chained hash table with a lock and growth
// of its own; the upper bits of a key's hash choose the stripe, the lower ones the bucket.
// Invariants: objects with the same key stand together in one chain, the newest first. While the
// store is fixed, stripes keep their number of buckets and deleted objects their place; clean()
// removes them afterwards, in parts.
#pragma once

#include "vm/ets/bucket_array.h"
#include "vm/ets/object_memory.h"
#include "vm/ets/table_store.h"

#include <memory>

namespace vm {

/// Where a scan is: a bucket of a stripe.
struct HashPlace {
  Word stripe = 0;
  Word bucket = 0;
};

/// What the visitor of a scan wants done with the object it has seen.
enum class ScanStep : std::uint8_t { kKeep, kErase };

class HashStore final : public TableStore {
 public:
  /// `stripes` is a power of two.
  HashStore(TableType type, Word keypos, unsigned stripes);
  ~HashStore() override;

  TableKey key(Term term) const override;
  unsigned lock_count() const override { return stripes_.size(); }
  unsigned lock_index(const TableKey& key) const override {
    return stripes_.size() == 1 ? 0 : static_cast<unsigned>(key.hash >> shift_);
  }
  SharedMutex& lock(unsigned index) override { return stripes_[index].mutex; }
  TableObject* find(const TableKey& key) override;
  TableObject* find_next(TableObject* object) override;
  TableObject* make(Term tuple, const TableKey& key) override;
  void insert(TableObject* object, const TableKey& key) override;
  void replace(TableObject* old, TableObject* object) override;
  void erase(TableObject* object) override;
  void erase_key(const TableKey& key) override;
  Word size() const override;
  Word memory_words() const override;
  StepResult first(ObjectVisitor& visitor) override;
  StepResult last(ObjectVisitor& visitor) override { return first(visitor); }
  StepResult next(const TableKey& key, ObjectVisitor& visitor) override;
  StepResult previous(const TableKey& key, ObjectVisitor& visitor) override {
    return next(key, visitor);
  }
  void visit_places(ObjectVisitor& visitor) override;
  void set_fixed(bool fixed) override { fixed_ = fixed; }
  Word clear(bool for_good) override;

  /// Calls `visit(TableObject*)` -> ScanStep for the objects from `place` on, bucket by bucket, and
  /// moves `place` on, until the end (false) or until `enough()` says so after `at_once` (1 to
  /// kMostAtOnce) buckets. A stripe is locked while it is walked, so it cannot grow meanwhile.
  template <class Enough, class Visit>
  bool scan(HashPlace& place, LockMode mode, Word at_once, Enough&& enough, Visit&& visit);
  static constexpr Word kMostAtOnce = 16;
  /// Unless the store is fixed (again), removes what a fixation has kept of deleted objects, in at
  /// most `buckets` buckets from `place` on, and moves `place` on. False: nothing is left.
  bool clean(HashPlace& place, Word buckets);
  /// ets:slot/2: the bucket with this number over all stripes. kEnd: one past the last.
  StepResult slot(Word number, ObjectVisitor& visitor);
  /// What ets:info(T, stats) is computed from: the lengths of the chains, and how many objects are
  /// places that a fixation keeps.
  struct Statistics {
    Word buckets = 0;
    Word objects = 0;
    Word kept = 0;
    double sum_of_squares = 0;
    Word shortest = 0;
    Word longest = 0;
  };
  Statistics statistics();

 private:
  static constexpr Word kCacheLine = 64;
  struct alignas(kCacheLine) Stripe {
    SharedMutex mutex{LockRank::kEtsTable};
    BucketArray buckets;
    Word chained = 0;  // deleted ones included
    // relaxed, both: written under the lock, read without it where a figure is shown
    Atomic<Word> live{0};
    Atomic<Word> words{0};
    std::unique_ptr<ObjectMemory> memory;  // once it has grown beyond a few objects
    /// Whether all objects are in `memory` and own nothing elsewhere: then they go with it.
    bool goes_with_memory = true;
  };

  /// In one block of memory, which is often a table's only one.
  class Stripes {
   public:
    explicit Stripes(unsigned count)
        : count_(count),
          memory_(table_memory(bytes())),
          first_(reinterpret_cast<Stripe*>((reinterpret_cast<Word>(memory_) + kCacheLine - 1) &
                                           ~(kCacheLine - 1))) {
      std::uninitialized_default_construct_n(first_, count_);
    }
    Stripes(const Stripes&) = delete;
    ~Stripes() {
      std::destroy_n(first_, count_);
      free_table_memory(memory_, bytes());
    }
    unsigned size() const { return count_; }
    Stripe& operator[](Word index) { return first_[index]; }
    const Stripe& operator[](Word index) const { return first_[index]; }

   private:
    Word bytes() const { return count_ * sizeof(Stripe) + kCacheLine; }
    const unsigned count_;
    void* const memory_;
    Stripe* const first_;
  };

  Stripe& stripe_of(Word hash) {
    return stripes_[stripes_.size() == 1 ? 0 : static_cast<unsigned>(hash >> shift_)];
  }
  static ChainLink& bucket_of(Stripe& stripe, Word hash) {
    return stripe.buckets[hash & (stripe.buckets.size() - 1)];
  }
  bool has_key(const TableObject& object, const TableKey& key) const;
  /// The link that leads to the first object with this key, deleted or not; null: there is none.
  /// Others with the key follow it (TableObject::precedes_same).
  ChainLink* link_of(Stripe& stripe, const TableKey& key);
  bool visit_first(Stripe& stripe, Word bucket, ObjectVisitor& visitor);
  StepResult visit_from_stripe(unsigned index, ObjectVisitor& visitor);
  static void destroy(Stripe& stripe, TableObject* object) {
    TableObject::destroy(object, stripe.memory.get());
  }
  TableObject* make_in(Stripe& stripe, Term tuple);
  void begin_memory(Stripe& stripe);
  void destroy_all(Stripe& stripe);
  /// In the place of `*link`.
  void put_in_place(Stripe& stripe, ChainLink* link, TableObject* object);
  /// `previous`: the object before it in the chain; null: it is the first.
  void unlink(Stripe& stripe, ChainLink* link, TableObject* previous);
  /// Whether a bag has an object equal to this one; `first` is the first with its key, or null.
  bool has_equal(const TableObject* first, const TableObject& object) const;
  void resize_if_due(Stripe& stripe);
  void clean_bucket(Stripe& stripe, Word bucket);

  ObjectRegions regions_;
  Stripes stripes_;
  const unsigned shift_;
  const Word first_buckets_;  // of a stripe
  bool fixed_ = false;        // changed with all locks, read with any
};

template <class Enough, class Visit>
bool HashStore::scan(HashPlace& place, LockMode mode, Word at_once, Enough&& enough,
                     Visit&& visit) {
  TableObject* chains[kMostAtOnce];
  for (; place.stripe < stripes_.size(); ++place.stripe, place.bucket = 0) {
    Stripe& stripe = stripes_[place.stripe];
    TableKey any;
    any.hash = stripes_.size() == 1 ? 0 : place.stripe << shift_;
    StoreLock lock(*this, any, mode);
    while (place.bucket < stripe.buckets.size()) {
      if (enough()) return true;
      // Objects lie anywhere, and about a third of the buckets are empty: without this, most of the
      // time of a scan would be waiting for memory and wrong guesses whether a bucket is.
      const Word end = std::min(place.bucket + at_once, stripe.buckets.size());
      Word count = 0;
      for (; place.bucket < end; ++place.bucket) {
        TableObject* const chain = stripe.buckets[place.bucket];
        chains[count] = chain;
        count += chain != nullptr;
        // Null, too, which no memory is asked for.
        const Word address = reinterpret_cast<Word>(chain);
        __builtin_prefetch(reinterpret_cast<const void*>(address));
        __builtin_prefetch(reinterpret_cast<const void*>(address + kCacheLine));
      }
      for (Word n = 0; n < count; ++n) {
        for (TableObject* object = chains[n]; object != nullptr;) {
          TableObject* after = object->next;
          if (!object->deleted && visit(object) == ScanStep::kErase) erase(object);
          object = after;
        }
      }
    }
  }
  return false;
}

}  // namespace vm
