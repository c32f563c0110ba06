// erlang:statistics/1. What the machine does not have is a zero in OTP's place for it. What a dirty
// I/O scheduler does in OTP, dirty schedulers and file threads do here: they are counted together.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/system/system_flags.h"
#include "vm/io/io.h"
#include "vm/port/port_table.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/microstates.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/wall_time.h"
#include "vm/term/map.h"

#include <sys/resource.h>
#include <vector>

namespace bif {
namespace {

/// Milliseconds of processor time of all threads.
SWord cpu_milliseconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000;
}

/// {Total, SinceLast}, where `last` keeps the total of the last question.
Term since_last(HeapBuilder& builder, SWord total, vm::Atomic<SWord>& last) {
  // relaxed: two processes that ask at once share the time between them, in any way.
  const SWord before = last.exchange(total, vm::kRelaxed);
  return builder.tuple(Term::small(total), Term::small(total - before));
}

struct LastAsked {
  vm::Atomic<SWord> runtime{0};
  vm::Atomic<SWord> wall_clock{0};
  vm::Atomic<SWord> reductions{0};
  vm::Atomic<SWord> exact_reductions{0};
};
// For the whole program, as the processor time is.
LastAsked last_asked;

/// {Total, SinceLast} items.
Term running_total(Process& p, HeapBuilder& builder, Term item) {
  const vm::SchedulerSet& schedulers = *p.vm.schedulers;
  if (item == am::runtime) return since_last(builder, cpu_milliseconds(), last_asked.runtime);
  if (item == am::wall_clock) {
    const SWord ms = (schedulers.clock().monotonic_ns() - schedulers.clock().start_ns()) / 1000000;
    return since_last(builder, ms, last_asked.wall_clock);
  }
  if (item == am::reductions || item == am::exact_reductions) {
    auto& last = item == am::reductions ? last_asked.reductions : last_asked.exact_reductions;
    return since_last(builder, static_cast<SWord>(schedulers.total_reductions()), last);
  }
  return Term::none();
}

enum class Queued { kWaiting, kActive };  // kActive: with those that run

/// Whose queues: also the one that all dirty CPU schedulers have in common, and that of the I/O
/// ones.
enum class Queues { kSchedulers, kDirtyCpu, kDirtyIo };

/// In OTP's order.
std::vector<Term> queues(Process& p, Queued which, Queues whose) {
  vm::SchedulerSet& schedulers = *p.vm.schedulers;
  std::vector<Term> lengths;
  for (unsigned i = 0; i < schedulers.count(); ++i) {
    const vm::Scheduler& scheduler = schedulers[i];
    const vm::RunQueue& bound = p.vm.multi_scheduling->bound().queue(i);
    // relaxed: advice, and gone by the time it is read.
    const bool runs = which == Queued::kActive && scheduler.is_busy.load(vm::kRelaxed);
    lengths.push_back(number(scheduler.queue.length() + bound.length() + (runs ? 1 : 0)));
  }
  const auto tasks = [which](Word waiting, Word under_way) {
    return number(waiting + (which == Queued::kActive ? under_way : 0));
  };
  const vm::DirtyThreads& dirty = p.vm.multi_scheduling->dirty();
  if (whose != Queues::kSchedulers) {
    const vm::DirtySchedulers::Load load = dirty.computing.load();
    lengths.push_back(tasks(load.waiting, load.under_way));
  }
  if (whose == Queues::kDirtyIo) {
    const vm::DirtySchedulers::Load load = dirty.waiting.load();
    const vm::FileThreads::Load files = p.vm.io->file_threads.load();
    lengths.push_back(tasks(load.waiting + files.waiting, load.under_way + files.under_way));
  }
  return lengths;
}

Term total(const std::vector<Term>& lengths) {
  SWord sum = 0;
  for (const Term length : lengths) sum += length.as_small();
  return Term::small(sum);
}

Term queue_item(Process& p, HeapBuilder& builder, Term item) {
  if (item == am::total_active_tasks) return total(queues(p, Queued::kActive, Queues::kSchedulers));
  if (item == am::total_active_tasks_all)
    return total(queues(p, Queued::kActive, Queues::kDirtyIo));
  if (item == am::run_queue || item == am::total_run_queue_lengths)
    return total(queues(p, Queued::kWaiting, Queues::kSchedulers));
  if (item == am::total_run_queue_lengths_all)
    return total(queues(p, Queued::kWaiting, Queues::kDirtyIo));
  if (item == am::active_tasks)
    return builder.list_from(queues(p, Queued::kActive, Queues::kDirtyCpu));
  if (item == am::active_tasks_all)
    return builder.list_from(queues(p, Queued::kActive, Queues::kDirtyIo));
  if (item == am::run_queue_lengths)
    return builder.list_from(queues(p, Queued::kWaiting, Queues::kDirtyCpu));
  if (item == am::run_queue_lengths_all)
    return builder.list_from(queues(p, Queued::kWaiting, Queues::kDirtyIo));
  if (item == am::run_queues)
    return builder.tuple_from(queues(p, Queued::kWaiting, Queues::kDirtyIo));
  return Term::none();
}

enum class Threads { kWithoutIo, kAll };

/// {Number, Active, Total} in nanoseconds for each thread, or `undefined` while it is off.
Term wall_times(Process& p, HeapBuilder& builder, Threads which) {
  const auto shares = p.vm.wall_time->shares(vm::all_thread_times(p.vm));
  if (!shares) return am::undefined;
  std::vector<Term> rows;
  SWord thread = 0;
  for (const vm::WallTime::Share& share : *shares) {
    ++thread;
    if (which == Threads::kWithoutIo && share.kind == vm::ThreadKind::kDirtyIo) continue;
    rows.push_back(builder.tuple(Term::small(thread), builder.integer(share.active_ns),
                                 builder.integer(share.total_ns)));
  }
  return builder.list_from(rows);
}

/// A map for each scheduler, dirty CPU scheduler and dirty I/O scheduler.
Term microstates(Process& p, HeapBuilder& builder) {
  const Term zero = Term::small(0);
  SWord numbers[3] = {};  // by ThreadKind: each kind is numbered from 1
  const Term types[] = {am::scheduler, am::dirty_cpu_scheduler, am::dirty_io_scheduler};
  std::vector<Term> maps;
  for (const auto& thread : p.vm.microstates->counters(vm::all_thread_times(p.vm))) {
    vm::MapPair counters[] = {{am::aux, zero},
                              {am::check_io, zero},
                              {am::emulator, builder.integer(thread.emulator_ns)},
                              {am::gc, builder.integer(thread.gc_ns)},
                              {am::other, zero},
                              {am::port, zero},
                              {am::sleep, builder.integer(thread.sleep_ns)}};
    const auto kind = static_cast<std::size_t>(thread.kind);
    vm::MapPair pairs[] = {
        {am::id, Term::small(++numbers[kind])},
        {am::type, types[kind]},
        {am::counters, vm::map_from_pairs(builder, counters)},
    };
    maps.push_back(vm::map_from_pairs(builder, pairs));
  }
  return builder.list_from(maps);
}

Term statistics(Process& p, HeapBuilder& builder, Term item) {
  const vm::SchedulerSet& schedulers = *p.vm.schedulers;
  if (item == am::context_switches)
    return builder.tuple(number(schedulers.total_context_switches()), Term::small(0));
  if (item == am::garbage_collection) {
    const vm::CollectionCounts counts = schedulers.total_collections();
    return builder.tuple(number(counts.collections), number(counts.collected_words),
                         Term::small(0));
  }
  if (item == am::io) {
    const Term input = builder.unsigned_integer(p.vm.port_table->input_bytes.load(vm::kRelaxed));
    const Term output = builder.unsigned_integer(p.vm.port_table->output_bytes.load(vm::kRelaxed));
    return builder.tuple(builder.tuple(am::input, input), builder.tuple(am::output, output));
  }
  if (item == am::scheduler_wall_time) return wall_times(p, builder, Threads::kWithoutIo);
  if (item == am::scheduler_wall_time_all) return wall_times(p, builder, Threads::kAll);
  if (item == am::microstate_accounting) return microstates(p, builder);
  if (const Term value = running_total(p, builder, item); value.has_value()) return value;
  return queue_item(p, builder, item);
}

}  // namespace

BifResult statistics_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  Term answer;
  {
    HeapBuilder builder(p);
    answer = statistics(p, builder, a[0]);
  }
  return answer.has_value() ? answer : p.badarg();
}

BifResult set_wall_time(Process& p, Term value) {
  if (value != am::true_ && value != am::false_) return p.badarg();
  return vm::make_boolean(
      p.vm.wall_time->switch_to(p, value == am::true_, vm::all_thread_times(p.vm)));
}

BifResult set_microstate_accounting(Process& p, Term value) {
  const vm::AllThreadTimes now = vm::all_thread_times(p.vm);
  if (value == am::reset) return vm::make_boolean(p.vm.microstates->reset(now));
  if (value != am::true_ && value != am::false_) return p.badarg();
  return vm::make_boolean(p.vm.microstates->switch_to(value == am::true_, now));
}

}  // namespace bif
