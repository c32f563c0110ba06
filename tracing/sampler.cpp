// One entry for each stack. The lock is taken once for each sample, not for each slice.
#include "tracing/sampler.h"

#include "vm/proc/dictionary.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_position.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <chrono>
#include <random>
#include <utility>

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
  stop();
  {
    vm::MutexLock lock(mutex_);
    counts_.clear();
  }
  const vm::Clock& clock = vm_.schedulers->clock();
  clock.advance_steps();
  step_before_ns_.store(clock.stepped_ns(), vm::kRelaxed);
  interval_ns_.store(interval_ns, vm::kRelaxed);
  {
    vm::MutexLock lock(steps_mutex_);
    is_stopping_ = false;
    thread_ = std::thread([this, interval_ns] { advance_clock(interval_ns); });
  }
  // relaxed: advice, see is_watched(); SystemWatch and SystemProfile have the other bits
  vm_.watched.fetch_or(vm::kWatchSamples, vm::kRelaxed);
}

void Sampler::stop() {
  vm_.watched.fetch_and(~std::uint32_t{vm::kWatchSamples}, vm::kRelaxed);  // relaxed: as above
  interval_ns_.store(0, vm::kRelaxed);
  std::thread thread;
  {
    vm::MutexLock lock(steps_mutex_);
    is_stopping_ = true;
    thread = std::move(thread_);
  }
  stopped_.notify_all();
  if (thread.joinable()) thread.join();
}

void Sampler::advance_clock(vm::SWord interval_ns) {
  const vm::Clock& clock = vm_.schedulers->clock();
  std::minstd_rand random(std::random_device{}());
  std::uniform_int_distribution<vm::SWord> step_ns(interval_ns / 2, interval_ns + interval_ns / 2);
  vm::MutexLock lock(steps_mutex_);
  while (!is_stopping_) {
    stopped_.wait_for(steps_mutex_, std::chrono::nanoseconds(step_ns(random)));
    step_before_ns_.store(clock.stepped_ns(), vm::kRelaxed);
    clock.advance_steps();
  }
}

Sampler::Counts Sampler::counts() const {
  vm::MutexLock lock(mutex_);
  return counts_;
}

void Sampler::slice_ended(vm::Process& p, vm::SWord start_ns, vm::SWord ns) {
  const vm::SWord interval_ns = interval_ns_.load(vm::kRelaxed);
  if (interval_ns == 0 || p.scheduler == nullptr || p.scheduler->index >= kMostSchedulers) return;
  vm::Atomic<vm::SWord>& owed_ns = (*clocks_)[p.scheduler->index].owed_ns;
  const vm::SWord owed = owed_ns.load(vm::kRelaxed) + ns;
  const bool has_stack = !is_exiting(p);
  const bool is_cut_off = has_stack && p.sched.waiting == vm::Waiting::kNothing;
  // It began before the last step but one: a step may fall into a slice of any length.
  const bool is_long =
      has_stack && ns >= interval_ns && start_ns < step_before_ns_.load(vm::kRelaxed);
  const bool was_owed = std::exchange(p.scheduler->owes_sample, owed >= interval_ns);
  if (owed < interval_ns || (!(was_owed && is_cut_off) && !is_long)) {
    if (ns != 0) owed_ns.store(owed, vm::kRelaxed);
    return;
  }
  owed_ns.store(owed % interval_ns, vm::kRelaxed);
  p.scheduler->owes_sample = false;
  Stack stack;
  const vm::Term name = p.identity.registered_name.load(vm::kRelaxed);  // relaxed: as advice
  if (name.has_value()) stack.name = name.bits();
  stack.start = function_of(initial_call(p));
  for (const vm::Mfa& mfa : vm::stack_functions(p, kFrames))
    stack.functions.push_back(function_of(mfa));
  vm::MutexLock lock(mutex_);
  counts_[std::move(stack)] += static_cast<vm::Word>(owed / interval_ns);
}

}  // namespace tracing
