// Persistent terms: values that every process reads without copying. A value is copied once, into
// literal memory, where collectors leave it alone and messages share it.
// A term that is replaced or erased is retired: freed when every process has copied what it still
// has of it (literal_release.h). Each change therefore visits all processes, which is why OTP's
// documentation warns against changing persistent terms often.
// Readers take no lock: they search an index that writers, one at a time, change while it is read.
// Ownership: the Vm, and BifState for settings. Threads: any; readers are threads whose progress is
// waited for (ThreadProgress), since an index is freed after it.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/heap/heap_builder.h"
#include "vm/heap/literal_memory.h"
#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <unordered_map>

namespace vm {

class PersistentTerms {
 public:
  explicit PersistentTerms(Vm& vm);
  ~PersistentTerms();

  /// The value, or none().
  Term get(Term key) const;
  enum class PutResult { kStored, kOutOfMemory };
  PutResult put(Term key, Term value) VM_EXCLUDES(mutex_);
  /// Whether there was one.
  bool erase(Term key) VM_EXCLUDES(mutex_);
  void clear() VM_EXCLUDES(mutex_);
  /// [{Key, Value}].
  Term to_list(HeapBuilder& builder) VM_EXCLUDES(mutex_);
  Word count() VM_EXCLUDES(mutex_);
  Word memory_bytes() VM_EXCLUDES(mutex_);

 private:
  /// A term in literal memory, with the block it lies in (empty for immediates).
  struct Kept {
    Term term;
    LiteralArea area;
  };
  /// A key, which is found by value, with its hash: to hash a large one takes long.
  struct HashedKey {
    explicit HashedKey(Term key);
    HashedKey(Term key, Word its_hash) : term(key), hash(its_hash) {}
    bool operator==(const HashedKey& other) const;
    Term term;
    Word hash;
  };
  struct HashOf {
    Word operator()(const HashedKey& key) const { return key.hash; }
  };
  struct Entry {
    Kept key;
    Kept value;
  };
  using Entries = std::unordered_map<HashedKey, Entry, HashOf>;
  /// A copy in literal memory, whole: an area refers to no other. Its term is none() when that is
  /// used up.
  Kept keep(Term term);
  void retire(const Kept& kept);

  /// Keys and values by the hash of the key, with open addressing. A place that had a key never
  /// gets another one, so that a reader that has seen a key finds its value and no other beside it.
  class Index;
  /// Adds a key, in a new index if this one is half full.
  void add_to_index(const HashedKey& key, Term value) VM_REQUIRES(mutex_);
  /// Replaces the index by one of `entries_`.
  void rebuild_index() VM_REQUIRES(mutex_);

  Vm& vm_;
  Mutex mutex_{LockRank::kPersistentTerms};
  Entries entries_ VM_GUARDED_BY(mutex_);
  Atomic<Index*> index_;  // release when replaced, acquire in get(): its places are complete
};

}  // namespace vm
