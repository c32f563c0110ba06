// Tracing: all that programs can ask of tracing, in C++ terms: sessions, flags of processes and
// ports, patterns of functions, filters of messages, and what is set. It consists of parts, each in
// a header of its own that documents what the part does; this header includes them all, and is what
// bif/tracing translates terms to. Unit tests call it directly. What has to wait is an Operation of
// the process that asks. Ownership: the Vm (Vm::tracing); it must outlive all processes, whose
// heaps hold session handles. Threads: any scheduler, each function in the context of the process
// it takes. Contract: S, P, F, I, E.
#pragma once

#include "tracing/bp_change.h"
#include "tracing/breakpoint.h"
#include "tracing/breakpoint_list.h"
#include "tracing/call_account.h"
#include "tracing/call_counter.h"
#include "tracing/call_counts.h"
#include "tracing/delivery.h"
#include "tracing/on_load.h"
#include "tracing/option_flags.h"
#include "tracing/sampler.h"
#include "tracing/seq_trace.h"
#include "tracing/session.h"
#include "tracing/system_profile.h"
#include "tracing/system_watch.h"
#include "tracing/trace_cleaner.h"
#include "tracing/trace_clock.h"
#include "tracing/trace_info.h"
#include "tracing/tracees.h"
#include "vm/match/match_compile.h"
#include "vm/vm.h"

#include <memory>

namespace tracing {

class Tracing final {
 public:
  explicit Tracing(Vm& vm);
  ~Tracing();
  /// The one of this machine; it has been installed.
  static Tracing& of(Vm& vm) { return *vm.tracing; }

  Vm& vm() { return vm_; }

  // --- what programs ask for ---

  /// trace:session_create/3: the sessions.
  SessionTable& sessions() { return sessions_; }
  /// trace:session_destroy/1, and sessions that end by themselves.
  TraceCleaner& cleaner() { return cleaner_; }
  /// trace:process/4, trace:port/4: flags.
  Tracees& tracees() { return tracees_; }
  /// trace:function/4 on code to come; on code that is loaded: change_breakpoints().
  OnLoadPatterns& on_load() { return on_load_; }
  /// trace:info/3, trace:session_info/1: what is set.
  TraceInfo& info() { return info_; }
  /// trace:system/3, erlang:system_monitor/2.
  SystemWatch& watch() { return watch_; }
  /// erlang:system_profile/2.
  SystemProfile& profile() { return profile_; }
  /// Samples of stacks, for `sonde profile --sample`.
  Sampler& sampler() { return sampler_; }
  /// seq_trace.
  SeqTrace& seq() { return seq_; }
  /// Time stamps.
  TraceClock& clock() { return clock_; }
  /// The trace control word of match specs (M7).
  Word trace_control_word() const {
    return control_word_.load(vm::kRelaxed);  // relaxed: a value of its own
  }
  void set_trace_control_word(Word value) {
    control_word_.store(value, vm::kRelaxed);  // relaxed: as above
  }
  /// How tracer modules are called; null where none can be.
  TracerCallbacks* tracer_callbacks() const { return tracer_callbacks_.get(); }
  /// Before any process runs.
  void set_tracer_callbacks(std::unique_ptr<TracerCallbacks> callbacks) {
    tracer_callbacks_ = std::move(callbacks);
  }
  /// Which BIF a match spec's guard calls.
  vm::MatchFunctionLookup guard_lookup();

  // --- what breakpoints keep ---

  /// Counters of call_count. By the holder of the code modification permission.
  CounterTable& counters();
  /// Figures of call_time and call_memory.
  AccountTable& accounts() { return *accounts_; }
  /// How long changes of breakpoints kept processes from running.
  StepTimes& step_times() { return step_times_; }
  /// What the steps of changes took, while that is asked for.
  StepLog& step_log() { return step_log_; }

 private:
  Vm& vm_;
  std::unique_ptr<TracerCallbacks> tracer_callbacks_;
  SessionTable sessions_;
  TraceCleaner cleaner_{*this};
  Tracees tracees_{*this};
  OnLoadPatterns on_load_{*this};
  TraceInfo info_{*this};
  SystemWatch watch_;
  Sampler sampler_;
  SystemProfile profile_;
  SeqTrace seq_;
  TraceClock clock_;
  std::unique_ptr<CounterTable> counters_;  // the permission holder's; made with the first counter
  std::unique_ptr<AccountTable> accounts_;
  StepTimes step_times_;
  vm::Atomic<Word> control_word_{0};
  StepLog step_log_;
};

/// Makes Vm::tracing, Vm::trace and Vm::code_observer. After schedulers and tables, before any
/// process runs.
void install(Vm& vm);

}  // namespace tracing
