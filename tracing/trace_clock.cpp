// Time stamps of trace messages, by the precedence of P16.
#include "tracing/trace_clock.h"

#include "tracing/trace_api.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

namespace tracing {

namespace {

using vm::HeapBuilder;
using vm::SWord;
using vm::Term;

constexpr std::uint32_t kTimestamps =
    vm::kTraceTimestamp | vm::kTraceMonotonicTimestamp | vm::kTraceStrictMonotonicTimestamp;

/// {MegaSecs, Secs, MicroSecs}.
Term now_tuple(HeapBuilder& builder, SWord us) {
  return builder.tuple(Term::small(us / 1'000'000'000'000), Term::small(us / 1'000'000 % 1'000'000),
                       Term::small(us % 1'000'000));
}

}  // namespace

bool has_timestamp(std::uint32_t flags) { return (flags & kTimestamps) != 0; }

Term make_timestamp(HeapBuilder& builder, vm::Vm& vm, std::uint32_t flags) {
  const vm::Clock& clock = vm.schedulers->clock();
  if (flags & vm::kTraceTimestamp) {
    const bool processor = Tracing::of(vm).clock().stamps_processor_time();
    return now_tuple(builder,
                     processor ? vm::Clock::os_processor_ns() / 1000 : clock.next_now_us());
  }
  const Term monotonic = builder.integer(clock.monotonic_ns());
  if ((flags & vm::kTraceStrictMonotonicTimestamp) == 0) return monotonic;
  return builder.tuple(monotonic,
                       builder.integer(vm::kSmallMin + static_cast<SWord>(clock.next_ordered())));
}

}  // namespace tracing
