// Keeping terms in literal memory.
#include "vm/proc/persistent_terms.h"

#include "vm/heap/list_view.h"
#include "vm/proc/literal_release.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/term/shared_copy.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

bool PersistentTerms::ExactOrder::operator()(Term l, Term r) const {
  return compare_exact(l, r) < 0;
}

PersistentTerms::~PersistentTerms() {
  MutexLock lock(mutex_);
  for (auto& [key, entry] : entries_) {
    vm_.literals->release(entry.key.area);
    vm_.literals->release(entry.value.area);
  }
}

PersistentTerms::Kept PersistentTerms::keep(Term term) {
  const Word words = size_of_shared_term(term);
  if (words == 0) return {term, {}};
  Kept kept;
  kept.area.words = vm_.literals->allocate(words);
  if (kept.area.words == nullptr) return {Term::none(), {}};
  kept.area.size = words;
  HeapBuilder builder(std::span<Term>(kept.area.words, words), kept.area.off_heap);
  kept.term = copy_shared_term(builder, term, words);
  return kept;
}

void PersistentTerms::retire(const Kept& kept) { retire_literals(vm_, kept.area); }

Term PersistentTerms::get(Term key) {
  MutexLock lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? Term::none() : found->second.value.term;
}

PersistentTerms::PutResult PersistentTerms::put(Term key, Term value) {
  Kept replaced;
  {
    MutexLock lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end()) {
      if (exactly_equal(found->second.value.term, value)) return PutResult::kStored;
    }
    Kept kept = keep(value);
    if (kept.term.is_none()) return PutResult::kOutOfMemory;
    if (found == entries_.end()) {
      Kept kept_key = keep(key);
      if (kept_key.term.is_none()) {
        vm_.literals->release(kept.area);  // no other thread has seen it
        return PutResult::kOutOfMemory;
      }
      entries_.emplace(kept_key.term, Entry{kept_key, kept});
      return PutResult::kStored;
    }
    replaced = std::exchange(found->second.value, kept);
  }
  retire(replaced);
  return PutResult::kStored;
}

bool PersistentTerms::erase(Term key) {
  Entries::node_type erased;
  {
    MutexLock lock(mutex_);
    erased = entries_.extract(key);
  }
  if (erased.empty()) return false;
  retire(erased.mapped().key);
  retire(erased.mapped().value);
  return true;
}

void PersistentTerms::clear() {
  Entries erased;
  {
    MutexLock lock(mutex_);
    erased.swap(entries_);
  }
  for (const auto& [key, entry] : erased) {
    retire(entry.key);
    retire(entry.value);
  }
}

Term PersistentTerms::to_list(HeapBuilder& builder) {
  MutexLock lock(mutex_);
  ListBuilder list(builder);
  for (const auto& [key, entry] : entries_) list.add(builder.tuple(key, entry.value.term));
  return list.finish();
}

Word PersistentTerms::count() {
  MutexLock lock(mutex_);
  return entries_.size();
}

Word PersistentTerms::memory_bytes() {
  MutexLock lock(mutex_);
  Word words = 0;
  for (const auto& [key, entry] : entries_) words += entry.key.area.size + entry.value.area.size;
  return words * kWordBytes;
}

}  // namespace vm
