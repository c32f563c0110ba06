// TableObject: one tuple in a table, with all its terms in one block of memory.
// Invariants: nothing in it points to any heap; only large binaries and the like are shared, by
// their own counts. Ownership: the store it is in. Threads: guarded by the store's lock for its
// key.
#pragma once

#include "bif/bif.h"

namespace bif {

struct TableObject {
  TableObject* next = nullptr;  // in a hash table's chain
  Word hash = 0;                // of the key, in a hash table
  vm::OffHeap off_heap;
  Term tuple;
  Word words = 0;        // that its terms take
  bool deleted = false;  // only a place for traversals any more (fixed hash tables)

  Term element(Word position) const { return tuple.as_tuple().elements[position - 1]; }
  Word arity() const { return tuple.as_tuple().arity(); }
  /// What ets:info(T, memory) counts.
  Word memory_words() const { return words + sizeof(TableObject) / vm::kWordBytes; }

  /// A copy of `tuple`.
  static TableObject* make(Term tuple);
  static void destroy(TableObject* object);
};

/// A term kept outside of all heaps (an heir's data): a tuple of one.
class KeptTerm {
 public:
  KeptTerm() = default;
  explicit KeptTerm(Term term);
  ~KeptTerm() { clear(); }
  KeptTerm(const KeptTerm&) = delete;
  KeptTerm& operator=(KeptTerm&& other) noexcept;
  /// none() where nothing is kept.
  Term get() const { return object_ == nullptr ? Term::none() : object_->element(1); }
  void clear();

 private:
  TableObject* object_ = nullptr;
};

}  // namespace bif
