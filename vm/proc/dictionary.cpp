// Open addressing with linear probing; removal shifts later pairs of the same run back.
#include "vm/proc/dictionary.h"

#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"

namespace vm {
namespace {
constexpr Word kFirstSlots = 8;
}

Word Dictionary::home(Term key) const {
  // Atoms and small integers, nearly all keys, need no walk over a term.
  const Word hash = key.is_immediate() ? key.bits() >> 4 : internal_hash(key);
  return (hash * 0x9E3779B97F4A7C15) >> 32 & (pairs_.size() - 1);
}

Word Dictionary::slot_of(Term key) const {
  if (!key.is_immediate()) return slot_of_object(key);
  // Nothing else is equal to an atom or a small integer, so their own loop calls nothing.
  Word slot = home(key);
  while (pairs_[slot].key.has_value() && pairs_[slot].key != key)
    slot = (slot + 1) & (pairs_.size() - 1);
  return slot;
}

Word Dictionary::slot_of_object(Term key) const {
  Word slot = home(key);
  while (pairs_[slot].key.has_value() && !exactly_equal(pairs_[slot].key, key))
    slot = (slot + 1) & (pairs_.size() - 1);
  return slot;
}

Term Dictionary::get(Term key) const {
  return pairs_.empty() ? Term::none() : pairs_[slot_of(key)].value;
}

Term Dictionary::put(Term key, Term value) {
  if ((size_ + 1) * 4 > pairs_.size() * 3) grow();
  Pair& pair = pairs_[slot_of(key)];
  if (pair.key.is_none()) {
    pair = {key, value};
    ++size_;
    return Term::none();
  }
  return std::exchange(pair.value, value);
}

void Dictionary::grow() {
  std::vector<Pair> old = std::move(pairs_);
  pairs_.assign(old.empty() ? kFirstSlots : old.size() * 2, Pair{});
  for (const Pair& pair : old) {
    if (pair.key.has_value()) pairs_[slot_of(pair.key)] = pair;
  }
}

Term Dictionary::erase(Term key) {
  if (pairs_.empty()) return Term::none();
  const Word mask = pairs_.size() - 1;
  Word hole = slot_of(key);
  const Term value = pairs_[hole].value;
  if (pairs_[hole].key.is_none()) return Term::none();
  pairs_[hole] = Pair{};
  --size_;
  for (Word at = (hole + 1) & mask; pairs_[at].key.has_value(); at = (at + 1) & mask) {
    // A pair may move back to the hole if its home is not behind it.
    if (((at - home(pairs_[at].key)) & mask) >= ((at - hole) & mask)) {
      pairs_[hole] = std::exchange(pairs_[at], Pair{});
      hole = at;
    }
  }
  return value;
}

void Dictionary::clear() {
  pairs_.clear();
  size_ = 0;
}

Term Dictionary::to_list(HeapBuilder& builder) const {
  Term list = Term::nil();
  for (const Pair& pair : pairs_) {
    if (pair.key.has_value()) list = builder.cons(builder.tuple(pair.key, pair.value), list);
  }
  return list;
}

Term Dictionary::keys(HeapBuilder& builder) const {
  Term list = Term::nil();
  for (const Pair& pair : pairs_) {
    if (pair.key.has_value()) list = builder.cons(pair.key, list);
  }
  return list;
}

Term Dictionary::keys_of(HeapBuilder& builder, Term value) const {
  Term list = Term::nil();
  for (const Pair& pair : pairs_) {
    if (pair.key.has_value() && exactly_equal(pair.value, value))
      list = builder.cons(pair.key, list);
  }
  return list;
}

Term dictionary_get(Process& p, Term key) {
  const Term value = p.dictionary == nullptr ? Term::none() : p.dictionary->get(key);
  return value.is_none() ? am::undefined : value;
}

Term dictionary_put(Process& p, Term key, Term value) {
  if (p.dictionary == nullptr) p.dictionary = std::make_unique<Dictionary>();
  const Term old = p.dictionary->put(key, value);
  return old.is_none() ? am::undefined : old;
}

Term dictionary_erase(Process& p, Term key) {
  const Term old = p.dictionary == nullptr ? Term::none() : p.dictionary->erase(key);
  return old.is_none() ? am::undefined : old;
}

}  // namespace vm
