// local and global: calls of a function, reported for processes that a session has given the flag
// `call`. A local breakpoint sits at the function, a global one at its export (F3, F4).
#include "tracing/bp_actions.h"
#include "tracing/bp_hit.h"
#include "tracing/delivery.h"
#include "tracing/function_report.h"

namespace tracing {

namespace {

/// What the message of a tail call has, in a session that keeps them: `tail_call`, with what the
/// match spec says.
Term tail_call_term(vm::HeapBuilder& builder, Term said) {
  const Term mark = vm::am::tail_call;
  return said == vm::am::true_ ? mark : builder.tuple(mark, said);
}

/// The tracer wants the call; what a match spec says of it decides.
void report_wanted_call(Hit& hit, const BpAction& action, const TraceeEntry* entry,
                        const Tracer& tracer) {
  Process& p = hit.process();
  const vm::MatchOutcome outcome = hit.match(action);
  if (outcome.result.is_none()) return;
  // The match spec may have changed the flags; where it cleared all, this call is still reported.
  entry = find_entry(p, *action.session);
  const std::uint32_t flags = entry == nullptr ? 0 : entry->setting.flags;
  // As OTP: a call made in silence has no return either (P5).
  if (flags & vm::kTraceSilent) return;
  const bool is_tail_call = hit.report_return(action, outcome, {});
  if (outcome.result == vm::am::false_) return;
  if ((flags & vm::kTraceReturnTo) && action.kind == BpKind::local) hit.report_return_to(action);
  if (!is_tail_call) return hit.report_call(tracer, flags, outcome.result);
  vm::HeapBuilder builder(Word{4});
  hit.report_call(tracer, flags, tail_call_term(builder, outcome.result));
  vm::HeapFragment::free_chain(builder.take_fragments());
}

/// Whether a module gets the call as it is, and nothing more is to be done: no match spec, no
/// bounds and no flag has a say.
bool is_plain(const BpAction& action, const TraceeSetting& setting) {
  constexpr std::uint32_t kWithEffect =
      vm::kTraceSilent | vm::kTraceReturnTo | vm::kTraceSchedulerId | vm::kTraceTimestamp |
      vm::kTraceMonotonicTimestamp | vm::kTraceStrictMonotonicTimestamp;
  return setting.tracer.module && !action.program && !setting.tracer.bounds &&
         (setting.flags & kWithEffect) == 0;
}

/// Reports a call that is_plain().
void report_plain(Process& p, const vm::FuncInfo& function, const BpAction& action,
                  const TraceeSetting& setting) {
  CalledFunction call = called_function(p, function, setting.flags);
  if (report_plain_call(p.vm, *setting.tracer.module, p.pid, call) == Wanted::kGone)
    remove_entry(p, *action.session);  // S7
}

void report_flagged_call(Hit& hit, const BpAction& action) {
  Process& p = hit.process();
  const TraceeEntry* entry = entry_with_call(p, action);
  if (entry == nullptr) return;
  const Tracer& tracer = entry->setting.tracer;
  if (is_plain(action, entry->setting))
    return report_plain(p, hit.function(), action, entry->setting);
  if (tracer.id == p.pid) return;  // P21
  const Wanted wanted = ask_about_call(p.vm, tracer, p.pid);
  if (wanted == Wanted::kGone) remove_entry(p, *action.session);  // S7
  if (wanted != Wanted::kYes) return;
  // Only a match spec can change the entry; counting the tracer's references takes time.
  if (!action.program) return report_wanted_call(hit, action, entry, tracer);
  report_wanted_call(hit, action, entry, Tracer(tracer));
}

void report_as(FunctionReport& report, Term traced, const BpAction& action) {
  report.set(vm::am::traced, traced);
  report.set(vm::am::match_spec, report.spec_of(action));
}

}  // namespace

bool hit_plain_action(Process& p, const vm::FuncInfo& function, const BpAction& action) {
  constexpr BpKindSet kKinds = {BpKind::local, BpKind::global};
  // Most tracers are processes: one test for them.
  if (!action.session->tracer.module) return false;
  if (!kKinds.has(action.kind) || action.program || !action.session->is_alive()) return false;
  const TraceeEntry* entry = entry_with_call(p, action);
  if (entry == nullptr || !is_plain(action, entry->setting)) return false;
  report_plain(p, function, action, entry->setting);
  return true;
}

void LocalKind::on_call(Hit& hit, const BpAction& action) { report_flagged_call(hit, action); }
void LocalKind::merge(BpAction&, const BpAction*, Tracing&) {}
void LocalKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summarize_session(action, summary);
}
void LocalKind::report(FunctionReport& report, const BpAction* action) {
  report.set(vm::am::traced, vm::am::false_);
  report.set(vm::am::match_spec, vm::am::false_);
  if (action != nullptr) report_as(report, vm::am::local, *action);
}

void GlobalKind::on_call(Hit& hit, const BpAction& action) {
  if (!hit.exports_ended()) report_flagged_call(hit, action);
}
void GlobalKind::merge(BpAction&, const BpAction*, Tracing&) {}
void GlobalKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summarize_session(action, summary);
}
void GlobalKind::report(FunctionReport& report, const BpAction* action) {
  // The items are those of `local`, which comes first and which it excludes.
  if (action != nullptr) report_as(report, vm::am::global, *action);
}

}  // namespace tracing
