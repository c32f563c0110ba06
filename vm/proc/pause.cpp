// Only exit signals are worth the look: the in-queue is taken apart when one has come.
#include "vm/proc/pause.h"

#include "vm/proc/operation.h"
#include "vm/proc/signal.h"
#include "vm/term/atom_table.h"

namespace vm {
namespace {

bool is_kill(const Signal& signal) {
  if (signal.kind != SignalKind::kExit) return false;
  const auto& exit = static_cast<const TermSignal&>(signal);
  return !exit.from_link && exit.reason == am::kill;
}

}  // namespace

bool pauses(const Process& p) {
  const Operation* operation = p.operation.coroutine.get();
  return operation != nullptr && operation->keeps_terms_in_place();
}

bool is_killed_in_pause(Process& p) {
  if (p.in_queue.seems_empty() || !p.in_queue.has_any_of(signal_bit(SignalKind::kExit)))
    return false;
  Signal** end = &p.exit.unhandled_signals;
  while (*end != nullptr) end = &(*end)->next;
  Signal* signal = *end = p.in_queue.take_all();
  while (signal != nullptr && !is_kill(*signal)) signal = signal->next;
  if (signal == nullptr) return false;
  p.operation.coroutine.reset();
  return true;
}

}  // namespace vm
