// The end of a process, step by step in finish_exit(), and the report of an uncaught error.
#include "vm/proc/exit.h"

#include "vm/proc/dictionary.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/process_tasks.h"
#include "vm/proc/registry.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/print.h"
#include "vm/vm.h"

namespace vm {
namespace {

void report_exit(Process& p) {
  const bool is_node = local_node_name() != am::nohost;
  Term arguments;
  {
    HeapBuilder builder(p);
    arguments = builder.cons(p.exit.reason, Term::nil());
    if (is_node) arguments = builder.cons(local_node_name(), arguments);
    arguments = builder.cons(p.pid, arguments);
  }
  report_to_logger(p.vm, am::error,
                   is_node ? "Error in process ~p on node ~p with exit value:~n~p~n"
                           : "Error in process ~p with exit value:~n~p~n",
                   arguments, p.pid, p.identity.group_leader);
}

void answer_all(Process& p, Signal* signal) {
  while (signal != nullptr) {
    const std::unique_ptr<Signal> taken(std::exchange(signal, signal->next));
    answer_for_the_dead(p.vm, p.pid, *taken);
  }
}

bool is_living_process(Vm& vm, Term pid) {
  return pid.is_local_pid() && vm.processes->find(pid) != nullptr;
}

/// Returns the process that reports are sent to; `undefined` if they are dropped; none() if there
/// is no such process, so that they are printed.
Term report_target(Vm& vm) {
  Term chosen = system_logger(vm);
  if (chosen == am::undefined || is_living_process(vm, chosen)) return chosen;
  // As OTP: the first report after the chosen process has ended sets the flag back to `logger`.
  // relaxed: see set_system_logger()
  if (chosen != am::logger)
    vm.system_logger.compare_exchange_strong(chosen, am::logger, kRelaxed, kRelaxed);
  const Term logger = vm.registry->find(am::logger);
  return is_living_process(vm, logger) ? logger : Term::none();
}

}  // namespace

Term system_logger(Vm& vm) {
  return vm.system_logger.load(kRelaxed);  // relaxed: see set_system_logger()
}

Term set_system_logger(Vm& vm, Term target) {
  // relaxed: nothing else depends on it; a report at the same time may still go to the old target.
  return vm.system_logger.exchange(target, kRelaxed);
}

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

namespace {

/// As in OTP: without such a process the machine would go on, but no longer do all that it should.
void end_machine_with(Process& p) {
  if (!p.identity.is_system || p.vm.schedulers->is_halting()) return;
  std::fprintf(stderr, "System process %s terminated: %s\n",
               term_to_text(p.pid, PrintStyle::kDisplay).c_str(),
               term_to_text(p.exit.reason, PrintStyle::kDisplay).c_str());
  p.vm.schedulers->halt(1);
}

/// All that others learn of the end.
void report_end(Process& p) {
  Vm& vm = p.vm;
  end_machine_with(p);
  p.operation.coroutine.reset();  // gives up what it holds
  // Before its end is reported in any way: by trace message, answer or signal.
  vm.processes->hide(p);
  if (p.exit.is_logged) report_exit(p);
  trace_exit(p, p.exit.reason);
  vm.registry->forget(p);
  vm.on_process_exit(p);
  p.timeout.leave_wheel();
  // seq_cst: start_timer() stores it, then looks whether this process is exiting. It is exiting,
  // and then looks here. Most processes never have such timers, and there is a wheel for each
  // scheduler.
  if (p.has_timers.load(kSeqCst)) {
    for (unsigned i = 0; i < vm.schedulers->count(); ++i)
      (*vm.schedulers)[i].timers.cancel_all_for(p.pid);
  }
  end_all_links(p, p.exit.reason);
  // After that: a question that was sent before the end is answered when the exit signals and DOWN
  // messages are under way, as in OTP. Once the queue is closed, senders answer in its place.
  vm.multi_scheduling->tasks().forget(p);
  answer_all(p, std::exchange(p.exit.unhandled_signals, nullptr));
  answer_all(p, p.in_queue.close());
  p.dictionary.reset();
}

/// False: it is to be called again.
bool has_sent_all(Process& p) {
  Remote& remote = p.vm.node_monitors->remote();
  if (!remote.is_sending(p)) return true;
  trace_exiting(p, am::out_exiting);
  trace_runnable(p, false);
  p.sched.state.end_running();  // from now on another thread may run it
  if (remote.has_sent_all(p)) p.vm.schedulers->make_runnable(p);
  return false;
}

}  // namespace

void finish_exit(Process& p) {
  Vm& vm = p.vm;
  if (!p.exit.is_reported) {
    report_end(p);
    p.exit.is_reported = true;
  } else {
    trace_exiting(p, am::in_exiting);
  }
  if (!p.flags.async_dist && !has_sent_all(p)) return;
  trace_exiting(p, am::out_exited);
  trace_runnable(p, false);
  p.sched.state.set_ended();
  if (p.operation.works_outside && vm.multi_scheduling->dirty().keep_until_done(p)) return;
  // Large memory is freed now, not after thread progress: no other thread reads a process's heap.
  destroy_heap(p);
  vm.processes->remove(p);
}

void request_halt(Vm& vm, Term from, Term pid, int status) {
  HeapBuilder builder(Word{8});
  const Term message = builder.tuple(am::halt, Term::small(status));
  send_from_machine(vm, from, pid, message, builder.take_fragments());
}

void heap_limit_reached(Process& p) {
  if (is_exiting(p)) return;
  if (p.max_heap.error_logger) {
    HeapBuilder builder(Word{256});
    const Term values[] = {p.pid,
                           Term::small(static_cast<SWord>(p.max_heap.words)),
                           Term::small(static_cast<SWord>(p.heap_words() + p.old_words())),
                           make_boolean(p.max_heap.kill),
                           make_boolean(p.max_heap.error_logger),
                           Term::small(static_cast<SWord>(p.messages.length())),
                           heap_figures(builder, p, HeapFigures::kAll, p.heap_words()),
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
  if (!p.max_heap.kill) return;
  exit_process(p, am::killed);
  p.reductions = 0;
}

void heap_memory_exhausted(Process& p, Word words) {
  if (is_exiting(p)) return;
  HeapBuilder builder(Word{4});
  const Term bytes = Term::small(static_cast<SWord>(words * kWordBytes));
  report_to_logger(p.vm, am::error,
                   "eheap_alloc: Cannot allocate ~p bytes of memory (of type \"heap\") for ~p.~n",
                   builder.cons(bytes, builder.cons(p.pid, Term::nil())), p.pid,
                   p.identity.group_leader);
  exit_process(p, am::killed);
  p.reductions = 0;
}

void report_to_logger(Vm& vm, Term level, std::string_view format, Term arguments, Term pid,
                      Term group_leader) {
  const Term target = report_target(vm);
  if (target == am::undefined) return;
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
  if (target.has_value()) {
    send_from_machine(vm, pid, target, value, builder.take_fragments());
  } else {
    print_report(value);
  }
}

}  // namespace vm
