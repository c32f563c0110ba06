// Copies of terms that keep sharing: what the term uses several times is copied once. Slower than
// copy.h, for terms that are copied once and live long.
// Threads: as copy.h.
#pragma once

#include "vm/heap/literal_memory.h"
#include "vm/term/copy.h"

namespace vm {

/// The size of such a copy of `term`, without `literals`, for copy_term_of_size(), which shares the
/// same. A term without sharing is copied like any other.
CopySize size_of_shared_term(Term term, SharedLiterals literals = nullptr);

}  // namespace vm
