// The figures of a process's heaps, as events of collections (P11) and of the system (E3) say them.
// Threads: the thread that runs the process.
#pragma once

#include "vm/proc/process.h"

namespace tracing {

/// Which of them.
enum class HeapFigures : std::uint8_t { kTrace, kSystemEvent };

/// A list of {Name, Words}, in OTP's order. `heap_block_words`: the size of the heap to report.
vm::Term heap_figures(vm::HeapBuilder& builder, const vm::Process& p, HeapFigures which,
                      vm::Word heap_block_words);

}  // namespace tracing
