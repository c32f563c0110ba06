// {profile, Pid, State, Mfa, Time} and {profile, scheduler, Id, State, Active, Time}.
#include "tracing/system_profile.h"

#include "tracing/delivery.h"
#include "tracing/trace_clock.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_position.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/thread_progress.h"

namespace tracing {

namespace {

Term state_name(bool active) { return active ? vm::am::active : vm::am::inactive; }

}  // namespace

bool set_profile_option(ProfileSettings& settings, Term option) {
  if (option == vm::am::runnable_procs) {
    settings.processes = true;
  } else if (option == vm::am::runnable_ports) {
    settings.ports = true;
  } else if (option == vm::am::scheduler) {
    settings.schedulers = true;
  } else if (option == vm::am::exclusive) {
    settings.exclusive = true;
  } else if (option == vm::am::timestamp) {
    settings.timestamp = vm::kTraceTimestamp;
  } else if (option == vm::am::monotonic_timestamp) {
    settings.timestamp = vm::kTraceMonotonicTimestamp;
  } else if (option == vm::am::strict_monotonic_timestamp) {
    settings.timestamp = vm::kTraceStrictMonotonicTimestamp;
  } else {
    return false;
  }
  return true;
}

SystemProfile::~SystemProfile() {
  delete profiler_.load(vm::kRelaxed);  // owner: this; relaxed: no other thread has it
}

const SystemProfile::Profiler* SystemProfile::profiler() const {
  // acquire: pairs with set(). It stays until the thread reports progress.
  const Profiler* profiler = profiler_.load(vm::kAcquire);
  return profiler != nullptr && !is_gone(vm_, profiler->tracer) ? profiler : nullptr;
}

void SystemProfile::set(const Tracer& tracer, const ProfileSettings& settings) {
  vm::MutexLock lock(mutex_);
  std::uint32_t watched = 0;
  if (settings.processes) watched |= vm::kWatchRunnable;
  if (settings.schedulers) watched |= vm::kWatchSchedulers;
  if (settings.ports) watched |= vm::kWatchPortRuns;
  std::unique_ptr<Profiler> next;
  if (!tracer.is_none()) next = std::make_unique<Profiler>(tracer, settings);
  // relaxed: advice, see is_watched(); SystemWatch has the other bits of the word
  constexpr std::uint32_t kOwn = vm::kWatchRunnable | vm::kWatchSchedulers | vm::kWatchPortRuns;
  vm_.watched.fetch_and(~kOwn, vm::kRelaxed);
  if (next != nullptr) vm_.watched.fetch_or(watched, vm::kRelaxed);  // relaxed: as above
  // acq_rel: pairs with profiler(), and with itself for the one that is given back.
  const Profiler* old = profiler_.exchange(next.release(), vm::kAcqRel);
  if (old != nullptr) vm_.progress->delete_later(const_cast<Profiler*>(old));
}

Term SystemProfile::to_term(vm::HeapBuilder& builder) const {
  const Profiler* present = profiler();
  if (present == nullptr) return vm::am::undefined;
  Term list = Term::nil();
  const ProfileSettings& settings = present->settings;
  if (settings.ports) list = builder.cons(vm::am::runnable_ports, list);
  if (settings.processes) list = builder.cons(vm::am::runnable_procs, list);
  if (settings.schedulers) list = builder.cons(vm::am::scheduler, list);
  if (settings.exclusive) list = builder.cons(vm::am::exclusive, list);
  return builder.tuple(present->tracer.id, list);
}

void SystemProfile::report(const Profiler& profiler, vm::HeapBuilder& builder,
                           std::span<const Term> parts) {
  const std::uint32_t wanted = profiler.settings.timestamp;
  std::vector<Term> elements{vm::am::profile};
  elements.insert(elements.end(), parts.begin(), parts.end());
  elements.push_back(make_timestamp(builder, vm_, wanted == 0 ? vm::kTraceTimestamp : wanted));
  const Term message = builder.tuple_from(elements);
  vm::send_from_machine(vm_, Term::none(), profiler.tracer.id, message, builder.take_fragments());
}

void SystemProfile::runnable(vm::Process& p, bool active) {
  vm::ThreadProgress::Visit visit(*vm_.progress);  // any thread may make a process runnable
  const Profiler* present = profiler();
  if (present == nullptr || present->tracer.id == p.pid) return;
  vm::HeapBuilder builder(Word{32});
  const bool is_over = !active && vm::is_exiting(p);
  const Term place = is_over ? Term::small(0) : vm::function_term(builder, vm::current_mfa(p));
  const Term parts[] = {p.pid, state_name(active), place};
  report(*present, builder, parts);
}

void SystemProfile::port_runs(Term port, bool active) {
  vm::ThreadProgress::Visit visit(*vm_.progress);  // ports run on the I/O thread, too
  const Profiler* present = profiler();
  if (present == nullptr) return;
  vm::HeapBuilder builder(Word{32});
  const Term parts[] = {port, state_name(active), Term::small(0)};
  report(*present, builder, parts);
}

void SystemProfile::scheduler(unsigned index, bool woken, unsigned active) {
  const Profiler* present = profiler();
  if (present == nullptr) return;
  vm::HeapBuilder builder(Word{32});
  const Term parts[] = {vm::am::scheduler, Term::small(static_cast<vm::SWord>(index) + 1),
                        state_name(woken), Term::small(active)};
  report(*present, builder, parts);
}

}  // namespace tracing
