// What erlang:start_timer, send_after, cancel_timer and read_timer do.
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

namespace vm {
namespace {

// In nanoseconds a deadline must fit 64 bits.
constexpr SWord kMaxDeadlineMs = INT64_MAX / 1'000'000;

/// The deadline in monotonic milliseconds; false if the time is out of range.
bool deadline_of(const Clock& clock, Term time, bool absolute, SWord* deadline_ms) {
  if (!time.is_small()) return false;
  const SWord ms = time.as_small();
  if (absolute) {
    *deadline_ms = ms;
    return ms >= Clock::floor_div(clock.start_ns(), 1'000'000) && ms <= kMaxDeadlineMs;
  }
  if (ms < 0 || ms > kMaxDeadlineMs) return false;
  // The next full millisecond: never too early.
  *deadline_ms = Clock::floor_div(clock.monotonic_ns() + 999'999, 1'000'000) + ms;
  return *deadline_ms <= kMaxDeadlineMs;
}

/// The present, rounded up to milliseconds: a timer never has more left than it was set to.
SWord now_for_remaining_ms(const Clock& clock) {
  return Clock::floor_div(clock.monotonic_ns() + 999'999, 1'000'000);
}

Timers* timers_of(Process& p, RefNumber ref) {
  SchedulerSet& set = *p.vm.schedulers;
  const unsigned scheduler = scheduler_of(ref);
  return scheduler < set.count() ? &set[scheduler].timers : nullptr;
}

Term report_remaining(Process& p, Term ref, SWord left_ms, Term tag, CancelOptions options) {
  const Term result = left_ms < 0 ? Term(am::false_) : Term::small(left_ms);
  if (!options.async) return options.info ? result : Term(am::ok);
  if (options.info) {
    HeapBuilder builder(kPidRefWords + 4);
    const Term copied = copy_term(builder, ref, p.vm.literals.get());
    const Term value = builder.tuple(tag, copied, result);
    send_from_machine(p.vm, p.pid, p.pid, value, builder.take_fragments());
  }
  return am::ok;
}

}  // namespace

Term start_timer(Process& p, Term time, Term target, Term message, TimerOptions options) {
  SWord deadline_ms;
  if (!deadline_of(p.vm.schedulers->clock(), time, options.absolute, &deadline_ms))
    return p.badarg_because(am::time);
  if (!target.is_local_pid() && !target.is_atom()) return p.badarg();
  auto timer = std::make_unique<MessageTimer>();
  timer->ref = next_ref_number(p.vm);
  timer->target = target;
  timer->with_timeout_tuple = options.with_timeout_tuple;
  timer->rounds = options.rounds;
  timer->deadline_ms = deadline_ms;
  HeapBuilder contents(Word{0});
  // No literals: it is kept for as long as the timer runs.
  timer->value = message.is_pointer() ? copy_term(contents, message, nullptr) : message;
  timer->fragment = contents.take_fragments();
  const RefNumber number = timer->ref;
  Timers& timers = p.scheduler->timers;
  timers.set(std::move(timer));
  // A process that ends cancels the timers that it finds. seq_cst: either this thread sees that it
  // ends, or the process sees has_timers (report_end()). If both look at the same moment and
  // has_timers was set before, a timer may be left that expires without effect.
  if (target.is_local_pid()) {
    Process* to = p.vm.processes->find(target);
    if (to != nullptr && !to->has_timers.load(kSeqCst)) to->has_timers.store(true, kSeqCst);
    if (to == nullptr || to->sched.state.is_exiting_or_ended(kSeqCst))
      timers.cancel_all_for(target);
  }
  HeapBuilder builder(p);
  return make_ref(builder, number);
}

Term cancel_timer(Process& p, Term ref, CancelOptions options) {
  if (!ref.is_ref()) return p.badarg();
  Timers* timers = ref.is_local_ref() ? timers_of(p, ref_number(ref)) : nullptr;
  const SWord now_ms = now_for_remaining_ms(p.vm.schedulers->clock());
  const SWord left_ms = timers == nullptr ? -1 : timers->cancel_message(ref_number(ref), now_ms);
  return report_remaining(p, ref, left_ms, am::cancel_timer, options);
}

Term read_timer(Process& p, Term ref, CancelOptions options) {
  if (!ref.is_ref()) return p.badarg();
  Timers* timers = ref.is_local_ref() ? timers_of(p, ref_number(ref)) : nullptr;
  const SWord now_ms = now_for_remaining_ms(p.vm.schedulers->clock());
  const SWord left_ms = timers == nullptr ? -1 : timers->read_message(ref_number(ref), now_ms);
  return report_remaining(p, ref, left_ms, am::read_timer, options);
}

}  // namespace vm
