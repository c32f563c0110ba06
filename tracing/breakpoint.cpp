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
  const std::span all(counters);
  summary.first_counter = all.empty() ? nullptr : all.front();
  summary.other_counters = all.empty() ? all : all.subspan(1);
}

}  // namespace tracing
