// Time stamps of trace messages (P12 to P16).
// Threads: any.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/vm.h"

namespace tracing {

/// Whether messages with these flags carry a time stamp.
bool has_timestamp(std::uint32_t flags);
/// The time stamp that the strongest of `flags` asks for (P16); has_timestamp(flags) holds.
vm::Term make_timestamp(vm::HeapBuilder& builder, vm::Vm& vm, std::uint32_t flags);

}  // namespace tracing
