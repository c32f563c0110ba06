// The signals of a process whose native pauses (paused() in vm/proc/operation.h). They wait until
// the native is done, as they can move terms and release literals that it refers to; tasks wait,
// too. But nothing that comes later can save a process from exit(P, kill): the scheduler gives up
// its native then, so a native that would take for ever can be ended. Threads: in the process's
// context, between two time slices.
#pragma once

#include "vm/proc/process.h"

namespace vm {

/// Whether signals of `p` wait to be handled. Without the newest state of its in-queue.
inline bool has_signals(const Process& p) {
  return p.exit.unhandled_signals != nullptr || !p.in_queue.seems_empty();
}

/// Whether a native of `p` pauses.
bool pauses(const Process& p);

/// For a process that pauses: whether exit(P, kill) has come. If so, the native is given up, and
/// the caller handles the signals. Signals that are taken out of the in-queue to look at them wait
/// in `p.exit.unhandled_signals`, where handle_signals() and finish_exit() find them.
bool is_killed_in_pause(Process& p);

}  // namespace vm
