// What each kind of breakpoint does when a function is called, how two settings of a kind merge,
// and what it reports.
#include "tracing/bp_actions.h"

#include "tracing/delivery.h"
#include "tracing/flag_signal.h"
#include "tracing/measure.h"
#include "tracing/option_flags.h"
#include "tracing/return_frames.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/heap/binary.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/sched/engine.h"
#include "vm/sched/scheduler.h"
#include "vm/term/print.h"

#include <array>
#include <cstdio>

namespace tracing {

namespace {

/// Frames of the stack that a {process_dump} names.
constexpr Word kDumpDepth = 64;

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
  std::array<T, kFew> few_;  // what is not pushed is never read
  std::vector<T> more_;
  std::size_t count_ = 0;
};

/// One call that came by a breakpoint.
class Hit {
 public:
  Hit(Tracing& tracing, Process& p, const vm::FuncInfo& function)
      : tracing_(tracing), p_(p), function_(function) {}

  void run(const Breakpoint& bp, unsigned generation) {
    for (const BpAction& action : bp.generations[generation]) {
      if (action.kind == BpKind::kCallCount || !action.session->is_alive()) continue;
      switch (action.kind) {
        case BpKind::kLocal:
          call(action);
          break;
        case BpKind::kGlobal:
          // relaxed: seeing it late is as if the call had come earlier
          if (!bp.globals_ended[generation].load(vm::kRelaxed)) call(action);
          break;
        case BpKind::kMeta:
          meta(action);
          break;
        case BpKind::kCallCount:
          break;  // by the front
        case BpKind::kCallTime:
          measure(action, Measure::kTime);
          break;
        case BpKind::kCallMemory:
          measure(action, Measure::kMemory);
          break;
      }
    }
    push_frames();
  }

 private:
  void call(const BpAction& action);
  void meta(const BpAction& action);
  void measure(const BpAction& action, Measure what);
  vm::MatchOutcome match(const BpAction& action);
  bool tell(const Tracer& tracer, std::uint32_t flags, Term extra);
  void want_return(const BpAction& action, const vm::MatchOutcome& outcome, const Tracer& tracer);
  void push_frames();

  std::span<const Term> arguments() const { return {p_.x, function_.arity}; }

