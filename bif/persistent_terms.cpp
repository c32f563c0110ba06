// Keeping terms in literal memory, and the natives of `persistent_term`.
#include "bif/persistent_terms.h"

#include "bif/list_view.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"

namespace bif {

bool PersistentTerms::ExactOrder::operator()(Term l, Term r) const {
  return vm::compare_exact(l, r) < 0;
}

PersistentTerms::~PersistentTerms() {
  vm::MutexLock lock(mutex_);
  for (const auto& area : areas_) {
    area->off_heap.release_all();
    vm_.literals->free(area->words, area->size);
  }
}

Term PersistentTerms::keep(Term term) {
  const Word words = vm::size_of_term(term, vm_.literals.get());
  if (words == 0) return term;
  auto area = std::make_unique<Area>();
  area->words = vm_.literals->allocate(words);
  if (area->words == nullptr) return Term::none();
  area->size = words;
  HeapBuilder builder(std::span<Term>(area->words, words), area->off_heap);
  const Term copy = vm::copy_term_of_size(builder, term, words, vm_.literals.get());
  areas_.push_back(std::move(area));
  return copy;
}

Term PersistentTerms::get(Term key) {
  vm::MutexLock lock(mutex_);
  const auto found = values_.find(key);
  return found == values_.end() ? Term::none() : found->second;
}

PersistentTerms::PutResult PersistentTerms::put(Term key, Term value) {
  vm::MutexLock lock(mutex_);
  const auto found = values_.find(key);
  if (found != values_.end() && vm::exactly_equal(found->second, value)) return PutResult::kStored;
  const Term kept = keep(value);
  if (kept.is_none()) return PutResult::kOutOfMemory;
  if (found != values_.end()) {
    found->second = kept;
    return PutResult::kStored;
  }
  const Term kept_key = keep(key);
  if (kept_key.is_none()) return PutResult::kOutOfMemory;
  values_.emplace(kept_key, kept);
  return PutResult::kStored;
}

bool PersistentTerms::erase(Term key) {
  vm::MutexLock lock(mutex_);
  return values_.erase(key) != 0;
}

void PersistentTerms::clear() {
  vm::MutexLock lock(mutex_);
  values_.clear();
}

Term PersistentTerms::to_list(HeapBuilder& builder) {
  vm::MutexLock lock(mutex_);
  ListBuilder list(builder);
  for (const auto& [key, value] : values_) list.add(builder.tuple(key, value));
  return list.finish();
}

Word PersistentTerms::count() {
  vm::MutexLock lock(mutex_);
  return values_.size();
}

Word PersistentTerms::memory_bytes() {
  vm::MutexLock lock(mutex_);
  Word words = 0;
  for (const auto& area : areas_) words += area->size;
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
