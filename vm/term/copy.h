// Copies of whole terms: into a message, a new process's heap, a literal area.
// Invariants: sharing is not kept (a term used twice is copied twice, as in OTP); literals are not
// copied but referred to, where the caller says what a literal is. Terms of any depth; nothing
// recurses. Threads: the source must not change: it is the caller's own or immutable.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/literal_memory.h"

namespace vm {

/// Heap words that a copy of `term` takes. `literals` may be null: then everything counts.
Word size_of_term(Term term, const LiteralMemory* literals);

/// The words that OTP 27 would take: erts_debug:flat_size/1.
Word size_of_term_in_otp(Term term);

/// Copies `term`. `literals` as above.
Term copy_term(HeapBuilder& builder, Term term, const LiteralMemory* literals);
/// The same where size_of_term() is known already.
Term copy_term_of_size(HeapBuilder& builder, Term term, Word words, const LiteralMemory* literals);

}  // namespace vm
