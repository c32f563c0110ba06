// SystemProfile: reports to one profiler when processes or ports become runnable or stop being it,
// and when schedulers go to sleep or wake: erlang:system_profile/2. While there is no profiler, the
// machine tests one word (Vm::watched) where a process enters a run queue or leaves its scheduler.
// Invariants: nothing is reported about the profiler itself. Reports about schedulers keep the
// schedulers awake, as in OTP. A port is active while something is done to it: the thread that asks
// for it does it, so no port ever waits in a queue. `exclusive` is accepted and has no effect.
// Threads: any; the profiler is an immutable object that is replaced whole, and the old one is
// freed after thread progress.
#pragma once

#include "tracing/tracer.h"
#include "vm/base/mutex.h"
#include "vm/proc/process.h"

namespace tracing {

using vm::Vm;
using vm::Word;

/// What one profiler wants.
struct ProfileSettings {
  bool processes = false;
  bool ports = false;
  bool schedulers = false;
  bool exclusive = false;
  std::uint32_t timestamp = 0;  // a TraceFlag; 0: `timestamp`, unless asked for by name
};

/// Turns one option of system_profile/2 on; false: there is no such option.
bool set_profile_option(ProfileSettings& settings, Term option);

class SystemProfile {
 public:
  explicit SystemProfile(Vm& vm) : vm_(vm) {}
  ~SystemProfile();
  SystemProfile(const SystemProfile&) = delete;

  /// Replaces the profiler; `tracer` none: there is no profiler from now on.
  void set(const Tracer& tracer, const ProfileSettings& settings) VM_EXCLUDES(mutex_);
  /// {Profiler, Options} or `undefined`.
  Term to_term(vm::HeapBuilder& builder) const;

  // --- what the machine reports (vm/proc/trace_hooks.h) ---
  void runnable(vm::Process& p, bool active);
  /// The port starts doing something, or has done it.
  void port_runs(Term port, bool active);
  void scheduler(unsigned index, bool woken, unsigned active);

 private:
  struct Profiler {
    Tracer tracer;
    ProfileSettings settings;
  };
  /// The profiler, if there is one and it is alive; else null.
  const Profiler* profiler() const;
  void report(const Profiler& profiler, vm::HeapBuilder& builder, std::span<const Term> parts);

  Vm& vm_;
  vm::Mutex mutex_{vm::LockRank::kTraceSession};   // held while the profiler is replaced
  vm::Atomic<const Profiler*> profiler_{nullptr};  // acq_rel in set(), acquire in profiler()
};

}  // namespace tracing
