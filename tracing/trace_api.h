// Tracing: all that programs can ask of tracing, in C++ terms: sessions, flags of processes,
// patterns of functions, filters of messages, and what is set. bif/tracing translates terms to
// it, unit tests call it directly. What has to wait is an Operation of the process that asks.
// Ownership: the Vm (Vm::tracing); it must outlive all processes, whose heaps hold session handles.
// Threads: any scheduler, each function in the context of the process it takes. Contract: S, P, F,
// I, E.
#pragma once

#include "tracing/bp_change.h"
#include "tracing/breakpoint.h"
#include "tracing/call_account.h"
#include "tracing/call_counter.h"
#include "tracing/delivery.h"
#include "tracing/option_flags.h"
#include "tracing/port_tracee.h"
#include "tracing/seq_trace.h"
#include "tracing/session.h"
#include "tracing/system_profile.h"
#include "tracing/system_watch.h"
#include "tracing/tracee.h"
#include "vm/base/tick_clock.h"
#include "vm/code/code_stage_observer.h"
#include "vm/match/match_compile.h"
#include "vm/sched/engine.h"
#include "vm/vm.h"

#include <memory>

namespace tracing {

/// How long changes of breakpoints kept others from running: the processor time of the portions of
/// their steps. Written by holders of the permission.
class StepTimes {
 public:
  void note(Word ns) {
    // relaxed: one writer at a time; readers take what is there
    portions_.store(portions_.load(vm::kRelaxed) + 1, vm::kRelaxed);
    if (ns > longest_ns_.load(vm::kRelaxed)) longest_ns_.store(ns, vm::kRelaxed);
  }
  Word portions() const { return portions_.load(vm::kRelaxed); }      // relaxed: as above
  Word longest_ns() const { return longest_ns_.load(vm::kRelaxed); }  // relaxed: as above
  void reset() {
    portions_.store(0, vm::kRelaxed);  // relaxed: as above
    longest_ns_.store(0, vm::kRelaxed);
  }

 private:
  vm::Atomic<Word> portions_{0};
  vm::Atomic<Word> longest_ns_{0};
};

class Tracing final : public vm::CodeStageObserver {
 public:
  explicit Tracing(Vm& vm);
  ~Tracing() override;
  /// The one of this machine; it has been installed.
  static Tracing& of(Vm& vm) { return *vm.tracing; }

  Vm& vm() { return vm_; }
  SessionTable& sessions() { return sessions_; }
  SeqTrace& seq() { return seq_; }
  SystemWatch& watch() { return watch_; }
  SystemProfile& profile() { return profile_; }
  /// By the holder of the code modification permission.
  CounterTable& counters();
  AccountTable& accounts() { return *accounts_; }
  StepTimes& step_times() { return step_times_; }
  /// What call_time measures with; accounts of it are in its ticks.
  const vm::TickClock& ticks() const { return ticks_; }
  /// The handler of a breakpoint instruction.
  vm::OpHandler handler(vm::Op op) const { return vm_.backend->generic_handler(op); }

  /// The session has no effect any more; what it left is removed by the cleaner's next sweep().
  /// False: it was dead already.
  bool end_session(Session& session);
  /// session_destroy/1: ends it and removes all it has set. The result is whether it was alive.
  vm::Operation destroy_session(Process& p, SharedRef<Session> session);
  /// Removes what sessions that ended by themselves have left on functions (S4): a change like any
  /// other. Ends sessions whose time is over (Z4), too. Answers after how many ms to ask again, or
  /// `infinity`. The process that asks gets the message `sweep` from now on whenever it should ask
  /// earlier.
  vm::Operation sweep(Process& p);
  /// There is something to sweep, or a new time to look at.
  void wake_cleaner();

  /// Sets or clears flags of these processes; the result is how many took it, badarg if
  /// `must_exist` and none did.
  /// `already` of others have taken it.
  vm::Operation change_flags(Process& p, std::vector<Term> pids, FlagChange change, bool must_exist,
                             Word already = 0);
  /// The same for processes to come.
  void change_new_processes(const FlagChange& change);
  /// The same for ports (O1), at once. How many took it.
  Word change_port_flags(const std::vector<Term>& ports, const FlagChange& change);
  void change_new_ports(const FlagChange& change);
  /// The setting for a process just created.
  void on_created(Process& p);
  /// The same for a port; under its lock.
  void on_port_created(vm::PortTracee& p);

