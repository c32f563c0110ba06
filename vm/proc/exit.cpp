// The end of a process, step by step in finish_exit(), and the report of an uncaught error.
#include "vm/proc/exit.h"

#include "vm/proc/dictionary.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_info.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/vm.h"

namespace vm {
namespace {

void report_exit(Process& p) {
  Term arguments;
  {
    HeapBuilder builder(p);
    arguments = builder.cons(p.pid, builder.cons(p.exit.reason, Term::nil()));
  }
  report_to_logger(p.vm, am::error, "Error in process ~p with exit value:~n~p~n", arguments, p.pid,
                   p.identity.group_leader);
}

void answer_all(Process& p, Signal* signal) {
  while (signal != nullptr) {
    const std::unique_ptr<Signal> taken(std::exchange(signal, signal->next));
    answer_for_the_dead(p.vm, p.pid, *taken);
  }
}

}  // namespace

Term exit_process(Process& p, Term reason) {
  p.assert_own_thread();
  p.raising.outcome = Outcome::kExiting;
  p.sched.waiting = Waiting::kNothing;
  if (is_exiting(p)) return Term::none();
  p.exit.reason = reason;
  p.sched.state.set_exiting();
  return Term::none();
}

Term exit_process_with_error(Process& p, Term reason) {
  if (!is_exiting(p)) p.exit.is_logged = true;
  return exit_process(p, reason);
}

void finish_exit(Process& p) {
  Vm& vm = p.vm;
  p.operation.coroutine.reset();  // gives up what it holds
  // Before its end is reported in any way: by trace message, answer or signal.
  vm.processes->hide(p);
  if (p.exit.is_logged) report_exit(p);
  trace_exit(p, p.exit.reason);
  trace_exited(p);
  vm.registry->forget(p);
  vm.on_process_exit(p);
  p.timeout.leave_wheel();
  for (unsigned i = 0; i < vm.schedulers->count(); ++i)
    (*vm.schedulers)[i].timers.cancel_all_for(p.pid);
  end_all_links(p, p.exit.reason);
  // After that: a question that was sent before the end is answered when the exit signals and DOWN
  // messages are under way, as in OTP. Once the queue is closed, senders answer in its place.
  answer_all(p, std::exchange(p.exit.unhandled_signals, nullptr));
  answer_all(p, p.in_queue.close());
  p.dictionary.reset();
  // Large memory is freed now, not after thread progress: no other thread reads a process's heap.
  destroy_heap(p);
  p.sched.state.set_ended();
  vm.processes->remove(p);
}

void heap_limit_reached(Process& p) {
  if (is_exiting(p)) return;
  if (p.max_heap_error_logger) {
    HeapBuilder builder(Word{256});
    const Term values[] = {p.pid,
                           Term::small(static_cast<SWord>(p.max_heap_words)),
                           Term::small(static_cast<SWord>(p.heap_words() + p.old_words())),
                           make_boolean(p.max_heap_kill),
                           make_boolean(p.max_heap_error_logger),
                           Term::small(static_cast<SWord>(p.messages.length())),
                           collection_info_term(p, builder),
                           stacktrace_term(p, builder)};
    const Term arguments = builder.list_from(values);
    report_to_logger(
        p.vm, am::error,
        "     Process:            ~p ~n     Context:            maximum heap size reached~n"
        "     Max Heap Size:      ~p~n     Total Heap Size:    ~p~n     Kill:               ~p~n"
        "     Error Logger:       ~p~n     Message Queue Len:  ~p~n     GC Info:            ~p~n"
        "     Stacktrace:         ~p~n",
        arguments, p.pid, p.identity.group_leader);
  }
  if (!p.max_heap_kill) return;
  exit_process(p, am::killed);
  p.reductions = 0;
}

void report_to_logger(Vm& vm, Term level, std::string_view format, Term arguments, Term pid,
                      Term group_leader) {
  // {log, Level, Format, Args, #{pid => P, gl => G, time => T, error_logger => #{emulator => true,
  // tag => Level}}}
  HeapBuilder builder(128);
  const Term copied = copy_term(builder, arguments, vm.literals.get());
  MapPair tags[] = {{am::emulator, am::true_}, {am::tag, level}};
  const Term time = builder.integer(Clock::floor_div(vm.schedulers->clock().system_ns(), 1000));
  MapPair about[] = {{am::pid, pid},
                     {am::gl, copy_term(builder, group_leader, vm.literals.get())},
                     {am::time, time},
                     {am::error_logger, map_from_pairs(builder, tags)}};
  const Term metadata = map_from_pairs(builder, about);
  const Term value = builder.tuple(am::log, level, builder.string(format), copied, metadata);
  // relaxed: a setting that nothing else depends on.
  const Term chosen = vm.system_logger.load(kRelaxed);
  const Term target =
      chosen.is_none() || chosen == am::logger ? vm.registry->find(am::logger) : chosen;
  if (target.has_value() && target.is_local_pid() && vm.processes->find(target) != nullptr) {
    send_from_machine(vm, pid, target, value, builder.take_fragments());
    return;
  }
  print_report(value);
}

}  // namespace vm
