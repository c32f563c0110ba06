// What a scheduler does here is short: it copies the function and continues (or waits, with
// --engine=jit).
#include "jit/tiering.h"

#include "jit/entry_handlers.h"
#include "jit/expected_gain.h"
#include "jit/inlining.h"
#include "jit/integer_facts.h"
#include "vm/base/log.h"
#include "vm/code/module_table.h"
#include "vm/proc/process.h"
#include "vm/sched/clock.h"
#include "vm/sched/thread_progress.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace jit {
namespace {

/// Calls before a function is requested again that found the queue full.
constexpr Word kCallsUntilRetry = 1000;

/// What a call gains from the optimising compiler beyond the interpreter: so much, and a nanosecond
/// more for each so many words, up to a length. Of a longer function a call runs one of many paths.
constexpr Word kGainOverInterpreterPs = 12'000, kWordsPerNs = 20, kLongest = 400;
/// Functions that wait for the compiling thread because they pay. Few, so that the hottest of those
/// which are found meanwhile is the next.
constexpr std::size_t kMostThatPay = 2;
/// FuncInfo::counter of a function that has been requested, where samples are counted.
constexpr Word kRequested = ~Word{0};
/// Before that its lower bits are expected_gain_ps(), or 0 without baseline code, and the upper
/// ones the samples.
constexpr unsigned kGainBits = 20;
constexpr Word kGainMask = (Word{1} << kGainBits) - 1;
static_assert(kMostGainPs <= kGainMask);

Word gain_over_interpreter_ps(Word words) {
  return kGainOverInterpreterPs + std::min(words, kLongest) * 1000 / kWordsPerNs;
}

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
              metrics_, budget_) {
  vm_.modules->before_free = [this](const vm::Module& module) { module_freed(module); };
  vm_.modules->exports_led = [this](std::span<vm::Export* const> exports) {
    if (exports.empty()) return;
    installed_.follow_exports(exports);
    installed_.finish_patching();
  };
}

Tiering::~Tiering() {
  thread_.stop();
  vm_.modules->before_free = nullptr;
  vm_.modules->exports_led = nullptr;
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
  const bool has_first_step = options_.mode == Mode::kBaseline || options_.baseline_threshold != 0;
  if (!has_first_step && !is_optimised(info.module)) return interpreted;
  info.counter.store(calls, vm::kRelaxed);  // relaxed: published with the code
  return calls != 0 ? &count_call : interpreted;
}

bool Tiering::op_of(OpHandler handler, Op* op) {
  return interpreter_.op_of(handler, op) || installed_.op_of(handler, op);
}

vm::CodeMaker Tiering::maker_of(OpHandler handler) {
  const vm::CodeMaker maker = interpreter_.maker_of(handler);
  return maker != vm::CodeMaker::kNone ? maker : installed_.maker_of(handler);
}

void Tiering::arm(vm::FuncInfo& info, OpHandler handler) { installed_.arm(info, handler); }
void Tiering::disarm(vm::FuncInfo& info) { installed_.disarm(info); }
void Tiering::replace(vm::FuncInfo& info, OpHandler handler) { installed_.replace(info, handler); }
void Tiering::follow_exports(std::span<vm::Export* const> exports) {
  installed_.follow_exports(exports);
}
void Tiering::follow_all_exports() { installed_.follow_all_exports(); }
void Tiering::finish_patching() { installed_.finish_patching(); }

