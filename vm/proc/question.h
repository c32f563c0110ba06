// Signals whose sender waits for the answer. Threads: any participant of thread progress.
#pragma once

#include "vm/proc/process.h"

#include <memory>

namespace vm {

/// push_signal() (send.h) for a question: where `priority` is high or max, and higher than that of
/// the receiver, the receiver comes to it with that priority, so that no process of a priority
/// between the two delays the answer. False if the process is gone; the signal is then deleted.
bool push_urgently(Vm& vm, Term to_pid, std::unique_ptr<Signal> question, Priority priority);
/// The same with the priority of `from`, whose thread this is.
inline bool push_question(Process& from, Term to_pid, std::unique_ptr<Signal> question) {
  return push_urgently(from.vm, to_pid, std::move(question), from.flags.priority);
}

}  // namespace vm
