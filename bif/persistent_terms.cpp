// Keeping terms in literal memory, and the natives of `persistent_term`.
#include "bif/persistent_terms.h"

#include "bif/list_view.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "vm/proc/literal_release.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"

#include <utility>

namespace bif {

bool PersistentTerms::ExactOrder::operator()(Term l, Term r) const {
  return vm::compare_exact(l, r) < 0;
}

PersistentTerms::~PersistentTerms() {
  vm::MutexLock lock(mutex_);
  for (auto& [key, entry] : entries_) {
    vm_.literals->release(entry.key.area);
    vm_.literals->release(entry.value.area);
  }
}

PersistentTerms::Kept PersistentTerms::keep(Term term) {
  const Word words = vm::size_of_term(term, nullptr);
  if (words == 0) return {term, {}};
  Kept kept;
  kept.area.words = vm_.literals->allocate(words);
  if (kept.area.words == nullptr) return {Term::none(), {}};
  kept.area.size = words;
  HeapBuilder builder(std::span<Term>(kept.area.words, words), kept.area.off_heap);
  kept.term = vm::copy_term_of_size(builder, term, words, nullptr);
  return kept;
}

void PersistentTerms::retire(const Kept& kept) { vm::retire_literals(vm_, kept.area); }

Term PersistentTerms::get(Term key) {
  vm::MutexLock lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? Term::none() : found->second.value.term;
}

PersistentTerms::PutResult PersistentTerms::put(Term key, Term value) {
  Kept replaced;
  {
    vm::MutexLock lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end()) {
      if (vm::exactly_equal(found->second.value.term, value)) return PutResult::kStored;
    }
    Kept kept = keep(value);
    if (kept.term.is_none()) return PutResult::kOutOfMemory;
    if (found == entries_.end()) {
      Kept kept_key = keep(key);
      if (kept_key.term.is_none()) {
        vm_.literals->release(kept.area);  // nobody has seen it
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
    vm::MutexLock lock(mutex_);
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
    vm::MutexLock lock(mutex_);
    erased.swap(entries_);
  }
  for (const auto& [key, entry] : erased) {
    retire(entry.key);
    retire(entry.value);
  }
}

Term PersistentTerms::to_list(HeapBuilder& builder) {
  vm::MutexLock lock(mutex_);
  ListBuilder list(builder);
  for (const auto& [key, entry] : entries_) list.add(builder.tuple(key, entry.value.term));
  return list.finish();
}

Word PersistentTerms::count() {
  vm::MutexLock lock(mutex_);
  return entries_.size();
}

Word PersistentTerms::memory_bytes() {
  vm::MutexLock lock(mutex_);
  Word words = 0;
  for (const auto& [key, entry] : entries_) words += entry.key.area.size + entry.value.area.size;
  return words * vm::kWordBytes;
}

BifResult persistent_term_get_1(Process& p, const Args<1>& a) {
  const Term value = BifState::of(p).persistent_terms->get(a[0]);
  return value.has_value() ? value : p.badarg();
}

BifResult persistent_term_get_2(Process& p, const Args<2>& a) {
  const Term value = BifState::of(p).persistent_terms->get(a[0]);
  return value.has_value() ? value : a[1];
}

BifResult persistent_term_get_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return BifState::of(p).persistent_terms->to_list(builder);
}

BifResult persistent_term_put_2(Process& p, const Args<2>& a) {
  const auto result = BifState::of(p).persistent_terms->put(a[0], a[1]);
  return result == PersistentTerms::PutResult::kStored ? Term(am::ok) : p.system_limit();
}

BifResult persistent_term_erase_1(Process& p, const Args<1>& a) {
  return vm::make_boolean(BifState::of(p).persistent_terms->erase(a[0]));
}

BifResult persistent_term_info_0(Process& p, const Args<0>&) {
  PersistentTerms& terms = *BifState::of(p).persistent_terms;
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {{am::count, Term::small(static_cast<SWord>(terms.count()))},
                         {am::memory, Term::small(static_cast<SWord>(terms.memory_bytes()))}};
  return vm::map_from_pairs(builder, pairs);
}

BifResult erase_persistent_terms_0(Process& p, const Args<0>&) {
  BifState::of(p).persistent_terms->clear();
  return am::true_;
}

}  // namespace bif
