// Hit: one call that reached a breakpoint, as the kinds of its actions see it (kinds/). Threads:
// the process that calls the function, on its scheduler, with its registers saved. Contract: F3 to
// F8, B6.
#pragma once

#include "tracing/breakpoint.h"
#include "tracing/return_frames.h"
#include "tracing/tracee.h"
#include "vm/match/match_program.h"

#include <array>
#include <span>

namespace tracing {

/// A list that allocates nothing while it is short: a hit is made for every call.
template <class T, std::size_t kFew>
class ShortList {
 public:
  /// One more item, whose fields the caller sets. (A copy of a whole one would load at once what
  /// has just been stored in parts, which a processor answers late.)
  T& add() {
    const std::size_t n = count_++;
    return n < kFew ? few_[n] : more_.emplace_back();
  }
  std::size_t size() const { return count_; }
  const T& operator[](std::size_t n) const { return n < kFew ? few_[n] : more_[n - kFew]; }

 private:
  std::array<T, kFew> few_;  // items that were not added are never read
  std::vector<T> more_;
  std::size_t count_ = 0;
};

/// What the action's session has set on the process; null unless it includes the flag `call`.
inline TraceeEntry* entry_with_call(Process& p, const BpAction& action) {
  if ((p.tracing.sessions & action.session->bit()) == 0) return nullptr;
  TraceeEntry* entry = find_entry(p, *action.session);
  return entry != nullptr && (entry->setting.flags & vm::kTraceCall) != 0 ? entry : nullptr;
}
/// The call of `function` that `p` makes, as a session with these flags gets it.
inline CalledFunction called_function(const Process& p, const vm::FuncInfo& function,
                                      std::uint32_t flags) {
  using enum CalledFunction::Last;
  return {function, p.x, (flags & vm::kTraceArity) != 0 ? kArity : kArguments};
}
/// What Hit::run() does for the only action of a breakpoint where that is local or global, has no
/// match spec, and reports to the tracer module of its session: nothing can be asked for that needs
/// a Hit, so none is made. False: it is another case, and nothing was done. In kinds/calls.cpp.
bool hit_plain_action(Process& p, const vm::FuncInfo& function, const BpAction& action);

class Hit {
 public:
  Hit(Tracing& tracing, Process& p, const vm::FuncInfo& function)
      : tracing_(tracing), p_(p), function_(function) {}

  /// Runs the actions of a generation and pushes the frames that they ask for. May collect.
  void run(const Breakpoint& bp, unsigned generation);

  // --- for the kinds ---

  Tracing& tracing() const { return tracing_; }
  Process& process() const { return p_; }
  const vm::FuncInfo& function() const { return function_; }
  std::span<const Term> arguments() const { return {p_.x, function_.arity}; }
  /// New code was loaded: what sits at the export's entry has ended.
  bool exports_ended() const { return exports_ended_; }
  /// Runs the action's match spec; `true` without one, none() where it does not match.
  vm::MatchOutcome match(const BpAction& action) const;
  /// Sends {call, {M, F, Args}}, with `extra` unless it is `true`.
  void report_call(const Tracer& tracer, std::uint32_t flags, Term extra) const;
  /// The callee is to report its return or exception, as far as the match spec asked for it, to
  /// `tracer`, or where that is none() as the process's flags say then.
  /// In a session with the option {tail_calls, true}, a tail call of a function whose return it
  /// gets is no frame of its own: that return is also the callee's. Returns whether it is one.
  bool report_return(const BpAction& action, const vm::MatchOutcome& outcome, const Tracer& tracer);
  /// ... and where the call returns to (P6).
  void report_return_to(const BpAction& action) { return_tos_.add() = action.session->id; }
  /// ... and is measured until then; see measure.h.
  void measure_until_return(const BpAction& action, Measure what, AccountId previous);

 private:
  /// There are some.
  void push_frames();

  Tracing& tracing_;
  Process& p_;
  const vm::FuncInfo& function_;
  bool exports_ended_ = false;
  std::vector<ReturnFrame> returns_;
  ShortList<Word, 2> return_tos_;
  ShortList<MeasureFrame, 2> measures_;
};

/// Runs the actions of `function` for a call by `p`, arguments in p.x. Returns the handler to go on
/// with.
vm::OpHandler hit_breakpoint(Tracing& tracing, Process& p, vm::FuncInfo& function);

}  // namespace tracing
