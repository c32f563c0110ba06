// call_count: how often a function is called, by any process (F6). The entry handler counts by
// itself (vm/instr/trace.h), so a call does not come here.
#include "tracing/bp_actions.h"
#include "tracing/call_counter.h"
#include "tracing/function_report.h"
#include "tracing/trace_api.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

CallCounter& counter_of(const BpAction& action) {
  return static_cast<CallCounter&>(*action.figures);
}

}  // namespace

void CallCountKind::on_call(Hit&, const BpAction&) {}

void CallCountKind::merge(BpAction& action, const BpAction*, Tracing& tracing) {
  action.figures = SharedRef<vm::Shared>(tracing.counters().make().get());
}

void CallCountKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summary.counters.push_back(counter_of(action).words());
}

void CallCountKind::report(FunctionReport& report, const BpAction* action) {
  Term value = vm::make_boolean(action != nullptr);
  if (action != nullptr && action->figures)
    value = report.builder().unsigned_integer(counter_of(*action).value());
  report.set(vm::am::call_count, value);
}

}  // namespace tracing
