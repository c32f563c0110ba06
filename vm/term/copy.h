// Copies whole terms: into a message, the heap of a new process, a literal area.
// Sharing is not preserved: a term used twice is copied twice, as in OTP. It is where that turns at
// most 2 MiB into more than 32 MiB, or anything into more than 2 GiB: a term of a hundred objects,
// of which each refers twice to the next one, would fit no memory. Programs cannot tell, as terms
// do not change. The caller says which literals the copy may share instead of copying them. Terms
// of any depth are copied: a few levels by recursion, deeper ones without. Threads: any, if nothing
// changes the source: it belongs to the caller or is immutable.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/literal_memory.h"

namespace vm {

/// The size of a copy.
struct CopySize {
  Word words = 0;
  bool keeps_sharing = false;
};
/// The heap words that a copy of `term` takes. The copy shares terms in `literals`. With null it
/// shares nothing with the source, which is required if the copy may be stored outside of processes
/// and message queues (there, nothing keeps literals of purged code alive).
CopySize size_of_term(Term term, SharedLiterals literals);
/// The size of a copy, and whether it contains objects that own off-heap data.
struct TermSize : CopySize {
  bool has_owners = false;
};
TermSize size_and_owners_of_term(Term term, SharedLiterals literals);
/// The same if a copy takes at most `most` words, and else any larger number of words.
TermSize size_and_owners_up_to(Term term, SharedLiterals literals, Word most);

/// The words that a copy takes in OTP 27, for erts_debug:flat_size/1.
Word size_of_term_in_otp(Term term);
/// The words of the term itself in OTP 27, for erts_debug:size_shared/1: each object counts once,
/// and literals do not count.
Word size_of_shared_term_in_otp(Term term, const LiteralMemory& literals);

/// Copies `term` to the builder's memory. `literals` as for size_of_term().
Term copy_term(HeapBuilder& builder, Term term, SharedLiterals literals);
/// Like copy_term(), if the caller already has size_of_term() for the same `literals`.
Term copy_term_of_size(HeapBuilder& builder, Term term, CopySize size, SharedLiterals literals);

/// A copy in a chain of fragments, which the caller owns.
struct CopyInParts {
  Term term = Term::none();
  HeapFragment* fragments = nullptr;
};
/// Copies a term of some hundred words or more without measuring it first, which takes as long as
/// the copy; a tenth of the fragments is left free. No fragments: the term is so large that its
/// size has to be known first. `literals` as for size_of_term().
CopyInParts copy_in_parts(Term term, SharedLiterals literals);

/// Copies the `words` words of terms at `block`, and returns the copy of `object`, which is one of
/// them. Nothing in the block points out of it, as in a copy that was made without shared literals.
/// One pass from front to back, so faster than the functions above.
Term copy_block(HeapBuilder& builder, Term object, const Term* block, Word words);
/// The first word of a cons cell or boxed object.
const Term* first_word(Term object);
/// The words that the object of one element of a tuple takes, with all that it refers to, in a copy
/// of the tuple that keeps no sharing and shares no literals: there they follow each other. `end`
/// is the end of the copy. 0: the element is no object, or does not begin with its words.
Word words_of_copied_element(const Tuple& copy, Word element, const Term* end);

}  // namespace vm
