// Trace flags as programs write them (flags.def): option atoms to bits and back.
// Threads: any.
#pragma once

#include "vm/heap/heap_builder.h"

#include <cstdint>

namespace tracing {

/// The bits of an option (`all` included), 0 if it is no flag.
std::uint32_t flag_of_atom(vm::Term option);
/// The union of a proper list of flags; false if it is none.
bool parse_flag_list(vm::Term list, std::uint32_t* flags);
/// The list of options of these bits, as trace:info shows it.
vm::Term flag_list(vm::HeapBuilder& builder, std::uint32_t flags);

}  // namespace tracing
