// Timestamps of trace messages, by the precedence of P16.
#include "tracing/timestamp.h"

#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

namespace tracing {

namespace {

using vm::HeapBuilder;
using vm::SWord;
using vm::Term;
using vm::Word;

constexpr std::uint32_t kTimestamps =
    vm::kTraceTimestamp | vm::kTraceMonotonicTimestamp | vm::kTraceStrictMonotonicTimestamp;

/// {MegaSecs, Secs, MicroSecs}, never the same twice and never going back, as erlang:now/0.
Term now(HeapBuilder& builder, vm::Vm& vm) {
  static vm::Atomic<SWord> last_us{0};
  SWord us = vm.schedulers->clock().system_ns() / 1000;
  // relaxed: only this one number matters.
  SWord last = last_us.load(vm::kRelaxed);
  SWord next;
  do {
    next = us > last ? us : last + 1;
  } while (!last_us.compare_exchange_weak(last, next, vm::kRelaxed, vm::kRelaxed));
  return builder.tuple(Term::small(next / 1'000'000'000'000),
                       Term::small(next / 1'000'000 % 1'000'000), Term::small(next % 1'000'000));
}

}  // namespace

bool has_timestamp(std::uint32_t flags) { return (flags & kTimestamps) != 0; }

Term make_timestamp(HeapBuilder& builder, vm::Vm& vm, std::uint32_t flags) {
  if (flags & vm::kTraceTimestamp) return now(builder, vm);
  const Term monotonic = builder.integer(vm.schedulers->clock().monotonic_ns());
  if ((flags & vm::kTraceStrictMonotonicTimestamp) == 0) return monotonic;
  static vm::Atomic<SWord> unique{vm::kSmallMin};
  return builder.tuple(monotonic, builder.integer(unique.fetch_add(
                                      1, vm::kRelaxed)));  // relaxed: a number that only grows
}

}  // namespace tracing
