// Scheduling: what decides whether a process runs, besides its state word.
#pragma once

#include "vm/base/types.h"

namespace vm {

class Process;

/// What a process that is not to run waits for.
enum class Waiting : std::uint8_t {
  kNothing,    // it has something to run
  kMessage,    // in a receive: continues at `ip` when a message arrives or the receive times out
  kOperation,  // in a BIF that waits (PendingOperation)
};

/// Threads: its own, except run_queue_next.
struct Scheduling {
  std::uint32_t suspend_count = 0;
  Waiting waiting = Waiting::kNothing;
  bool hibernated = false;
  Process* run_queue_next = nullptr;  // under the lock of the run queue that it is in
  Word total_reductions = 0;          // of finished time slices
};

}  // namespace vm
