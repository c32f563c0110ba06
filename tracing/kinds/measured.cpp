// call_time, call_memory and reductions: the time, the words or the reductions that flagged
// processes spend in a function (F7, F8). What a process is in the middle of is in measure.h, the
// sums are in call_account.h.
#include "tracing/bp_actions.h"
#include "tracing/bp_hit.h"
#include "tracing/call_account.h"
#include "tracing/delivery.h"
#include "tracing/function_report.h"
#include "tracing/measure.h"
#include "tracing/trace_api.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

CallAccount& account_of(const BpAction& action) {
  return static_cast<CallAccount&>(*action.figures);
}

void measure(Hit& hit, const BpAction& action, Measure what) {
  const TraceeEntry* entry = entry_with_call(hit.process(), action);
  if (entry == nullptr) return;
  vm::Process& p = hit.process();
  if (is_gone(p.vm, entry->setting.tracer)) return remove_entry(p, *action.session);  // S7
  const AccountId previous = begin_measured_call(hit.tracing(), hit.process(), action.session->id,
                                                 account_of(action), hit.function(), what);
  hit.measure_until_return(action, what, previous);
}

/// Starting again goes on under the same name: a call that began before ends in the new figures.
void open_account(BpAction& action, const BpAction* present, Tracing& tracing) {
  AccountTable& accounts = tracing.accounts();
  const SharedRef<CallAccount> account =
      present != nullptr ? accounts.renew(account_of(*present)) : accounts.make();
  action.figures = SharedRef<vm::Shared>(account.get());
}

/// A row of words or reductions.
Term amount_row(vm::HeapBuilder& builder, const AccountRows::Row& row) {
  return builder.tuple(row.pid, builder.unsigned_integer(row.calls),
                       builder.unsigned_integer(row.amount));
}

/// Sets an item to [row(Builder, Row), ...], or says whether it is set where there are no figures.
template <class MakeRow>
void report_rows(FunctionReport& report, Term item, const BpAction* action, MakeRow&& make_row) {
  Term value = vm::make_boolean(action != nullptr);
  if (action != nullptr && action->figures) {
    value = Term::nil();
    for (const AccountRows::Row& row : account_of(*action).rows().rows())
      value = report.builder().cons(make_row(report.builder(), row), value);
  }
  report.set(item, value);
}

}  // namespace

void CallTimeKind::on_call(Hit& hit, const BpAction& action) {
  measure(hit, action, Measure::kTime);
}
void CallTimeKind::merge(BpAction& action, const BpAction* present, Tracing& tracing) {
  open_account(action, present, tracing);
}
void CallTimeKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summarize_session(action, summary);
}
void CallTimeKind::report(FunctionReport& report, const BpAction* action) {
  const vm::TickClock& ticks = Tracing::of(report.vm()).clock().ticks();
  report_rows(report, vm::am::call_time, action,
              [&](vm::HeapBuilder& builder, const AccountRows::Row& row) {
                const Word us = ticks.to_ns(row.amount) / 1000;
                return builder.tuple(row.pid, builder.unsigned_integer(row.calls),
                                     builder.unsigned_integer(us / 1'000'000),
                                     builder.unsigned_integer(us % 1'000'000));
              });
}

void CallMemoryKind::on_call(Hit& hit, const BpAction& action) {
  measure(hit, action, Measure::kMemory);
}
void CallMemoryKind::merge(BpAction& action, const BpAction* present, Tracing& tracing) {
  open_account(action, present, tracing);
}
void CallMemoryKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summarize_session(action, summary);
}
void CallMemoryKind::report(FunctionReport& report, const BpAction* action) {
  report_rows(report, vm::am::call_memory, action, amount_row);
}

void ReductionsKind::on_call(Hit& hit, const BpAction& action) {
  measure(hit, action, Measure::kReductions);
}
void ReductionsKind::merge(BpAction& action, const BpAction* present, Tracing& tracing) {
  open_account(action, present, tracing);
}
void ReductionsKind::summarize(const BpAction& action, BpSummaryParts& summary) {
  summarize_session(action, summary);
}
void ReductionsKind::report(FunctionReport& report, const BpAction* action) {
  report_rows(report, vm::am::reductions, action, amount_row);
}

}  // namespace tracing
