// Chains with the newest object of a key first: an insertion into a bag does not walk over what the
// key has already, and a list built by walking and putting in front is in the order of insertion.
#include "vm/ets/hash_store.h"

#include "vm/term/compare.h"
#include "vm/term/hash.h"

#include <algorithm>
#include <bit>

namespace vm {
namespace {

// Of a whole table: more stripes than that begin with one bucket each.
constexpr Word kFirstBuckets = 512;
constexpr Word kFirstBucketsOfStripe = BucketArray::kInline;

// So many chains ahead their first objects are asked for, which are seldom in the cache.
constexpr Word kAhead = 8;

}  // namespace

HashStore::HashStore(TableType type, Word keypos, unsigned stripes)
    : TableStore(type, keypos),
      stripes_(stripes),
      shift_(kWordBits - static_cast<unsigned>(std::countr_zero(stripes))),
      first_buckets_(std::clamp(kFirstBuckets / stripes, Word{1}, kFirstBucketsOfStripe)) {
  for (unsigned i = 0; i < stripes_.size(); ++i) stripes_[i].buckets.reset(first_buckets_);
}

HashStore::~HashStore() { clear(true); }

TableKey HashStore::key(Term term) const {
  // The mixing spreads what small integers and atoms leave in the upper bits.
  return {term, internal_hash(term) * 0x9E3779B97F4A7C15u};
}

bool HashStore::has_key(const TableObject& object, const TableKey& key) const {
  return object.hash == key.hash && exactly_equal(key_of(object), key.term);
}

ChainLink* HashStore::link_of(Stripe& stripe, const TableKey& key) {
  ChainLink* link = &bucket_of(stripe, key.hash);
  while (link->may_contain(key.hash)) {
    TableObject* const object = *link;
    if (has_key(*object, key)) return link;
    link = &object->next;
  }
  return nullptr;
}

TableObject* HashStore::find(const TableKey& key) {
  const ChainLink* link = link_of(stripe_of(key.hash), key);
  if (link == nullptr) return nullptr;
  TableObject* const object = *link;
  return object->deleted ? find_next(object) : object;
}

TableObject* HashStore::find_next(TableObject* object) {
  do {
    if (!object->precedes_same) return nullptr;
    object = object->next;
  } while (object->deleted);
  return object;
}

TableObject* HashStore::make(Term tuple, const TableKey& key) {
  return make_in(stripe_of(key.hash), tuple);
}

TableObject* HashStore::make_in(Stripe& stripe, Term tuple) {
  TableObject* object = TableObject::make(tuple, stripe.memory.get());
  if (!object->in_object_memory || object->owners != 0) stripe.goes_with_memory = false;
  return object;
}

/// The stripe is not small any more: what it has moves, too, so that all of it can go at once.
void HashStore::begin_memory(Stripe& stripe) {
  stripe.memory = std::make_unique<ObjectMemory>(regions_);
  stripe.goes_with_memory = true;
  for (ChainLink& chain : stripe.buckets) {
    for (ChainLink* link = &chain; *link != nullptr; link = &(*link)->next) {
      TableObject* old = *link;
      TableObject* object = make_in(stripe, old->tuple());
      object->hash = old->hash;
      object->deleted = old->deleted;
      object->next = old->next;
      object->precedes_same = old->precedes_same;
      link->redirect(object);
      destroy(stripe, old);
    }
  }
}

void HashStore::insert(TableObject* object, const TableKey& key) {
  Stripe& stripe = stripe_of(key.hash);
  object->hash = key.hash;
  ChainLink* link = link_of(stripe, key);
  const bool is_known = link != nullptr;
  if (type() == TableType::kSet && is_known) {
    put_in_place(stripe, link, object);
    return;
  }
  if (type() == TableType::kBag && is_known && has_equal(*link, *object)) {
    destroy(stripe, object);
    return;
  }
  // A new key goes to the front of its chain: so no object is touched where the links tell that it
  // is new.
  if (!is_known) link = &bucket_of(stripe, key.hash);
  object->next = *link;
  object->precedes_same = is_known;
  link->redirect(object);
  link->note(key.hash);
  ++stripe.chained;
  add(stripe.live, 1);
  add(stripe.words, static_cast<SWord>(object->memory_words()));
  resize_if_due(stripe);
}

bool HashStore::has_equal(const TableObject* first, const TableObject& object) const {
  const auto is_equal = [&](const TableObject& other) {
    if (other.deleted || other.arity() != object.arity()) return false;
    for (Word position = 1; position <= object.arity(); ++position) {
      if (position != keypos() && !exactly_equal(other.element(position), object.element(position)))
        return false;
    }
    return true;
  };
  for (; first != nullptr; first = first->precedes_same ? first->next : nullptr) {
    if (is_equal(*first)) return true;
  }
  return false;
}

void HashStore::replace(TableObject* old, TableObject* object) {
  Stripe& stripe = stripe_of(old->hash);
  ChainLink* link = &bucket_of(stripe, old->hash);
  while (*link != old) link = &(*link)->next;
  object->hash = old->hash;
  put_in_place(stripe, link, object);
}

void HashStore::put_in_place(Stripe& stripe, ChainLink* link, TableObject* object) {
  TableObject* const old = *link;
  object->next = old->next;
  object->precedes_same = old->precedes_same;
  link->redirect(object);
  if (old->deleted) add(stripe.live, 1);
  add(stripe.words,
      static_cast<SWord>(object->memory_words()) - static_cast<SWord>(old->memory_words()));
  destroy(stripe, old);
}

void HashStore::unlink(Stripe& stripe, ChainLink* link, TableObject* previous) {
  TableObject* object = *link;
  *link = object->next;
  if (previous != nullptr && previous->precedes_same)
    previous->precedes_same = object->precedes_same;
  --stripe.chained;
  add(stripe.words, -static_cast<SWord>(object->memory_words()));
  destroy(stripe, object);
}

void HashStore::erase(TableObject* object) {
  Stripe& stripe = stripe_of(object->hash);
  add(stripe.live, -1);
  if (fixed_) {
    object->deleted = true;
    return;
  }
  ChainLink* link = &bucket_of(stripe, object->hash);
  TableObject* previous = nullptr;
  for (; *link != object; link = &previous->next) previous = *link;
  unlink(stripe, link, previous);
}

void HashStore::erase_key(const TableKey& key) {
  for (TableObject* object = find(key); object != nullptr; object = find(key)) erase(object);
}

void HashStore::resize_if_due(Stripe& stripe) {
  // Growing only: tables that shrank usually grow again, and clear() starts anew.
  if (fixed_ || stripe.chained <= stripe.buckets.size()) return;
  if (stripe.memory == nullptr && stripe.chained > kObjectMemoryFrom) begin_memory(stripe);
  BucketArray grown(stripe.buckets.size() * 2);
  const Word half = stripe.buckets.size();
  for (Word i = 0; i < half; ++i) {
    if (i + kAhead < half) __builtin_prefetch(stripe.buckets[i + kAhead], 1);
    // Each chain becomes two. In its order, appending: objects with the same key stay together and
    // in order.
    ChainLink groups[2];
    ChainLink* ends[2] = {&grown[i], &grown[i + half]};
    for (TableObject* object = stripe.buckets[i]; object != nullptr; object = object->next) {
      const bool upper = (object->hash & half) != 0;
      groups[upper].note(object->hash);
      *ends[upper] = ChainLink(object);
      ends[upper] = &object->next;
    }
    *ends[0] = *ends[1] = ChainLink();
    grown[i].take_groups(groups[0]);
    grown[i + half].take_groups(groups[1]);
  }
  stripe.buckets.take_over(grown);
}

Word HashStore::size() const {
  Word sum = 0;
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    sum += stripes_[i].live.load(kRelaxed);  // relaxed: see the field
  }
  return sum;
}

