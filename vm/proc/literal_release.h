// Freeing literals that processes may still refer to, without stopping any thread. An area that no
// process can get any more is retired, and OTP's literal area collector, an Erlang process, gets a
// message. It asks for the next area (begin_release()), sends every process a request to copy what
// it has of it (copy_dying_literals()), and when all have answered asks for the next, which frees
// the one before.
//
// Why no process is missed: begin_release() returns after thread progress, so from then on every
// copy, in messages and to new processes, is made without literals of the dying area. A process
// answers after it has handled what was sent to it before. So a process that has answered has none
// and gets none. Terms that wait outside of processes and queues (timers, tables, tags of monitors,
// match specs) are copied whole when they are stored, so they refer to no literals at all.
// Threads: retire_literals() any; the rest in the context of the process given.
#pragma once

#include "vm/heap/literal_memory.h"
#include "vm/proc/operation.h"

namespace vm {

/// Retires an area whose literals only processes that have them already can reach. An empty area is
/// ignored.
void retire_literals(Vm& vm, LiteralArea area);
/// erts_literal_area_collector:release_area_switch/0: frees the area that was dying and begins with
/// the next: true; false when there is none.
Operation begin_release(Process& p);
/// Between two time slices of `p` (or while it waits): copies what it refers to of the dying area
/// to its heap. May collect.
void copy_dying_literals(Process& p);
/// A full collection that copies literals of `dying` too; x0 .. x(live-1) are kept. In collect.cpp.
void collect_with_literals(Process& p, const LiteralArea& dying, std::uint32_t live);

}  // namespace vm
