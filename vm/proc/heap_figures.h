// The figures of a process's heaps: in process_info/2, in events of collections (P11), and in
// events of the system (E3). Threads: the thread that runs the process.
#pragma once

#include "vm/proc/process.h"

namespace vm {

/// kAll: process_info/2 and events of collections; kSystemEvent: those of system events.
enum class HeapFigures : std::uint8_t { kAll, kSystemEvent };

/// A list of {Name, Words}, in OTP's order. `heap_block_words`: the size of the heap to report.
Term heap_figures(HeapBuilder& builder, const Process& p, HeapFigures which, Word heap_block_words);

/// Words of the messages that wait in the queue, which count as the heap's; 0 where the process
/// keeps them off the heap. In the process's context.
Word waiting_words(Process& p);

/// Bytes of the process with its heaps, dictionary and waiting messages, as process_info(Pid,
/// memory) says. In the process's context.
Word memory_bytes(Process& p);

}  // namespace vm
