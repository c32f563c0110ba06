// Copies of terms that keep sharing: what the term uses several times is copied once. Slower than
// copy.h, for terms that are copied once and live long.
// Threads: as copy.h.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/literal_memory.h"

namespace vm {

/// The heap words that such a copy of `term` takes, without `literals`.
Word size_of_shared_term(Term term, SharedLiterals literals = nullptr);
/// A copy that shares no literals, in the builder's memory; `words` is its size.
Term copy_shared_term(HeapBuilder& builder, Term term, Word words);

}  // namespace vm
