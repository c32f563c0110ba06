// One block with the term's words.
#include "vm/heap/kept_term.h"

#include "vm/heap/heap_builder.h"
#include "vm/term/copy.h"

#include <utility>

namespace vm {

KeptTerm::KeptTerm(Term term) : term_(term) {
  const CopySize size = size_of_term(term, nullptr);
  if (size.words == 0) return;
  words_ = std::make_unique_for_overwrite<Term[]>(size.words);
  HeapBuilder builder(std::span(words_.get(), size.words), owners_);
  term_ = copy_term_of_size(builder, term, size, nullptr);
}

KeptTerm& KeptTerm::operator=(KeptTerm&& other) noexcept {
  std::swap(words_, other.words_);
  std::swap(owners_, other.owners_);
  std::swap(term_, other.term_);
  return *this;
}

void KeptTerm::clear() {
  owners_.release_all();
  words_.reset();
  term_ = Term::none();
}

}  // namespace vm
