// Copies of terms that keep sharing: what the term uses several times is copied once. Slower than
// copy.h, for terms that are copied once and live long. No literals are shared with the source.
// Threads: as copy.h.
#pragma once

#include "vm/heap/heap_builder.h"

namespace vm {

/// The heap words that such a copy of `term` takes.
Word size_of_shared_term(Term term);
/// The copy, in the builder's memory; `words` is its size.
Term copy_shared_term(HeapBuilder& builder, Term term, Word words);

}  // namespace vm
