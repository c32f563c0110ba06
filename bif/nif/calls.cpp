// Calls of NIFs: at once on the scheduler; on a dirty scheduler, with copies of the arguments, as
// the process's heap belongs to its scheduler; and calls that enif_schedule_nif() asks for, one
// after the other, between which other processes run. Source: erl_nif(3), "Long-running NIFs".
#include "bif/nif/library.h"
#include "bif/nif/nif_state.h"
#include "bif/nif/text.h"
#include "vm/proc/operation.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/copy.h"

#include <algorithm>
#include <deque>

using bif::from_nif;
using bif::to_nif;
using vm::Term;

namespace bif {
namespace {

/// A C function with its arguments.
struct Call {
  ERL_NIF_TERM (*function)(ErlNifEnv*, int, const ERL_NIF_TERM[]);
  unsigned flags;
  std::vector<Term> arguments;
};

/// How a call has ended: with a value, an exception, or another call to make.
struct Ended {
  Term value;
  Term exception;
  std::unique_ptr<ScheduledNif> next;
};

vm::Mfa name_of(const NifFunction& nif) {
  return {nif.info->module, nif.info->function, nif.info->arity};
}

Ended run(ErlNifEnv& env, const Call& call) {
  const Term value = from_nif(
      call.function(&env, static_cast<int>(call.arguments.size()), to_nif(call.arguments.data())));
  return {value, env.exception, std::move(env.scheduled)};
}

/// A call on a dirty scheduler. Its terms are the job's own, so it may outlive the process.
struct DirtyJob {
  DirtyJob(vm::Process& p, NifLibrary* library, const Call& from)
      : library(library),
        env(ErlNifEnv::Kind::kDirty, p.vm, library, p.pid),
        call{from.function, from.flags, {}} {
    for (const Term argument : from.arguments)
      call.arguments.push_back(vm::copy_term(env.builder(), argument, nullptr));
    env.records_sends = vm::traces_send(p);
  }
  const NifLibraryRef library;  // first: the environment may free what the library has allocated
  ErlNifEnv env;
  Call call;
  Ended ended;
  vm::Mfa function;  // for --nif-checks
};

/// run(), on a dirty scheduler.
void run_job(DirtyJob& job) {
  if (!has_nif_checks()) {
    job.ended = run(job.env, job.call);
    return;
  }
  const checks::Call checked(job.function);
  checks::move_environment(job.env);
  job.ended = run(job.env, job.call);
  checked.check_outcome(job.ended.value, job.ended.exception.has_value(),
                        job.ended.next != nullptr);
}

/// Runs `job` on a dirty scheduler. False: the machine ends.
bool start(vm::Process& p, const std::shared_ptr<DirtyJob>& job) {
  vm::Vm& vm = p.vm;
  const Term pid = p.pid;
  const vm::Word wait = vm::next_operation_wait(p);
  vm::DirtySchedulers& threads = NifState::of(vm).dirty_schedulers(job->call.flags);
  using Halt = vm::DirtySchedulers::Halt;
  return threads.run(
      pid, p.flags.priority,
      [&vm, pid, wait, job] {
        run_job(*job);
        // The wake-up is a signal: what is written before it is seen by the process it wakes.
        vm::wake_operation(vm, pid, wait);
      },
      job->library->delays_halt ? Halt::kWaits : Halt::kAtOnce);
}

/// Makes `call` and those that it asks for.
vm::Operation make_calls(vm::Process& p, NifLibraryRef library, Call call, vm::Mfa function) {
  bool is_first = true;
  for (;;) {
    Ended ended;
    std::shared_ptr<DirtyJob> job;
    if (call.flags != 0) {
      job = std::make_shared<DirtyJob>(p, library.get(), call);
      job->function = function;
      p.operation.works_outside = start(p, job);
      co_await vm::woken(p);
      p.operation.works_outside = false;
      ended = std::move(job->ended);
      for (const auto& [receiver, message] : job->env.sent())
        vm::trace_send(p, receiver, message, true);
      // As in OTP, what it does next is reported after it has stopped running for the dirty call.
      if (!job->env.sent().empty()) co_await vm::yielded(p);
    } else {
      if (!is_first) {
        std::deque<vm::OperationRoot> roots;
        for (const Term argument : call.arguments) roots.emplace_back(p, argument);
        co_await vm::yielded(p);
        std::ranges::transform(roots, call.arguments.begin(), &vm::OperationRoot::get);
      }
      ErlNifEnv env(p, library.get());
      ended = run(env, call);
    }
    is_first = false;
    // Terms of a dirty call are copied to the process; nothing collects before they are used.
    HeapBuilder builder(p);
    const auto own = [&](Term term) {
      return job == nullptr || term.is_none() ? term : vm::copy_term(builder, term, nullptr);
    };
    if (ended.exception.has_value()) co_return p.error(own(ended.exception));
    if (ended.next == nullptr) co_return own(ended.value);
    call = {ended.next->function, ended.next->flags, {}};
    for (const Term argument : ended.next->arguments) call.arguments.push_back(own(argument));
  }
}

}  // namespace

Term call_nif(vm::Process& p, const Term* args, const vm::NativeFunction& self) {
  const auto& nif = static_cast<const NifFunction&>(self);
  std::unique_ptr<ScheduledNif> next;
  Term value;
  if (nif.flags == 0) {
    Term exception;
    std::optional<checks::Call> checked;
    if (has_nif_checks()) checked.emplace(name_of(nif));
    {
      ErlNifEnv env(p, nif.library);
      value = from_nif(nif.function(&env, nif.arity, to_nif(args)));
      exception = env.exception;
      next = std::move(env.scheduled);
    }
    if (checked) checked->check_result(p, value, exception.has_value(), next != nullptr);
    if (exception.has_value()) return p.error(exception);
    if (next == nullptr) return value;
  }
  Call call = next != nullptr ? Call{next->function, next->flags, std::move(next->arguments)}
                              : Call{nif.function, nif.flags, {args, args + nif.arity}};
  return p.suspend_on(make_calls(p, NifLibraryRef(nif.library), std::move(call), name_of(nif)));
}

}  // namespace bif

extern "C" {

ERL_NIF_TERM enif_schedule_nif(ErlNifEnv* env, const char* name, int flags,
                               ERL_NIF_TERM (*function)(ErlNifEnv*, int, const ERL_NIF_TERM[]),
                               int count, const ERL_NIF_TERM arguments[]) {
  const auto atom = bif::intern_latin1(name);
  constexpr int kDirty = ERL_NIF_DIRTY_JOB_CPU_BOUND | ERL_NIF_DIRTY_JOB_IO_BOUND;
  if (!atom.ok() || (flags & ~kDirty) != 0 || count < 0) return to_nif(env->badarg());
  env->scheduled = std::make_unique<bif::ScheduledNif>(
      function, static_cast<unsigned>(flags), *atom,
      std::vector<Term>(from_nif(arguments), from_nif(arguments) + count));
  return to_nif(Term::none());
}

int enif_consume_timeslice(ErlNifEnv* env, int percent) {
  if (env->process == nullptr) return 0;
  constexpr vm::SWord kSlice = 4000;
  const vm::SWord used = kSlice * std::clamp(percent, 1, 100) / 100;
  vm::Process& p = *env->process;
  // What events of tracing have taken of the time slice counts as left to the process.
  const vm::SWord left = std::max<vm::SWord>(p.reductions, 0) + kSlice - p.scheduler->slice;
  p.use_reductions(std::min(used, left));
  return p.reductions <= 0;
}

}  // extern "C"
