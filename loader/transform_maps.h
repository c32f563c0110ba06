// Maps that code makes of keys that its file names: put_map_assoc of the empty map, where all keys
// are immediates and none comes twice. The machine makes such a map from a tuple of its sorted
// keys, a literal, and the values in that order.
#pragma once

#include "loader/transform.h"

namespace vm {
class HeapBuilder;
}

namespace loader {

/// The most heap words that build_new_maps() takes.
Word most_words_of_new_maps(const GenericCode& code);

/// Fills `new_maps` of `tables`, whose atoms and literals are there already. Instructions with the
/// same keys share a tuple.
void build_new_maps(vm::HeapBuilder& builder, const GenericCode& code, LoadedTables& tables);

/// For each key of the tuple `keys` the position of its value in `pairs`, the last operand of the
/// instruction that `keys` was made for.
std::vector<std::size_t> values_in_order(const LoadedTables& tables, Term keys,
                                         std::span<const Operand> pairs);

}  // namespace loader
