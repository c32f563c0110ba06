// Keeping terms in literal memory.
#include "vm/proc/persistent_terms.h"

#include "vm/heap/list_view.h"
#include "vm/proc/literal_release.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/term/shared_copy.h"
#include "vm/vm.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

namespace vm {

PersistentTerms::HashedKey::HashedKey(Term key) : term(key), hash(internal_hash(key)) {}

bool PersistentTerms::HashedKey::operator==(const HashedKey& other) const {
  return hash == other.hash && exactly_equal(term, other.term);
}

class PersistentTerms::Index {
 public:
  explicit Index(Word least) : places_(std::bit_ceil(std::max(least * 4, kLeastPlaces))) {}

  /// The value, or none(). Threads: any.
  Term find(Term key) const {
    const Place* place = place_of(HashedKey(key));
    // acquire: the value's words, written before it was stored
    return place == nullptr ? Term::none() : Term::from_bits(place->value.load(kAcquire));
  }
  bool has_room() const { return used_ * 2 < places_.size(); }

  // Threads: one writer.

  /// A key that is not there.
  void add(const HashedKey& key, Term value) {
    Word at = key.hash & mask();
    while (places_[at].key.load(kRelaxed) != kEmpty)  // relaxed: written by this thread's side only
      at = (at + 1) & mask();
    Place& place = places_[at];
    place.hash = key.hash;
    place.value.store(value.bits(), kRelaxed);   // relaxed: the key, stored next, publishes it
    place.key.store(key.term.bits(), kRelease);  // release: hash, value and the key's words
    ++used_;
  }
  void replace(const HashedKey& key, Term value) {
    mutable_place(key).value.store(value.bits(), kRelease);  // release: the value's words
  }
  void erase(const HashedKey& key) {
    mutable_place(key).key.store(kErased, kRelaxed);  // relaxed: nothing is read because of it
  }

 private:
  static constexpr Word kLeastPlaces = 64;
  static constexpr Word kEmpty = 0;   // Term::none()
  static constexpr Word kErased = 2;  // a boxed term at address 0
  struct Place {
    Atomic<Word> key{kEmpty};
    Atomic<Word> value{0};
    Word hash = 0;
  };

  Word mask() const { return places_.size() - 1; }
  const Place* place_of(const HashedKey& key) const {
    for (Word at = key.hash & mask();; at = (at + 1) & mask()) {
      const Word found = places_[at].key.load(kAcquire);  // acquire: pairs with add()
      if (found == key.term.bits()) return &places_[at];  // as an atom is
      if (found == kEmpty) return nullptr;
      if (found == kErased) continue;
      if (HashedKey(Term::from_bits(found), places_[at].hash) == key) return &places_[at];
    }
  }
  Place& mutable_place(const HashedKey& key) { return const_cast<Place&>(*place_of(key)); }

  std::vector<Place> places_;
  Word used_ = 0;  // places that have or had a key
};

PersistentTerms::PersistentTerms(Vm& vm) : vm_(vm), index_(std::make_unique<Index>(0).release()) {}

PersistentTerms::~PersistentTerms() {
  MutexLock lock(mutex_);
  // relaxed: no other thread is left
  const std::unique_ptr<Index> index(index_.load(kRelaxed));
  for (auto& [key, entry] : entries_) {
    vm_.literals->release(entry.key.area);
    vm_.literals->release(entry.value.area);
  }
}

PersistentTerms::Kept PersistentTerms::keep(Term term) {
  const CopySize size = size_of_shared_term(term);
  const Word words = size.words;
  if (words == 0) return {term, {}};
  Kept kept;
  kept.area.words = vm_.literals->allocate(words);
  if (kept.area.words == nullptr) return {Term::none(), {}};
  kept.area.size = words;
  HeapBuilder builder(std::span<Term>(kept.area.words, words), kept.area.off_heap);
  kept.term = copy_term_of_size(builder, term, size, nullptr);
  return kept;
}

void PersistentTerms::retire(const Kept& kept) { retire_literals(vm_, kept.area); }

Term PersistentTerms::get(Term key) const {
  return index_.load(kAcquire)->find(key);  // acquire: see index_
}

void PersistentTerms::add_to_index(const HashedKey& key, Term value) {
  Index& index = *index_.load(kRelaxed);  // relaxed: stored under the lock
  if (index.has_room()) {
    index.add(key, value);
  } else {
    rebuild_index();
  }
}

void PersistentTerms::rebuild_index() {
  auto index = std::make_unique<Index>(entries_.size());
  for (const auto& [key, entry] : entries_) index->add(key, entry.value.term);
  Index* old = index_.exchange(index.release(), std::memory_order_release);  // see index_
  vm_.progress->delete_later(old);                                           // readers may be in it
}

PersistentTerms::PutResult PersistentTerms::put(Term key, Term value) {
  const HashedKey hashed(key);
  Kept replaced;
  {
    MutexLock lock(mutex_);
    const auto found = entries_.find(hashed);
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
      const HashedKey own(kept_key.term, hashed.hash);
      entries_.emplace(own, Entry{kept_key, kept});
      add_to_index(own, kept.term);
      return PutResult::kStored;
    }
    replaced = std::exchange(found->second.value, kept);
    index_.load(kRelaxed)->replace(found->first, kept.term);  // relaxed: stored under the lock
  }
  retire(replaced);
  return PutResult::kStored;
}

bool PersistentTerms::erase(Term key) {
  const HashedKey hashed(key);
  Entries::node_type erased;
  {
    MutexLock lock(mutex_);
    erased = entries_.extract(hashed);
    if (!erased.empty()) index_.load(kRelaxed)->erase(hashed);  // relaxed: stored under the lock
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
    rebuild_index();
  }
  for (const auto& [key, entry] : erased) {
    retire(entry.key);
    retire(entry.value);
  }
}

Term PersistentTerms::to_list(HeapBuilder& builder) {
  MutexLock lock(mutex_);
  ListBuilder list(builder);
  for (const auto& [key, entry] : entries_) list.add(builder.tuple(key.term, entry.value.term));
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