  /// Flags or tracer (`item`) of a process in a session: {flags, [...]} | {tracer, T}, or
  /// `undefined` when it is gone.
  vm::Operation process_info(Process& p, Term pid, SharedRef<Session> session, Term item);
  Term setting_info(Process& p, const TraceeSetting& setting, Term item);
  /// The same of a port.
  Term port_info(Process& p, Term port, const Session& session, Term item);
  /// A setting for processes to come as it is in effect: none where its tracer is gone (S7).
  TraceeSetting live_setting(const TraceeSetting& setting);
  /// Makes a change to what processes or ports to come are given; `meant`: the flags that mean
  /// something to them. False: the tracer is gone, so nothing changes.
  bool change_setting(TraceeSetting& setting, const FlagChange& change, std::uint32_t meant);
  /// Handles of the sessions that have flags on a process.
  vm::Operation sessions_of_process(Process& p, Term pid);
  /// The same of a port; `undefined` when it is gone.
  Term sessions_of_port(Process& p, Term port);
  /// What is set on one function; `item` is one that a kind of breakpoint reports, or `all`.
  vm::Operation function_info(Process& p, SharedRef<Session> session, vm::Mfa mfa, Term item);
  vm::Operation sessions_of_function(Process& p, vm::Mfa mfa);
  /// The pattern `on_load` of a session (F9): kinds are turned on and off as for functions.
  /// `pattern` narrows it to the functions that match; trace:function/4 has one for all.
  void set_on_load(const BpPattern& pattern, BpSpec spec) VM_EXCLUDES(on_load_mutex_);
  bool has_on_load(const Session& session) const VM_EXCLUDES(on_load_mutex_);
  Term on_load_info(Process& p, const Session& session, Term item) VM_EXCLUDES(on_load_mutex_);
  /// Code is about to become visible: arms it where an on_load pattern says so (Z1, Z2).
  void on_staged(const vm::CodeModPermission& permission, vm::Module& module) override
      VM_EXCLUDES(on_load_mutex_);
  /// The same for code that has waited for its on_load function, in two steps.
  std::function<void()> on_waiting_staged(const vm::CodeModPermission& permission,
                                          vm::Module& module) override VM_EXCLUDES(on_load_mutex_);
  /// Code that nobody can reach any more: its breakpoints go.
  void on_purged(const vm::CodeModPermission& permission, vm::Module& module) override;

  /// A reference, which will come in {trace_delivered, Tracee, Ref} (P22). `pid` none(): all.
  Term delivered(Process& p, Term pid);

  /// Which BIF a match spec's guard calls.
  vm::MatchFunctionLookup guard_lookup();
  /// {Name, Number}, the weak handle.
  Term weak_handle(vm::HeapBuilder& builder, const Session& session);

  /// cpu_timestamp: time stamps of the flag `timestamp` are processor time, for all processes
  /// (P13).
  bool stamps_processor_time() const {
    return processor_time_.load(vm::kRelaxed);
  }  // relaxed: a value of its own
  void stamp_processor_time(bool on) {
    processor_time_.store(on, vm::kRelaxed);  // relaxed: as above
  }

  Word trace_control_word() const {
    return control_word_.load(vm::kRelaxed);
  }  // relaxed: a value of its own
  void set_trace_control_word(Word value) {
    control_word_.store(value, vm::kRelaxed);
  }  // relaxed: as above

  void free_breakpoint(Breakpoint* bp) { delete bp; }  // owner: the FuncInfo, until here

 private:
  bool finish(Session& session);
  vm::Operation remove_dead_actions(Process& p);
  /// A process's settings of all sessions, as a list; none(): it was asked with a signal, and the
  /// operation that called this gets them as its reply (none() when the process is gone).
  Term settings_or_ask(Process& p, Term pid);
  Vm& vm_;
  SessionTable sessions_;
  SeqTrace seq_;
  SystemWatch watch_;
  SystemProfile profile_{vm_};
  std::unique_ptr<CounterTable> counters_;  // the permission holder's
  std::unique_ptr<AccountTable> accounts_;
  StepTimes step_times_;
  const vm::TickClock ticks_;
  vm::Atomic<bool> needs_sweep_{false};     // release in end_session(), acquire in sweep()
  vm::Atomic<Term> cleaner_{Term::none()};  // relaxed: who asks for sweeps; set once
  vm::Atomic<bool> any_new_{false};         // some session has flags for new processes
  vm::Atomic<Word> control_word_{0};
  vm::Atomic<bool> processor_time_{false};
  mutable vm::Mutex on_load_mutex_{vm::LockRank::kTraceSession};
  struct OnLoad {
    BpPattern pattern;
    BpSpec spec;
  };
  std::vector<OnLoad> on_load_ VM_GUARDED_BY(on_load_mutex_);  // each with at least one kind
};

/// Makes Vm::tracing and Vm::trace. After schedulers and tables, before any process runs.
void install(Vm& vm);

}  // namespace tracing