Word HashStore::memory_words() const {
  Word sum = 0;
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    sum += stripes_[i].words.load(kRelaxed);  // relaxed: see the field
  }
  return sum;
}

bool HashStore::visit_first(Stripe& stripe, Word bucket, ObjectVisitor& visitor) {
  for (; bucket < stripe.buckets.size(); ++bucket) {
    for (TableObject* object = stripe.buckets[bucket]; object != nullptr; object = object->next) {
      if (object->deleted) continue;
      visitor.visit(*object);
      return true;
    }
  }
  return false;
}

StepResult HashStore::visit_from_stripe(unsigned index, ObjectVisitor& visitor) {
  for (; index < stripes_.size(); ++index) {
    StoreLock lock(*this, stripes_[index].mutex, LockMode::kRead);
    if (visit_first(stripes_[index], 0, visitor)) return StepResult::kFound;
  }
  return StepResult::kEnd;
}

StepResult HashStore::first(ObjectVisitor& visitor) { return visit_from_stripe(0, visitor); }

StepResult HashStore::next(const TableKey& key, ObjectVisitor& visitor) {
  const unsigned index = lock_index(key);
  {
    Stripe& stripe = stripes_[index];
    StoreLock lock(*this, stripe.mutex, LockMode::kRead);
    const ChainLink* link = link_of(stripe, key);
    if (link == nullptr) return StepResult::kNoSuchKey;
    TableObject* object = *link;
    if (object->deleted && !fixed_ && find(key) == nullptr) return StepResult::kNoSuchKey;
    while (object->precedes_same) object = object->next;
    do object = object->next;
    while (object != nullptr && object->deleted);
    if (object != nullptr) {
      visitor.visit(*object);
      return StepResult::kFound;
    }
    const Word bucket = key.hash & (stripe.buckets.size() - 1);
    if (visit_first(stripe, bucket + 1, visitor)) return StepResult::kFound;
  }
  return visit_from_stripe(index + 1, visitor);
}

