// FunTable: the FunEntry of each lambda of each module version. Terms point to entries, so entries
// live as long as the table. Two versions of a module with the same digest share their entries, so
// that a fun made by one version works in the other.
// Threads: any; the table takes kFunTable.
#pragma once

#include "vm/base/mutex.h"
#include "vm/code/export.h"

#include <array>
#include <deque>
#include <map>
#include <tuple>

namespace vm {

using ModuleDigest = std::array<Byte, 16>;

/// The key of a lambda (module, digest, index) and its properties. `arity` includes the free
/// variables.
struct Lambda {
  Term module;
  ModuleDigest digest;
  Word index;
  Word old_uniq;
  Word arity;
  Word num_free;
  Term function;  // none() if it is not known, as in external terms
};

/// Returns the name of the lambda-lifted function, read from the entry's code, or none() if the
/// code is not loaded. FunEntry::function is only the name given when the entry was added, and
/// never changes. Called by an awake participant of thread progress.
Term function_of(const FunEntry& entry);

class FunTable {
 public:
  /// Returns the entry of a lambda, and adds it without an address if it does not exist.
  FunEntry& get_or_create(const Lambda& lambda) VM_EXCLUDES(mutex_);

 private:
  using Key = std::tuple<Word, ModuleDigest, Word>;

  Mutex mutex_{LockRank::kFunTable};
  std::deque<FunEntry> entries_ VM_GUARDED_BY(mutex_);
  std::map<Key, FunEntry*> by_key_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
