// Which counted binaries terms and tables hold: ets:info(Table, binary).
#pragma once

#include "vm/ets/table_store.h"
#include "vm/heap/heap_builder.h"

#include <vector>

namespace vm {

/// A binary at the time it was seen; it may be gone since.
struct CountedBinary {
  Word id;
  Word bytes;
  Word count;
};

/// Appends those in `term`, one for each place.
void find_counted_binaries(Term term, std::vector<CountedBinary>& found);

/// Those of all objects, also of deleted ones that a fixation keeps. Takes the store's locks, one
/// after the other.
std::vector<CountedBinary> counted_binaries_of(TableStore& store);

/// [{Id, Bytes, Count}]
Term counted_binaries_term(HeapBuilder& builder, const std::vector<CountedBinary>& found);

}  // namespace vm
