// Dictionary: one process's put/get storage: a hash table of key, value pairs. Values are terms on
// the process's heap. Invariants: at most 3/4 full; a removed pair leaves no gap that hides others
// (pairs are shifted back). Threads: the process's. The collector visits all terms (visit()).
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/term/term.h"

#include <vector>

namespace vm {

class Process;

class RootVisitor;

class Dictionary {
 public:
  struct Pair {
    Term key;  // none(): free
    Term value;
  };
  /// Value of `key`, or none().
  Term get(Term key) const;
  /// Stores; returns the old value, or none().
  Term put(Term key, Term value);
  /// Removes; returns the old value, or none().
  Term erase(Term key);
  void clear();
  Word size() const { return size_; }

  /// [{Key, Value}], [Key], and [Key] of those with this value.
  Term to_list(HeapBuilder& builder) const;
  Term keys(HeapBuilder& builder) const;
  Term keys_of(HeapBuilder& builder, Term value) const;

  /// All slots, as terms that may move. Free slots hold none().
  std::span<Term> terms() { return {reinterpret_cast<Term*>(pairs_.data()), pairs_.size() * 2}; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  Word memory_words() const { return pairs_.size() * 2; }

 private:
  Word home(Term key) const;
  Word slot_of(Term key) const;
  [[gnu::noinline]] Word slot_of_object(Term key) const;  // a list or an object
  void grow();

  std::vector<Pair> pairs_;  // power of two
  Word size_ = 0;
};

/// erlang:put/2 etc. in one call each, with the dictionary made on first use; `undefined` for none.
Term dictionary_get(Process& p, Term key);
Term dictionary_put(Process& p, Term key, Term value);
Term dictionary_erase(Process& p, Term key);

}  // namespace vm