  Tracing& tracing_;
  Process& p_;
  const vm::FuncInfo& function_;
  std::vector<ReturnFrame> returns_;
  ShortList<Word, 2> return_tos_;
  ShortList<MeasureFrame, 2> measures_;
};

vm::MatchOutcome Hit::match(const BpAction& action) {
  if (!action.program) return {vm::am::true_, false, false};
  TraceMatchHost host(tracing_, action.session);
  return action.program->run(p_, arguments(), host);
}

constexpr Word kMfaWords = 4;
constexpr Word kMaxArguments = 255;

bool Hit::tell(const Tracer& tracer, std::uint32_t flags, Term extra) {
  if (is_turned_away(tracer)) return true;
  // {M, F, Args} for the time of this call; what becomes of it is copied into the message.
  Word room[kMfaWords + 2 * kMaxArguments];
  vm::OffHeap owners;  // stays empty: only cells and a tuple are built
  vm::HeapBuilder builder(std::span(reinterpret_cast<Term*>(room), std::size(room)), owners);
  const Term last = (flags & vm::kTraceArity) ? Term::small(static_cast<SWord>(function_.arity))
                                              : builder.list_from(arguments());
  const Term mfa = builder.tuple(function_.module, function_.function, last);
  return deliver(p_.vm, tracer, p_.pid, flags,
                 {vm::am::call, mfa, Term::none(), extra == vm::am::true_ ? Term::none() : extra});
}

void Hit::want_return(const BpAction& action, const vm::MatchOutcome& outcome,
                      const Tracer& tracer) {
  if (!outcome.return_trace && !outcome.exception_trace) return;
  returns_.push_back({action.session->id,
                      {function_.module, function_.function, function_.arity},
                      tracer,
                      outcome.exception_trace});
}

void Hit::call(const BpAction& action) {
  if ((p_.tracing.sessions & action.session->bit()) == 0) return;
  const TraceeEntry* entry = find_entry(p_, *action.session);
  if (entry == nullptr || (entry->setting.flags & vm::kTraceCall) == 0) return;
  const Tracer tracer = entry->setting.tracer;
  if (tracer.id == p_.pid) return;                                         // P21
  if (!is_alive(p_.vm, tracer)) return remove_entry(p_, *action.session);  // S7
  const vm::MatchOutcome outcome = match(action);
  if (outcome.result.is_none()) return;
  // The match spec may have changed the flags; one that cleared all still tells of this call.
  entry = find_entry(p_, *action.session);
  const std::uint32_t flags = entry == nullptr ? 0 : entry->setting.flags;
  // As OTP: a call made in silence has no return either (P5).
  if (flags & vm::kTraceSilent) return;
  want_return(action, outcome, {});
  if (outcome.result == vm::am::false_) return;
  if ((flags & vm::kTraceReturnTo) && action.kind == BpKind::kLocal)
    return_tos_.add() = action.session->id;
  tell(tracer, flags, outcome.result);
}

void Hit::meta(const BpAction& action) {
  if (action.tracer.id == p_.pid || !is_alive(p_.vm, action.tracer)) return;
  const vm::MatchOutcome outcome = match(action);
  if (outcome.result.is_none()) return;
  want_return(action, outcome, action.tracer);
  if (outcome.result != vm::am::false_) tell(action.tracer, vm::kTraceTimestamp, outcome.result);
}

void Hit::measure(const BpAction& action, Measure what) {
  if (action.is_paused || (p_.tracing.sessions & action.session->bit()) == 0) return;
  const TraceeEntry* entry = find_entry(p_, *action.session);
  if (entry == nullptr || (entry->setting.flags & vm::kTraceCall) == 0) return;
  const AccountId previous = begin_measured_call(tracing_, p_, action, what);
  // The frame of a call that this one replaces will do.
  if (has_measure_frame(p_, action.session->id, what)) return;
  MeasureFrame& frame = measures_.add();
  frame.session = action.session->id;
  frame.what = what;
  frame.previous = previous;
}

void Hit::push_frames() {
  const Word need = returns_.size() * kReturnFrameWords + return_tos_.size() * kReturnToFrameWords +
                    measures_.size() * kMeasureFrameWords;
  if (need == 0) return;
  // The callee counts on a reserve of its own below what is pushed here.
  if (p_.free_words() < need + vm::kStackReserve) {
    vm::collect_garbage(p_, need + vm::kStackReserve, static_cast<std::uint32_t>(function_.arity));
  }
  // Told last, so it lies below: first what was returned, then to whom (P6).
  for (std::size_t n = 0; n < return_tos_.size(); ++n) {
    if (!has_return_to_frame(p_, return_tos_[n])) push_return_to_frame(p_, return_tos_[n]);
  }
  for (std::size_t n = returns_.size(); n-- > 0;) push_return_frame(p_, returns_[n]);
  // Settled first: what the messages cost is not the function's.
  for (std::size_t n = 0; n < measures_.size(); ++n) push_measure_frame(p_, measures_[n]);
}

Term mfa_tuple(vm::HeapBuilder& builder, const vm::Mfa& mfa) {
  return builder.tuple(mfa.module, mfa.function, Term::small(static_cast<SWord>(mfa.arity)));
}

/// Who is told of the end of a call, and with which flags; false: nobody.
bool receiver_of(Tracing& tracing, Process& p, Word session_id, const Tracer& meta, Tracer* tracer,
                 std::uint32_t* flags) {
  if (!meta.is_none()) {
    const SharedRef<Session> session = session_id == tracing.sessions().legacy().id
                                           ? SharedRef<Session>(&tracing.sessions().legacy())
                                           : tracing.sessions().find(session_id);
    if (!session) return false;
    *tracer = meta;
    if (!session->is_legacy) tracer->bounds = session->tracer.bounds;
    *flags = vm::kTraceTimestamp;
    return true;
  }
  if (p.tracing.state == nullptr) return false;
  for (const TraceeEntry& entry : p.tracing.state->entries) {
    if (entry.session->id != session_id || !entry.session->is_alive()) continue;
    *tracer = entry.setting.tracer;
    *flags = entry.setting.flags;
    return (*flags & vm::kTraceCall) != 0 && (*flags & vm::kTraceSilent) == 0;
  }
  return false;
}

void tell_return_to(Tracing& tracing, Process& p, Word session, vm::CodeAddress address) {
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, session, {}, &tracer, &flags) || (flags & vm::kTraceReturnTo) == 0)
    return;
  vm::HeapBuilder builder(Word{8});
  deliver(p.vm, tracer, p.pid, flags,
          {vm::am::return_to, function_of(builder, p.vm, address), Term::none(), Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

/// Code address where an exception that passes `slot` will be caught, null if it will not; `*more`:
/// another return_to frame of the session lies before that.
vm::CodeAddress catch_above(Process& p, const vm::StackWord* slot, Word session, bool* more) {
  *more = false;
  for (slot += kReturnToFrameWords; slot < p.heap_end; ++slot) {
    const Term t = slot->term();
    if (t.is_catch()) return p.vm.catches->target(t.catch_index());
    if (!t.is_header()) continue;
    if (reinterpret_cast<vm::CodeAddress>(slot->bits) == &p.vm.words.return_to_trace &&
        return_to_session_at(slot) == session) {
      *more = true;
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

vm::OpHandler hit_breakpoint(Tracing& tracing, Process& p, vm::FuncInfo& function) {
  // acquire: pairs with allocate(); the breakpoint is complete.
  const auto* bp = static_cast<const Breakpoint*>(function.breakpoint.load(vm::kAcquire));
  if (bp != nullptr) {
    const unsigned generation = p.vm.bp_index.active();
    bp->fronts[generation].count(p.scheduler == nullptr ? 0 : p.scheduler->index);
    // Frames may be pushed, so the actions see the stack as the callee will; the list stays: thread
    // progress cannot pass here.
    Hit(tracing, p, function).run(*bp, generation);
    const vm::Export* exported = bp->exported;
    if (exported != nullptr && !exported->leads_to_stub(p.code_index)) {
      return p.vm.backend->generic_handler(vm::Op::i_export_jump);
    }
  }
  return function.original_handler();
}

void traced_return(Tracing& tracing, Process& p, vm::CodeAddress frame) {
  // The frame's address word has been popped; its data are on top.
  const vm::StackWord* slot = p.stack_top - 1;
  if (frame == &p.vm.words.return_time_trace) {
    const MeasureFrame data = measure_frame_at(slot);
    p.stack_top += kMeasureFrameWords - 1;
    return end_measured_call(tracing, p, data.session, data.what, data.previous);
  }
  const Word words = frame_words(p.vm, frame);
  if (frame == &p.vm.words.return_to_trace) {
    const Word session = return_to_session_at(slot);
    p.stack_top += words - 1;
    return tell_return_to(tracing, p, session, real_return_address(p, p.stack_top));
  }
  const ReturnFrame data = return_frame_at(p, slot);
  p.stack_top += words - 1;
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, data.session, data.meta_tracer, &tracer, &flags)) return;
  vm::HeapBuilder builder(Word{8});
  deliver(p.vm, tracer, p.pid, flags,
          {vm::am::return_from, mfa_tuple(builder, data.mfa), p.x[0], Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void traced_exception(Tracing& tracing, Process& p, vm::StackWord* slot) {
  const auto frame = reinterpret_cast<vm::CodeAddress>(slot->bits);
  if (frame == &p.vm.words.return_to_trace) {
    bool more = false;
    const Word session = return_to_session_at(slot);
    const vm::CodeAddress caught = catch_above(p, slot, session, &more);
    // One message even when the exception passes several traced functions (P6): by the last frame
    // before the catch.
    if (!more && caught != nullptr) tell_return_to(tracing, p, session, caught + 1);
    return;
  }
  if (frame == &p.vm.words.return_time_trace) return;  // see measure.h
  const ReturnFrame data = return_frame_at(p, slot);
  if (!data.on_exception) return;
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, data.session, data.meta_tracer, &tracer, &flags)) return;
  vm::HeapBuilder builder(Word{8});
  // The machine has put class and reason where the catching code expects them.
  const Term what = builder.tuple(p.x[1], p.x[2]);
  deliver(p.vm, tracer, p.pid, flags,
          {vm::am::exception_from, mfa_tuple(builder, data.mfa), what, Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

// --- what match specs reach ---

Term TraceMatchHost::caller(Process& p) {
  vm::HeapBuilder builder(p);
  return function_of(builder, p.vm, real_return_address(p, p.stack_top));
}

Term TraceMatchHost::caller_line(Process& p) {
  vm::HeapBuilder builder(p);
  const vm::CodeAddress address = real_return_address(p, p.stack_top);
  const vm::Module* module = address == nullptr ? nullptr : p.vm.modules->containing(address - 1);
  const vm::FuncInfo* info = module == nullptr ? nullptr : module->function_at(address - 1);
  if (info == nullptr) return vm::am::undefined;
  const Term arity = Term::small(static_cast<SWord>(info->arity));
  const vm::LineEntry* line = module->line_at(address - 1);
  if (line == nullptr)
    return builder.tuple(info->module, info->function, arity, Term(vm::am::undefined));
  const Term file = builder.string(module->files[line->file]);
  return builder.tuple(info->module, info->function, arity,
                       builder.tuple(file, Term::small(line->line)));
}

Term TraceMatchHost::current_stacktrace(Process& p, Word depth) {
  vm::HeapBuilder builder(p);
  std::vector<Term> entries;
  for (const vm::StackWord* slot = p.stack_top; slot < p.heap_end && entries.size() < depth;
       ++slot) {
    const auto address = reinterpret_cast<vm::CodeAddress>(slot->bits);
    if (!slot->term().is_header()) continue;
    if (p.vm.words.is_trace_frame(address)) {
      slot = last_word(p.vm, slot);
      continue;
    }
    const vm::Module* module = p.vm.modules->containing(address - 1);
    const vm::FuncInfo* info = module == nullptr ? nullptr : module->function_at(address - 1);
    if (info == nullptr) continue;
    Term location = Term::nil();
    if (const vm::LineEntry* line = module->line_at(address - 1)) {
      location = builder.cons(builder.tuple(Term(vm::am::line), Term::small(line->line)), location);
      location = builder.cons(
          builder.tuple(Term(vm::am::file), builder.string(module->files[line->file])), location);
    }
    entries.push_back(builder.tuple(info->module, info->function,
                                    Term::small(static_cast<SWord>(info->arity)), location));
  }
  return builder.list_from(entries);
}

Word TraceMatchHost::trace_control_word(Process&) { return tracing_.trace_control_word(); }
void TraceMatchHost::set_trace_control_word(Process&, Word value) {
  tracing_.set_trace_control_word(value);
}

void TraceMatchHost::silent(Process& p, Term value) {
  TraceeEntry* entry = find_entry(p, *session_);
  if (entry == nullptr) return;
  if (value == vm::am::true_) entry->setting.flags |= vm::kTraceSilent;
  if (value == vm::am::false_) entry->setting.flags &= ~std::uint32_t{vm::kTraceSilent};
  update_flags(p);
}

Term TraceMatchHost::process_dump(Process& p) {
  std::string text = "=proc:";
  const auto line = [&](std::string_view name, const auto& value) {
    text += name;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Term>)
      vm::print_term(text, value, vm::PrintStyle::kDisplay);
    else
      text += std::to_string(value);
    text += "\n";
  };
  const Term callers = current_stacktrace(p, kDumpDepth);
  vm::HeapBuilder builder(p);
  line("", p.pid);
  line("Spawned as: ", mfa_tuple(builder, p.identity.initial_call));
  line("Spawned by: ", p.identity.parent.is_none() ? Term::nil() : p.identity.parent);
  line("Called from: ", callers);
  line("Stack words: ", p.stack_words());
  line("Heap words: ", p.used_words());
  line("Old heap words: ", p.old_used_words());
  return vm::make_binary(builder, reinterpret_cast<const vm::Byte*>(text.data()), text.size());
}

void TraceMatchHost::display(Process&, Term value) {
  std::string text;
  vm::print_term(text, value, vm::PrintStyle::kDisplay);
  text += "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

bool TraceMatchHost::is_seq_trace(Process& p) { return tracing_.seq().has_token(p); }
Term TraceMatchHost::seq_token(Process& p) {
  vm::HeapBuilder builder(p);
  return tracing_.seq().token(p, builder);
}
bool TraceMatchHost::set_seq_token(Process& p, Term component, Term value) {
  return tracing_.seq().set(p, component, value).has_value();
}

bool TraceMatchHost::change_trace(Process& p, vm::MatchTraceChange change,
                                  std::span<const Term> arguments) {
  using vm::MatchTraceChange;
  const TraceeEntry* entry = find_entry(p, *session_);
  const Tracer tracer = entry != nullptr ? entry->setting.tracer : session_->tracer;
  const std::size_t lists = change == MatchTraceChange::kTrace ? 2 : 1;
  // With one argument more, the first says which process: a pid or a name.
  const bool has_pid = arguments.size() > lists;
  Term pid = has_pid ? arguments[0] : p.pid;
  if (pid.is_atom()) pid = p.vm.registry->find(pid);
  if (!pid.is_local_pid() || p.vm.processes->find(pid) == nullptr) return false;
  const std::span<const Term> flags = arguments.subspan(has_pid ? 1 : 0);
  std::uint32_t clear = 0;
  std::uint32_t set = 0;
  if (change == MatchTraceChange::kTrace) {
    if (!parse_flag_list(flags[0], &clear) || !parse_flag_list(flags[1], &set)) return false;
  } else {
    const std::uint32_t bit = flag_of_atom(flags[0]);
    if (bit == 0) return false;
    (change == MatchTraceChange::kEnable ? set : clear) = bit;
  }
  const auto apply = [&](bool on, std::uint32_t flags_changed) {
    if (flags_changed == 0) return;
    const FlagChange flag_change{session_, on, flags_changed, tracer};
    if (pid == p.pid) {
      apply_change(p, flag_change);
    } else {
      // Another process is changed by a signal; nobody waits.
      auto signal = std::make_unique<FlagSignal>(flag_change, SharedRef<Countdown>());
      vm::push_signal(p.vm, pid, std::move(signal));
    }
  };
  apply(false, clear);
  if (!tracer.is_none()) apply(true, set);
  return true;
}

}  // namespace tracing
