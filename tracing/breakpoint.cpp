// What a generation of actions comes to for a call.
#include "tracing/breakpoint.h"

namespace tracing {

void Breakpoint::summarize(unsigned generation) {
  std::vector<vm::Atomic<Word>*>& counters = counters_[generation];
  counters.clear();
  BpSummaryParts parts{0, counters};
  for (const BpAction& action : generations[generation]) {
    if (!action.is_paused)
      with_kind(action.kind, [&](auto type) { type.summarize(action, parts); });
  }
  vm::BreakpointSummary& summary = summaries[generation];
  summary.sessions = parts.sessions;
  summary.first_counter = nullptr;
  summary.counter_count = 0;
  if (counters.empty()) return;
  summary.first_counter = counters.front();
  summary.counters = counters.data() + 1;
  summary.counter_count = counters.size() - 1;
}

}  // namespace tracing
