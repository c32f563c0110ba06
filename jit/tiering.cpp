// What a scheduler does here is short: it copies the function and continues (or waits, with
// --engine=jit).
#include "jit/tiering.h"

#include "jit/entry_handlers.h"
#include "jit/inlining.h"
#include "vm/base/log.h"
#include "vm/code/module_table.h"
#include "vm/proc/process.h"
#include "vm/sched/thread_progress.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace jit {
namespace {

/// Calls before a function is requested again that found the queue full.
constexpr Word kCallsUntilRetry = 1000;

/// A function of one instruction that the machine itself put there: nothing to gain.
bool is_stub(Op first) { return vm::op_info(first).has(vm::OpAttribute::kBody); }

std::optional<BaselineCompiler> make_baseline(const std::optional<StencilTable>& stencils,
                                              vm::CodeBackend& interpreter,
                                              const NativePlace& place) {
  if (!stencils) return std::nullopt;
  return BaselineCompiler(*stencils, interpreter, *place.memory, *place.symbols);
}

}  // namespace

Tiering::Tiering(vm::Vm& vm, vm::CodeBackend& interpreter, NativePlace place,
                 TieringOptions options, std::optional<StencilTable> stencils)
    : vm_(vm),
      interpreter_(interpreter),
      place_(std::move(place)),
      options_(options),
      stencils_(std::move(stencils)),
      baseline_(make_baseline(stencils_, interpreter, place_)),
      installed_(*place_.memory, {options.entry, options.switches_tiers, options.seed}),
      thread_(interpreter, place_, {options.entry, options.switches_tiers}, queue_, installed_,
              metrics_) {
  vm_.modules->before_free = [this](const vm::Module& module) { module_freed(module); };
}

Tiering::~Tiering() {
  thread_.stop();
  vm_.modules->before_free = nullptr;
  metrics_.log(place_.memory->used_code_bytes() + place_.memory->used_data_bytes());
  installed_.clear();  // before the compiler, which the thread owns
}

OpHandler Tiering::handler_for(Op op, std::span<const Word> operands) {
  return interpreter_.handler_for(op, operands);
}
OpHandler Tiering::generic_handler(Op op) { return interpreter_.generic_handler(op); }
OpHandler Tiering::slow_handler(Op op) { return interpreter_.slow_handler(op); }
vm::EntryHandlers Tiering::entry_handlers() { return interpreter_.entry_handlers(); }
OpHandler Tiering::fused(OpHandler first, OpHandler second) {
  return interpreter_.fused(first, second);
}

OpHandler Tiering::first_entry(vm::FuncInfo& info) {
  const auto interpreted = reinterpret_cast<OpHandler>(info.interpreted);
  Op first;
  if (!interpreter_.op_of(interpreted, &first) || is_stub(first)) return interpreted;
  const Word calls =
      options_.baseline_threshold != 0 ? options_.baseline_threshold : options_.threshold;
  info.counter.store(calls, vm::kRelaxed);  // relaxed: published with the code
  return &count_call;
}

bool Tiering::op_of(OpHandler handler, Op* op) {
  return interpreter_.op_of(handler, op) || installed_.op_of(handler, op);
}

void Tiering::arm(vm::FuncInfo& info, OpHandler handler) { installed_.arm(info, handler); }
void Tiering::disarm(vm::FuncInfo& info) { installed_.disarm(info); }
void Tiering::replace(vm::FuncInfo& info, OpHandler handler) { installed_.replace(info, handler); }
void Tiering::finish_patching() { installed_.finish_patching(); }

void Tiering::tier_up(vm::Process& p, vm::FuncInfo& info) {
  vm::assert_no_locks_held("a process that requests code may wait for it");
  if (options_.baseline_threshold != 0 && !installed_.had_baseline(info))
    return add_baseline(p, info);
  if (queue_.is_full()) {
    // It stays in the interpreter, and does not ask at each call.
    const Word calls = std::max(options_.threshold, kCallsUntilRetry);
    info.counter.store(calls, vm::kRelaxed);  // relaxed: advisory
    return;
  }
  CompileJob job;
  const bool is_baseline = options_.mode == Mode::kBaseline;
  const bool is_readable = read(p, info, &job) && (is_baseline || read_facts(&job));
  const std::optional<IsTraced> version = installed_.claim(info);
  if (!version.has_value()) return;
  if (!is_readable) return metrics_.count_refused();
  job.info = &info;
  job.traced = *version;
  if (is_baseline) {
    if (CompiledFunction compiled = make_baseline_code(job); !compiled.entry_points.empty())
      installed_.install(job, std::move(compiled));
    return;
  }
  const Word number = queue_.add(std::move(job));
  if (options_.mode == Mode::kWait) wait_for(number, p);
}

// The module stays loaded meanwhile: the process is about to run its function.
CompiledFunction Tiering::make_baseline_code(const CompileJob& job) {
  const auto start = std::chrono::steady_clock::now();
  auto compiled = baseline_->compile(job.code);
  const auto end = std::chrono::steady_clock::now();
  const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  VM_LOG(jit, "{}: {} instructions, {} ns", job.code.name(), job.code.count(), took);
  metrics_.count_time(static_cast<Word>(took));
  if (!compiled.ok()) VM_LOG(jit, "{}", compiled.error());
  if (!compiled.ok() || compiled->entry_points.empty()) {
    metrics_.count_refused();
    return {};
  }
  metrics_.count_function(static_cast<Word>(job.code.count()));
  return std::move(*compiled);
}

void Tiering::add_baseline(vm::Process& p, vm::FuncInfo& info) {
  info.counter.store(options_.threshold, vm::kRelaxed);  // relaxed: advisory
  CompileJob job;
  job.info = &info;
  CompiledFunction compiled;
  if (read(p, info, &job)) compiled = make_baseline_code(job);
  installed_.install_baseline(job, std::move(compiled));
}

bool Tiering::read(vm::Process& p, vm::FuncInfo& info, CompileJob* job) {
  const vm::Module* module = vm_.modules->containing(info.entry(), p.code_index);
  if (module == nullptr) return false;
  job->module = module;
  // Not only the interpreter: words may hold baseline code.
  return read_function(vm_, *this, info, module->end_of(info), &job->code);
}

bool Tiering::read_facts(CompileJob* job) {
  if (job->code.count() > TieringOptions::kLargest) return false;
  read_types(*job->module, &job->code);
  read_callees(vm_, *this, *job->module, &job->code);
  return true;
}

// --engine=jit shows compiled code from this call on. Other threads may wait for thread progress
// meanwhile, which a compilation must not hold up. The process holds nothing but its registers and
// the function that it enters, whose module no purge frees before it has looked at the process.
void Tiering::wait_for(Word job, vm::Process& p) {
  {
    const vm::ThreadProgress::Quiescent waiting(*vm_.progress);
    queue_.wait_for(job);
  }
  p.see_newest_code();
}

void Tiering::module_freed(const vm::Module& module) {
  queue_.remove_module(module);  // first: after it nothing is installed for the module
  installed_.remove_module(module);
}

}  // namespace jit
