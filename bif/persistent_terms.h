// Persistent terms: values that every process reads without copying. A value is copied once, into
// literal memory, where collectors leave it alone and messages share it.
// Limits: the memory of a value that was replaced or erased is kept until the machine ends, because
// processes may still refer to it and only a look at all heaps could tell. Programs that change
// persistent terms often are warned off by OTP's documentation too, for the same reason.
// Ownership: BifState. Threads: any, under the lock.
#pragma once

#include "bif/bif.h"
#include "vm/base/mutex.h"
#include "vm/heap/off_heap.h"

#include <map>
#include <memory>
#include <vector>

namespace bif {

class PersistentTerms {
 public:
  explicit PersistentTerms(Vm& vm) : vm_(vm) {}
  ~PersistentTerms();

  /// The value, or none().
  Term get(Term key) VM_EXCLUDES(mutex_);
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
  /// Terms in literal memory, with what they own outside of it.
  struct Area {
    Term* words = nullptr;
    Word size = 0;
    vm::OffHeap off_heap;
  };
  struct ExactOrder {
    bool operator()(Term l, Term r) const;
  };
  /// A copy in literal memory; none() when that is used up.
  Term keep(Term term) VM_REQUIRES(mutex_);

  Vm& vm_;
  vm::Mutex mutex_{vm::LockRank::kPersistentTerms};
  std::map<Term, Term, ExactOrder> values_ VM_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Area>> areas_ VM_GUARDED_BY(mutex_);
};

}  // namespace bif
