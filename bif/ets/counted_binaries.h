// Which counted binaries terms and tables hold: ets:info(Table, binary).
#pragma once

#include "bif/ets/table_store.h"
#include "vm/heap/heap_builder.h"

#include <vector>

namespace bif {

/// A binary at the time it was seen; it may be gone since.
struct CountedBinary {
  vm::Word id;
  vm::Word bytes;
  vm::Word count;
};

/// Appends those in `term`, one for each place.
void find_counted_binaries(vm::Term term, std::vector<CountedBinary>& found);

/// Those of all objects. Takes the store's locks, one after the other.
std::vector<CountedBinary> counted_binaries_of(TableStore& store);

/// [{Id, Bytes, Count}]
vm::Term counted_binaries_term(vm::HeapBuilder& builder, const std::vector<CountedBinary>& found);

}  // namespace bif
