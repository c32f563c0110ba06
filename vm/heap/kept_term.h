// KeptTerm: a copy of a term outside of all heaps, with what it owns (the data of a table's heir,
// of a port). Threads: under the lock of its owner.
#pragma once

#include "vm/heap/off_heap.h"

#include <memory>

namespace vm {

class KeptTerm {
 public:
  KeptTerm() = default;
  /// Copies `term` whole: nothing in the copy refers to a heap or to literals of a module.
  explicit KeptTerm(Term term);
  ~KeptTerm() { clear(); }
  KeptTerm(const KeptTerm&) = delete;
  KeptTerm& operator=(KeptTerm&& other) noexcept;
  /// none() where nothing is kept. Valid until the next change.
  Term get() const { return term_; }
  void clear();

 private:
  std::unique_ptr<Term[]> words_;  // null for an immediate
  OffHeap owners_;                 // those in words_
  Term term_ = Term::none();
};

}  // namespace vm
