// TableObject: one tuple in a table, with all its terms in one block of memory.
// Invariants: nothing in it points to any heap; only large binaries and the like are shared, by
// their own counts. Ownership: the store it is in. Threads: guarded by the store's lock for its
// key.
#pragma once

#include "vm/ets/chain_link.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/term/copy_words.h"
#include "vm/vm.h"

namespace vm {

class ObjectMemory;

/// Head of the block; the terms follow, the tuple first.
struct TableObject {
  ChainLink next;                       // in a hash table's chain
  Word hash = 0;                        // of the key, in a hash table
  std::uint32_t words : 30;             // that its terms take
  std::uint32_t precedes_same : 1 = 0;  // the next in a hash table's chain has the same key
  std::uint32_t keeps_sharing : 1 = 0;  // an object in it is referred to several times
  /// Where the first owner of something shared is, in words from here; they are a list. 0: none.
  std::uint32_t owners : 30 = 0;
  std::uint32_t in_object_memory : 1 = 0;  // from an ObjectMemory
  std::uint32_t deleted : 1 = 0;  // only a place for traversals any more (fixed hash tables)

  Term tuple() const { return Term::boxed(this + 1); }
  Term element(Word position) const { return tuple().as_tuple().elements[position - 1]; }
  Word arity() const { return tuple().as_tuple().arity(); }
  /// What ets:info(T, memory) counts.
  Word memory_words() const { return words + sizeof(TableObject) / kWordBytes; }

  /// A copy of the tuple in the builder's memory.
  Term copy(HeapBuilder& builder) const {
    if (words != 1 + arity()) return copy_nested(builder);
    // Immediates only.
    Term* const copy = builder.alloc(words);
    copy_words(copy, reinterpret_cast<const Term*>(this + 1), words);
    return Term::boxed(copy);
  }
  /// A copy of an element, counted from 1.
  Term copy_element(HeapBuilder& builder, Word position) const;
  /// A copy of `tuple`, from `memory` where there is one and the object is not too large for it.
  static TableObject* make(Term tuple, ObjectMemory* memory = nullptr);
  /// `memory` is what it was made with; null will do for an object that is not from there.
  static void destroy(TableObject* object, ObjectMemory* memory = nullptr);

 private:
  Term copy_nested(HeapBuilder& builder) const;
};

}  // namespace vm