void HashStore::visit_places(ObjectVisitor& visitor) {
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    Stripe& stripe = stripes_[i];
    StoreLock lock(*this, stripe.mutex, LockMode::kRead);
    for (TableObject* object : stripe.buckets) {
      for (; object != nullptr; object = object->next) visitor.visit(*object);
    }
  }
}

bool HashStore::clean(HashPlace& place, Word buckets) {
  for (; place.stripe < stripes_.size(); ++place.stripe, place.bucket = 0) {
    Stripe& stripe = stripes_[place.stripe];
    StoreLock lock(*this, stripe.mutex, LockMode::kWrite);
    if (fixed_) return false;
    if (stripe.chained == stripe.live.load(kRelaxed)) continue;  // relaxed: the lock is held
    // A stripe that has grown since the last part has some of the buckets behind twice.
    for (; place.bucket < stripe.buckets.size(); ++place.bucket) {
      if (buckets-- == 0) return true;
      clean_bucket(stripe, place.bucket);
    }
  }
  return false;
}

void HashStore::clean_bucket(Stripe& stripe, Word bucket) {
  TableObject* previous = nullptr;
  for (ChainLink* link = &stripe.buckets[bucket]; *link != nullptr;) {
    if ((*link)->deleted) {
      unlink(stripe, link, previous);
    } else {
      previous = *link;
      link = &previous->next;
    }
  }
}

/// Its objects are gone, or go with their memory in clear().
void HashStore::destroy_all(Stripe& stripe) {
  // As it was made: most of the stripes of a table with many locks.
  if (stripe.chained == 0 && stripe.buckets.size() == first_buckets_) return;
  if (!stripe.goes_with_memory) {
    for (TableObject* chain : stripe.buckets) {
      while (chain != nullptr) destroy(stripe, std::exchange(chain, chain->next));
    }
  }
  stripe.goes_with_memory = true;
  stripe.memory.reset();
  stripe.buckets.reset(first_buckets_);
  stripe.chained = 0;
  stripe.words.store(0, kRelaxed);  // relaxed: see the field
}

Word HashStore::clear(bool for_good) {
  const Word count = size();
  const bool keeps_places = fixed_ && !for_good;
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    Stripe& stripe = stripes_[i];
    stripe.live.store(0, kRelaxed);  // relaxed: see the field
    if (!keeps_places) {
      destroy_all(stripe);
      continue;
    }
    for (TableObject* chain : stripe.buckets) {
      for (TableObject* object = chain; object != nullptr; object = object->next) {
        object->deleted = true;
      }
    }
  }
  if (!keeps_places) regions_.clear();
  return count;
}

StepResult HashStore::slot(Word number, ObjectVisitor& visitor) {
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    Stripe& stripe = stripes_[i];
    StoreLock lock(*this, stripe.mutex, LockMode::kRead);
    if (number >= stripe.buckets.size()) {
      number -= stripe.buckets.size();
      continue;
    }
    for (TableObject* object = stripe.buckets[number]; object != nullptr; object = object->next) {
      if (!object->deleted) visitor.visit(*object);
    }
    return StepResult::kFound;
  }
  return number == 0 ? StepResult::kEnd : StepResult::kNoSuchKey;
}

HashStore::Statistics HashStore::statistics() {
  Statistics result;
  result.shortest = ~Word{0};
  for (unsigned i = 0; i < stripes_.size(); ++i) {
    Stripe& stripe = stripes_[i];
    StoreLock lock(*this, stripe.mutex, LockMode::kRead);
    for (const TableObject* chain : stripe.buckets) {
      Word length = 0;
      for (; chain != nullptr; chain = chain->next, ++length)
        if (chain->deleted) ++result.kept;
      ++result.buckets;
      result.objects += length;
      result.sum_of_squares += static_cast<double>(length) * static_cast<double>(length);
      result.shortest = std::min(result.shortest, length);
      result.longest = std::max(result.longest, length);
    }
  }
  return result;
}

}  // namespace vm
