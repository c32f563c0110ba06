// Settling measured calls with their accounts.
#include "tracing/measure.h"

#include "tracing/trace_api.h"
#include "vm/heap/literal_memory.h"
#include "vm/sched/scheduler.h"

namespace tracing {

namespace {

constexpr Word kConsWords = 2;

using vm::MeasuredCall;
using vm::TraceState;

MeasuredCall* find_call(Process& p, Word session, Measure what) {
  if (p.tracing.state == nullptr) return nullptr;
  for (MeasuredCall& call : p.tracing.state->measured) {
    if (call.session == session && call.what == what) return &call;
  }
  return nullptr;
}

/// Words in fragments, those looked at before excepted: new ones are put in front.
Word fragment_words(Process& p, TraceState& state) {
  const vm::HeapFragment* fragment = p.fragments;
  for (; fragment != nullptr && fragment != state.seen_fragment; fragment = fragment->next)
    state.seen_fragment_words += fragment->used;
  state.seen_fragment = p.fragments;
  return state.seen_fragment_words;
}

/// Words on the heap now. Between two collections it only grows.
Word present_words(Process& p) { return p.used_words() + fragment_words(p, *p.tracing.state); }

/// What the measure says now; amounts are differences of it.
Word reading(Tracing& tracing, Process& p, Measure what) {
  switch (what) {
    case Measure::kTime:
      return tracing.clock().ticks().ticks();
    case Measure::kMemory:
      return p.tracing.state->allocated_base + present_words(p);
    case Measure::kReductions:
      return vm::reductions_of(p);
  }
  VM_UNREACHABLE();
}

void settle(Tracing& tracing, Process& p, const MeasuredCall& call, Word now) {
  if (call.current.is_nil()) return;
  AccountRows* rows = tracing.accounts().find(call.current);
  if (rows != nullptr) rows->add(*p.vm.progress, p.scheduler->index, p.pid, 0, now - call.mark);
}

bool is_initial_call(const Process& p, const vm::FuncInfo& function) {
  const vm::Mfa& start = p.identity.initial_call;
  return function.module == start.module && function.function == start.function &&
         function.arity == start.arity;
}

}  // namespace

AccountId begin_measured_call(Tracing& tracing, Process& p, Word session,
                              const CallAccount& account, const vm::FuncInfo& function,
                              Measure what) {
  MeasuredCall* call = find_call(p, session, what);
  const bool is_first = call == nullptr;
  if (is_first) {
    p.tracing.state->measured.push_back({session, what, Term::nil(), 0});
    call = &p.tracing.state->measured.back();
    // relaxed: the process's own word
    p.tracing.flags.store(p.tracing.flags.load(vm::kRelaxed) | vm::kTraceMeasured, vm::kRelaxed);
  }
  const AccountId previous = call->current;
  const Word now = reading(tracing, p, what);
  settle(tracing, p, *call, now);
  account.rows().add(*p.vm.progress, p.scheduler->index, p.pid, 1, 0);
  call->current = account.id();
  const bool began_here = is_first && what == Measure::kMemory && is_initial_call(p, function);
  call->mark = began_here ? 0 : now;
  return previous;
}

void end_measured_call(Tracing& tracing, Process& p, Word session, Measure what,
                       AccountId previous) {
  MeasuredCall* call = find_call(p, session, what);
  if (call == nullptr) return;
  const Word now = reading(tracing, p, what);
  settle(tracing, p, *call, now);
  call->current = previous;
  call->mark = now;
}

void count_argument_list(Process& p, Term arguments) {
  const vm::SharedLiterals literals = p.vm.literals.get();
  for (; arguments.is_cons() && !literals.contains(arguments); arguments = arguments.as_cons().tail)
    p.tracing.state->allocated_base += kConsWords;
}

void stop_measuring_time(Tracing& tracing, Process& p) {
  if (p.tracing.state == nullptr) return;
  for (MeasuredCall& call : p.tracing.state->measured) {
    if (call.what != Measure::kTime || call.current.is_nil()) continue;
    const Word now = tracing.clock().ticks().ticks();
    settle(tracing, p, call, now);
    call.mark = now;
  }
}

void resume_measuring_time(Tracing& tracing, Process& p) {
  if (p.tracing.state == nullptr) return;
  for (MeasuredCall& call : p.tracing.state->measured) {
    if (call.what == Measure::kTime && !call.current.is_nil())
      call.mark = tracing.clock().ticks().ticks();
  }
}

void count_before_collection(Process& p) {
  if (p.tracing.state == nullptr) return;
  p.tracing.state->allocated_base += present_words(p);
}

void count_after_collection(Process& p) {
  if (p.tracing.state == nullptr) return;
  p.tracing.state->seen_fragment = nullptr;  // fragments are gone; a new one may lie where one was
  p.tracing.state->seen_fragment_words = 0;
  p.tracing.state->allocated_base -= p.used_words();
}

}  // namespace tracing
