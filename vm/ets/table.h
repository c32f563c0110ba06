// Table: what a table is besides its objects: name, owner, rights, heir, options. Its identifier is
// a magic reference to it. Invariants: once not alive, a table has no objects and never gets any.
// Ownership: counted; the index holds one count while the table is alive, every reference another.
// Threads: fields are atomic, constant, or guarded by the index (TableIndex); objects are the
// store's business.
#pragma once

#include "vm/ets/hash_store.h"
#include "vm/ets/ordered_store.h"
#include "vm/heap/kept_term.h"
#include "vm/heap/magic_ref.h"

#include <memory>
#include <vector>

namespace vm {

enum class Protection : std::uint8_t { kPublic, kProtected, kPrivate };

struct TableOptions {
  TableType type = TableType::kSet;
  Protection protection = Protection::kProtected;
  Word keypos = 1;
  bool named = false;
  bool compressed = false;
  bool read_concurrency = false;
  Term write_concurrency = am::false_;
  /// How many locks a hash table has, a power of two; 0: what suits its other options.
  Word fixed_locks = 0;
  bool decentralized_counters = false;
  Term heir = am::none;  // pid or none
  Term heir_data;
};

class Table final : public MagicObject {
 public:
  /// `schedulers`: how many there are, which decides the number of locks.
  Table(Term name, Term owner, const TableOptions& options, Word low, Word high,
        unsigned schedulers);
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  TableStore& store() { return *store_; }
  /// The store as what it is, or null.
  HashStore* hash_store() { return hash_; }
  OrderedStore* ordered_store() { return ordered_; }
  bool is_set() const { return type() == TableType::kSet || type() == TableType::kOrderedSet; }
  TableType type() const { return store_->type(); }
  Word keypos() const { return store_->keypos(); }
  const TableOptions& options() const { return options_; }  // as created; what can change is below
  Word ref_low() const { return low_; }
  Word ref_high() const { return high_; }

  // relaxed, all of them: each is a fact of its own; to see several together, hold the index's or a
  // store's lock.
  Term name() const { return Term::from_bits(name_.load(kRelaxed)); }
  Term owner() const { return Term::from_bits(owner_.load(kRelaxed)); }
  Protection protection() const { return protection_.load(kRelaxed); }
  void set_protection(Protection protection) { protection_.store(protection, kRelaxed); }
  /// Whether the table still exists. With a lock of the store the answer holds as long as the lock;
  /// without one, the table may be deleted at any time after.
  bool is_alive() const { return alive_.load(kRelaxed); }

  /// The term programs know it by: the name of a named table, else its reference.
  Term identifier(HeapBuilder& builder);
  Term reference(HeapBuilder& builder);

 private:
  friend class TableIndex;
  struct Fixation {
    Term pid;
    Word count;
  };

  std::unique_ptr<TableStore> store_;
  HashStore* hash_ = nullptr;
  OrderedStore* ordered_ = nullptr;
  const TableOptions options_;
  const Word low_;
  const Word high_;
  Atomic<Word> name_;
  Atomic<Word> owner_;
  Atomic<Protection> protection_;
  Atomic<bool> alive_{true};
  // Guarded by the index:
  Term heir_ = am::none;
  KeptTerm heir_data_;
  std::vector<Fixation> fixations_;
  SWord fixed_since_ = 0;         // monotonic time in nanoseconds
  SWord fixed_since_system_ = 0;  // system time in microseconds
};

}  // namespace vm