void Tiering::tier_up(vm::Process& p, vm::FuncInfo& info) {
  vm::assert_no_locks_held("a process that requests code may wait for it");
  if (options_.baseline_threshold != 0 && !installed_.had_baseline(info))
    return add_baseline(p, info);
  if (queue_.length() >= CompileQueue::kCapacity) {
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
  if (options_.threshold == 0) info.counter.store(kRequested, vm::kRelaxed);  // relaxed: advisory
  if (!is_readable) return metrics_.count_refused();
  job.info = &info;
  job.traced = *version;
  if (is_baseline) {
    if (CompiledFunction compiled = make_baseline_code(job); !compiled.entry_points.empty())
      installed_.install(job, std::move(compiled));
    return;
  }
  const Word number = thread_.request(std::move(job));
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
  compiled->maker = vm::CodeMaker::kBaseline;
  return std::move(*compiled);
}

bool Tiering::takes_samples() const { return options_.threshold == 0; }

bool Tiering::sample(vm::Process& p, bool by_call) {
  const vm::Module* module = vm_.modules->containing(p.ip, p.code_index);
  vm::FuncInfo* info = module == nullptr ? nullptr : module->function_at(p.ip);
  if (info == nullptr || info->entry() != p.ip) return false;
  // Until then its first calls are counted. relaxed: nothing is read through the handler here
  if (by_call && info->original.load(vm::kRelaxed) != reinterpret_cast<Word>(&count_call)) {
    const auto place = std::ranges::find(module->functions, info);
    const auto number = static_cast<std::size_t>(place - module->functions.begin());
    const auto start = static_cast<Word>(info->entry() - module->code.data());
    count_sample(p, *info, module->function_ends[number] - start);
  }
  return true;
}

bool Tiering::is_optimised(vm::Term module) const {
  return options_.only.empty() || std::ranges::find(options_.only, module) != options_.only.end();
}

// The module stays loaded meanwhile: the process is about to run its function.
bool Tiering::install_kept(vm::Process& p, vm::FuncInfo& info) {
  const CodeCache* const cache = place_.cache.get();
  CompileJob job;
  if (cache == nullptr || !read(p, info, &job) || !read_facts(&job)) return false;
  job.info = &info;
  job.traced = installed_.wanted(info);
  const auto image = cache->find(job.code, self_calls(options_.entry, job.traced));
  if (!image) return false;
  auto placed = place_image(*image, job.code, interpreter_, *place_.memory, *place_.symbols);
  if (!placed) return false;
  VM_LOG(jit, "{}: kept code", job.code.name());
  installed_.install(job, std::move(*placed));
  return true;
}

void Tiering::count_sample(vm::Process& p, vm::FuncInfo& info, Word words) {
  const Word counter = info.counter.load(vm::kRelaxed);  // relaxed, here and below: advisory
  if (counter == kRequested || !is_optimised(info.module)) return;
  const Word samples = counter >> kGainBits, gain_ps = counter & kGainMask;
  // Once: it takes the time of some hundred calls.
  if (samples == 0) {
    if (info.counter.exchange(kRequested, vm::kRelaxed) == kRequested) return;  // another thread
    if (install_kept(p, info)) return;
  }
  info.counter.store((samples + 1) << kGainBits | gain_ps, vm::kRelaxed);
  const Word calls = samples * vm::kReductionsPerSample;
  if (!budget_.pays(calls, words, gain_ps != 0 ? gain_ps : gain_over_interpreter_ps(words))) return;
  if (!budget_.can_afford(words, vm::Clock::os_processor_ns())) return;
  if (queue_.length() >= kMostThatPay) return;
  if (info.counter.exchange(kRequested, vm::kRelaxed) == kRequested) return;  // another thread
  CompileJob job;
  if (!read(p, info, &job) || !read_facts(&job)) return metrics_.count_refused();
  job.info = &info;
  job.traced = installed_.wanted(info);
  job.put_aside_ns = budget_.begin(job.code.words.size());
  thread_.request(std::move(job));
}

void Tiering::add_baseline(vm::Process& p, vm::FuncInfo& info) {
  info.counter.store(options_.threshold, vm::kRelaxed);  // relaxed: advisory
  CompileJob job;
  job.info = &info;
  CompiledFunction compiled;
  if (read(p, info, &job)) {
    compiled = make_baseline_code(job);
    // relaxed: advisory
    if (options_.threshold == 0) info.counter.store(expected_gain_ps(job.code), vm::kRelaxed);
  }
  const bool counts_on = options_.threshold != 0 && is_optimised(info.module);
  installed_.install_baseline(job, std::move(compiled), counts_on);
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
  add_integer_facts(&job->code);
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
