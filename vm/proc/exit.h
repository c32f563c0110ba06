// How a process ends. exit_process() only marks it; when the engine has left the process, the
// scheduler runs finish_exit(): it gives up the name, ETS tables and timers, signals links and
// monitors, answers what is in the queue, and then the pid is gone. Threads: in the process's
// context.
#pragma once

#include "vm/proc/process.h"

namespace vm {

/// The process is to end with `reason` (on its heap): marks it, so that it leaves to the scheduler.
/// Returns none(), with outcome kExiting.
Term exit_process(Process& p, Term reason);
/// The same for an uncaught exception: `reason` is the exit reason already ({Reason, Stack} for
/// errors, {{nocatch, V}, Stack} for throws). The logger gets "Error in process ...".
Term exit_process_with_error(Process& p, Term reason);
inline bool is_exiting(const Process& p) { return p.sched.state.is_exiting(); }
/// False: it is ending or suspended, and must leave its scheduler. In its own context.
inline bool may_run(const Process& p) { return p.sched.state.may_run(); }
/// Ends an exiting process, which its scheduler must not touch afterwards. Where large signals of
/// it are on their way to another node, it ends, and comes to a scheduler again when they have
/// gone, which calls this once more.
void finish_exit(Process& p);

/// Asks `pid`, which ends the machine in an orderly way (erl/sonde_boot.erl), to do so: sends it
/// {halt, Status}. Any thread that may send.
void request_halt(Vm& vm, Term from, Term pid, int status);

/// The heap has outgrown max_heap_size: reports it and ends the process (reason killed), as its
/// settings say. Within a collection: the process runs on to its next call, where it has no
/// reductions left.
void heap_limit_reached(Process& p);
/// The same where `words` more are not to be had (vm/base/memory_limit.h). The report has the words
/// with which OTP's whole machine ends then.
void heap_memory_exhausted(Process& p, Word words);

/// Where reports of the machine go (erlang:system_flag(system_logger, _)): a pid, `logger` (the
/// process of that name), or `undefined` (they are dropped). Any thread.
Term system_logger(Vm& vm);
/// Sets it and returns what it was. Any thread.
Term set_system_logger(Vm& vm, Term target);

/// Sends {log, Level, Format, Args, Metadata} to the process that system_logger() names, or to
/// `logger` if that process has ended; prints it on standard error if there is no such process.
/// `format` is Latin-1 text; `arguments` a list on any heap.
void report_to_logger(Vm& vm, Term level, std::string_view format, Term arguments, Term pid,
                      Term group_leader);

/// Prints such a message's text on standard error.
void print_report(Term report);

}  // namespace vm
