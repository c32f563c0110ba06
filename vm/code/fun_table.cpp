// The fun table is a map with the key module, digest and index.
#include "vm/code/fun_table.h"

#include <cstring>

namespace vm {

FunEntry& FunTable::get_or_create(const Lambda& lambda) {
  MutexLock lock(mutex_);
  FunEntry*& entry = by_key_[Key{lambda.module.bits(), lambda.digest, lambda.index}];
  if (entry == nullptr) {
    entry = &entries_.emplace_back();
    entry->module = lambda.module;
    entry->index = lambda.index;
    entry->old_uniq = lambda.old_uniq;
    std::memcpy(entry->uniq, lambda.digest.data(), lambda.digest.size());
    entry->arity = lambda.arity;
    entry->num_free = lambda.num_free;
    entry->function = lambda.function;
  }
  return *entry;
}

}  // namespace vm
