// meta: calls of a function by any process, whatever its flags, reported to a tracer of its own
// (F5).
#include "tracing/bp_actions.h"
#include "tracing/bp_hit.h"
#include "tracing/delivery.h"
#include "tracing/function_report.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

/// Whether a call has found that the tracer is gone, and it gets no more. Until then, as in OTP, it
/// is reported as the tracer.
class GoneMark final : public vm::Shared {
 public:
  void set() { is_set_.store(true, vm::kRelaxed); }  // relaxed, both: advice
  bool is_set() const { return is_set_.load(vm::kRelaxed); }

 private:
  vm::Atomic<bool> is_set_{false};
};

GoneMark& mark_of(const BpAction& action) { return static_cast<GoneMark&>(*action.figures); }

}  // namespace

void MetaKind::on_call(Hit& hit, const BpAction& action) {
  const Tracer& tracer = action.own_tracer;
  const Process& p = hit.process();
  if (tracer.id == p.pid || mark_of(action).is_set()) return;
  const Wanted wanted = ask_about_call(p.vm, tracer, p.pid);
  if (wanted == Wanted::kGone) mark_of(action).set();
  if (wanted != Wanted::kYes) return;
  const vm::MatchOutcome outcome = hit.match(action);
  if (outcome.result.is_none()) return;
  hit.report_return(action, outcome, tracer);
  if (outcome.result != vm::am::false_)
    hit.report_call(tracer, vm::kTraceTimestamp, outcome.result);
}

void MetaKind::merge(BpAction& action, const BpAction*, Tracing&) {
  action.figures = SharedRef<vm::Shared>(new GoneMark());  // owner: the count
}

void MetaKind::summarize(const BpAction&, BpSummaryParts& summary) {
  summary.sessions |= vm::kEverySession;
}

void MetaKind::report(FunctionReport& report, const BpAction* action) {
  Term tracer = vm::am::false_;
  Term spec = vm::am::false_;
  if (action != nullptr) {
    const bool is_there = report.is_of_code_to_come() || !mark_of(*action).is_set();
    tracer = is_there ? action->own_tracer.to_term(report.builder()) : Term::nil();
    spec = report.spec_of(*action);
  } else if (report.is_asked_alone(vm::am::meta) && !report.is_empty()) {
    // As OTP: [] where only other kinds are set.
    if (!report.is_of_code_to_come()) tracer = Term::nil();
  }
  report.set(vm::am::meta, tracer);
  report.set(vm::am::meta_match_spec, spec);
}

}  // namespace tracing
