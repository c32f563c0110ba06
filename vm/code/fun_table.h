// FunTable: the FunEntry of each lambda of each module version. Terms point to entries, so they
// live as long as the table. Two versions of a module with the same digest share their entries:
// funs made by the one work in the other. Threads: any, under the lock.
#pragma once

#include "vm/base/mutex.h"
#include "vm/code/export.h"

#include <array>
#include <deque>
#include <map>
#include <tuple>

namespace vm {

using ModuleDigest = std::array<Byte, 16>;

/// What identifies a lambda, and what is told of it. `arity` counts the free variables.
struct Lambda {
  Term module;
  ModuleDigest digest;
  Word index;
  Word old_uniq;
  Word arity;
  Word num_free;
  Term function;  // none() where only the module's file knows it (external terms)
};

/// The name of the lifted function, from the code that the entry leads to: none() while there is
/// none. FunEntry::function says only who mentioned the lambda first, and never changes. By an
/// awake participant of thread progress.
Term function_of(const FunEntry& entry);

class FunTable {
 public:
  /// The entry of this lambda; made, with no address, on first mention (by a loader or an external
  /// term).
  FunEntry& get_or_create(const Lambda& lambda) VM_EXCLUDES(mutex_);

 private:
  using Key = std::tuple<Word, ModuleDigest, Word>;

  Mutex mutex_{LockRank::kFunTable};
  std::deque<FunEntry> entries_ VM_GUARDED_BY(mutex_);
  std::map<Key, FunEntry*> by_key_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
