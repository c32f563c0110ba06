// The size of a term in the external format, by recursion: for terms of few levels without
// references, funs and what else is seldom. All others are counted by the encoder (ExternalSize).
// Threads: any, if nothing changes the term.
#pragma once

#include "vm/term/external.h"

#include <optional>

namespace vm::detail {

/// The bytes that the encoding of `term` takes, without the version. Nothing: it contains anything
/// else, is too deep, or has more than `most` terms in it; or `options` ask for another form than
/// the usual one.
std::optional<Word> size_of_external(Term term, const EncodeOptions& options, Word most);

}  // namespace vm::detail
