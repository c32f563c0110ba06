// What happens at a call of a traced function, whatever kinds of actions it has.
#include "tracing/bp_hit.h"

#include "tracing/delivery.h"
#include "tracing/trace_api.h"
#include "tracing/trace_match_host.h"
#include "vm/sched/engine.h"
#include "vm/sched/scheduler.h"

namespace tracing {

void Hit::run(const Breakpoint& bp, unsigned generation) {
  // relaxed: seeing it late is as if the call had come earlier
  exports_ended_ = bp.exports_ended[generation].load(vm::kRelaxed);
  for (const BpAction& action : bp.generations[generation]) {
    if (action.is_paused || !action.session->is_alive()) continue;
    with_kind(action.kind, [&](auto type) { type.on_call(*this, action); });
  }
  if (returns_.size() + return_tos_.size() + measures_.size() > 0) push_frames();
}

vm::MatchOutcome Hit::match(const BpAction& action) const {
  if (!action.program) return {vm::am::true_, false, false};
  TraceMatchHost host(tracing_, action.session);
  return action.program->run(p_, arguments(), host);
}

void Hit::report_call(const Tracer& tracer, std::uint32_t flags, Term extra) const {
  if (is_rejected(tracer, vm::am::call)) return;
  CalledFunction call = called_function(p_, function_, flags);
  // What becomes of the term is copied into the message.
  deliver(p_.vm, tracer, p_.pid, flags,
          {TracerFamily::call, vm::am::call, call.to_term(), Term::none(),
           extra == vm::am::true_ ? Term::none() : extra});
}

bool Hit::report_return(const BpAction& action, const vm::MatchOutcome& outcome,
                        const Tracer& tracer) {
  if (!outcome.return_trace && !outcome.exception_trace) return false;
  const Bounds* bounds = action.session->tracer.bounds.get();
  if (bounds != nullptr && bounds->keeps_tail_calls() && tracer.is_none() &&
      has_return_frame(p_, action.session->id))
    return true;
  returns_.push_back({action.session->id,
                      {function_.module, function_.function, function_.arity},
                      tracer,
                      outcome.exception_trace});
  return false;
}

void Hit::measure_until_return(const BpAction& action, Measure what, AccountId previous) {
  // The frame of a call that this one replaces will do.
  if (has_measure_frame(p_, action.session->id, what)) return;
  MeasureFrame& frame = measures_.add();
  frame.session = action.session->id;
  frame.what = what;
  frame.previous = previous;
}

void Hit::push_frames() {
  Word need = returns_.size() * kReturnFrameWords + return_tos_.size() * kReturnToFrameWords +
              measures_.size() * kMeasureFrameWords;
  for (const ReturnFrame& frame : returns_) need += heap_words_of(frame);
  // The callee counts on a reserve of its own below what is pushed here.
  if (p_.free_words() < need + vm::kStackReserve) {
    vm::collect_garbage(p_, need + vm::kStackReserve, static_cast<std::uint32_t>(function_.arity));
  }
  // Reported last, so it lies below: first what was returned, then to which function (P6).
  for (std::size_t n = 0; n < return_tos_.size(); ++n) {
    if (!has_return_to_frame(p_, return_tos_[n])) push_return_to_frame(p_, return_tos_[n]);
  }
  for (std::size_t n = returns_.size(); n-- > 0;) push_return_frame(p_, returns_[n]);
  // Settled first: what the messages cost is not the function's.
  for (std::size_t n = 0; n < measures_.size(); ++n) push_measure_frame(p_, measures_[n]);
}

namespace {

/// Runs the actions of a generation. Apart from hit_breakpoint(), as a Hit takes room on the stack.
[[gnu::noinline]] void run_actions(Tracing& tracing, Process& p, const vm::FuncInfo& function,
                                   const Breakpoint& bp, unsigned generation) {
  Hit(tracing, p, function).run(bp, generation);
}

}  // namespace

vm::OpHandler hit_breakpoint(Tracing& tracing, Process& p, vm::FuncInfo& function) {
  // acquire: pairs with allocate(); the breakpoint is complete.
  const auto* bp = static_cast<const Breakpoint*>(function.breakpoint.load(vm::kAcquire));
  if (bp != nullptr) {
    const unsigned generation = p.vm.bp_index.active();
    // Counters go on in code that was replaced, as where there is nothing else (pass_breakpoint()).
    bp->summaries[generation].count(p.scheduler == nullptr ? 0 : p.scheduler->counter_place);
    // relaxed: seeing it late is as if the call had come earlier
    if (!p.flags.sensitive && !bp->all_ended[generation].load(vm::kRelaxed)) {
      // Frames may be pushed, so the actions see the stack as the callee will; the list stays:
      // thread progress cannot pass here.
      const BpActions& actions = bp->generations[generation];
      // relaxed: as above
      const bool is_plain = actions.size() == 1 &&
                            !bp->exports_ended[generation].load(vm::kRelaxed) &&
                            hit_plain_action(p, function, actions.front());
      if (!is_plain) run_actions(tracing, p, function, *bp, generation);
    }
    const vm::Export* exported = bp->exported;
    if (exported != nullptr && !exported->is_at_stub(p.code_index)) {
      return p.vm.backend->entry_handlers().export_jump;
    }
  }
  return function.original_handler();
}

}  // namespace tracing
