// One entry for each stack. The lock is taken once for each sample, not for each slice.
#include "tracing/sampler.h"

#include "vm/proc/dictionary.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_position.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

namespace tracing {
namespace {

// Frames of a sample; of a deeper stack the innermost ones are kept.
constexpr std::size_t kFrames = 64;

Sampler::Function function_of(const vm::Mfa& mfa) {
  return {mfa.module.bits(), mfa.function.bits(), mfa.arity};
}

/// What proc_lib has noted, else the function that was spawned.
vm::Mfa initial_call(vm::Process& p) {
  const vm::Term noted =
      p.dictionary == nullptr ? vm::Term::none() : dictionary_get(p, vm::am::initial_call_key);
  if (noted.has_value() && noted.is_tuple_of(3)) {
    const vm::Term* parts = noted.as_tuple().elements;
    if (parts[0].is_atom() && parts[1].is_atom() && parts[2].is_small())
      return {parts[0], parts[1], static_cast<vm::Word>(parts[2].as_small())};
  }
  return p.identity.initial_call;
}

}  // namespace

void Sampler::start(vm::SWord interval_ns) {
  {
    vm::MutexLock lock(mutex_);
    counts_.clear();
  }
  interval_ns_.store(interval_ns, vm::kRelaxed);
  // relaxed: advice, see is_watched(); SystemWatch and SystemProfile have the other bits
  vm_.watched.fetch_or(vm::kWatchSamples, vm::kRelaxed);
}

void Sampler::stop() {
  vm_.watched.fetch_and(~std::uint32_t{vm::kWatchSamples}, vm::kRelaxed);  // relaxed: as above
  interval_ns_.store(0, vm::kRelaxed);
}

Sampler::Counts Sampler::counts() const {
  vm::MutexLock lock(mutex_);
  return counts_;
}

void Sampler::slice_ended(vm::Process& p, vm::SWord ns) {
  const vm::SWord interval_ns = interval_ns_.load(vm::kRelaxed);
  if (interval_ns == 0 || p.scheduler == nullptr || p.scheduler->index >= kMostSchedulers) return;
  vm::Atomic<vm::SWord>& owed_ns = (*clocks_)[p.scheduler->index].owed_ns;
  const vm::SWord owed = owed_ns.load(vm::kRelaxed) + ns;
  const bool is_cut_off = p.sched.waiting == vm::Waiting::kNothing && !is_exiting(p);
  if (owed < interval_ns || (!is_cut_off && ns < interval_ns)) {
    owed_ns.store(owed, vm::kRelaxed);
    return;
  }
  owed_ns.store(owed % interval_ns, vm::kRelaxed);
  Stack stack;
  const vm::Term name = p.identity.registered_name.load(vm::kRelaxed);  // relaxed: as advice
  if (name.has_value()) stack.name = name.bits();
  stack.start = function_of(initial_call(p));
  if (!is_exiting(p)) {
    for (const vm::Mfa& mfa : vm::stack_functions(p, kFrames))
      stack.functions.push_back(function_of(mfa));
  }
  vm::MutexLock lock(mutex_);
  counts_[std::move(stack)] += static_cast<vm::Word>(owed / interval_ns);
}

}  // namespace tracing
