// TermWords: where the terms of a boxed object are, for what walks objects without regard to their
// kind: copies, sizes, the collector.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// The words [first, end) of a boxed object are terms, counted from its header; the others are raw.
struct TermWords {
  Word first;
  Word end;
};
/// By the object's header. Of a SubBinary none, though it refers to the binary that it is a part
/// of. Any thread.
inline TermWords term_words(Word header) {
  const Word end = header_words(header) + 1;
  switch (header_subtag(header)) {
    case Subtag::kTuple:
    case Subtag::kFlatMap:
    case Subtag::kHashNode:
    case Subtag::kRecord:
      return {1, end};
    case Subtag::kHashMap:
      return {2, end};
    case Subtag::kFun:
      return {3, end};
    default:
      return {end, end};
  }
}

}  // namespace vm
