// Copies of whole terms: into a message, a new process's heap, a literal area.
// Invariants: sharing is not kept (a term used twice is copied twice, as in OTP); literals are not
// copied but referred to, where the caller says what a literal is. Terms of any depth; nothing
// recurses. Threads: the source must not change: it is the caller's own or immutable.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/literal_memory.h"

namespace vm {

/// Heap words that a copy of `term` takes. `literals`: what is not copied; null: everything is, as
/// it must be where the copy may be kept outside of processes and message queues.
Word size_of_term(Term term, SharedLiterals literals);
/// The same, and whether the copy will have owners of off-heap data.
struct TermSize {
  Word words;
  bool has_owners;
};
TermSize size_and_owners_of_term(Term term, SharedLiterals literals);

/// The words that OTP 27 would take: erts_debug:flat_size/1.
Word size_of_term_in_otp(Term term);
/// The same with every object once, however often it is used, and without literals:
/// erts_debug:size_shared/1.
Word size_of_shared_term_in_otp(Term term, const LiteralMemory& literals);

/// Copies `term`. `literals` as above.
Term copy_term(HeapBuilder& builder, Term term, SharedLiterals literals);
/// The same where size_of_term() is known already, with the same value for `literals`.
Term copy_term_of_size(HeapBuilder& builder, Term term, Word words, SharedLiterals literals);

}  // namespace vm
