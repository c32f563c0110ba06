// What a scheduler does here is short: it copies the function and goes on (or waits, with
// --engine=jit). The compiler's thread takes part in no thread progress: it works on copies, and
// looks under the lock whether the module is still there before it writes to it.
#include "jit/tiering.h"

#include "jit/entry_handlers.h"
#include "jit/inlining.h"
#include "vm/base/log.h"
#include "vm/code/module_table.h"
#include "vm/proc/process.h"
#include "vm/sched/thread_progress.h"

#include <algorithm>
#include <chrono>

namespace jit {
namespace {

/// Often enough to meet every step of a change of breakpoints in seconds.
constexpr auto kBetweenSwitches = std::chrono::microseconds(100);

/// Calls before a function asks again that found the queue full.
constexpr Word kAskAgain = 1000;

/// A function of one instruction that the machine itself put there: nothing to gain.
bool is_stub(Op first) {
  const vm::OpInfo& info = vm::op_info(first);
  return info.has(vm::kInternal) && info.has(vm::kTerminator) && info.has(vm::kCall);
}

}  // namespace

Tiering::Tiering(vm::Vm& vm, vm::CodeBackend& interpreter, NativePlace place,
                 TieringOptions options)
    : vm_(vm),
      interpreter_(interpreter),
      place_(std::move(place)),
      options_(options),
      random_(options.seed) {
  vm_.modules->before_free = [this](const vm::Module& module) { module_freed(module); };
  thread_ = std::thread([this] { loop(); });
}

Tiering::~Tiering() {
  {
    const vm::MutexLock lock(mutex_);
    stopping_ = true;
    work_.notify_all();
  }
  thread_.join();
  vm_.modules->before_free = nullptr;
  const TieringMetrics m = metrics();
  VM_LOG(jit, "{} functions of {} instructions compiled in {} ms, {} bytes; {} refused",
         m.functions, m.instructions, m.nanoseconds / 1'000'000, m.bytes, m.refused);
  const vm::MutexLock lock(mutex_);
  code_.clear();
}

OpHandler Tiering::handler_for(Op op, std::span<const Word> operands) {
  return interpreter_.handler_for(op, operands);
}
OpHandler Tiering::generic_handler(Op op) { return interpreter_.generic_handler(op); }
OpHandler Tiering::slow_handler(Op op) { return interpreter_.slow_handler(op); }
OpHandler Tiering::fused(OpHandler first, OpHandler second) {
  return interpreter_.fused(first, second);
}

OpHandler Tiering::first_entry(vm::FuncInfo& info) {
  const auto interpreted = reinterpret_cast<OpHandler>(info.interpreted);
  Op first;
  if (!interpreter_.op_of(interpreted, &first) || is_stub(first)) return interpreted;
  info.counter.store(options_.threshold, vm::kRelaxed);  // relaxed: published with the code
  return &count_call;
}

bool Tiering::op_of(OpHandler handler, Op* op) {
  if (interpreter_.op_of(handler, op)) return true;
  const vm::MutexLock lock(mutex_);
  const auto found = natives_.find(handler);
  if (found == natives_.end()) return false;
  *op = found->second;
  return true;
}

TieringMetrics Tiering::metrics() {
  const vm::MutexLock lock(mutex_);
  TieringMetrics result = metrics_;
  result.bytes = place_.memory->used_code_bytes() + place_.memory->used_data_bytes();
  return result;
}

void Tiering::request(vm::Process& p, vm::FuncInfo& info) {
  vm::assert_no_locks_held("whoever asks for code may wait for it");
  if (is_queue_full()) {
    // It goes on in the interpreter, and does not ask at each call.
    info.counter.store(std::max(options_.threshold, kAskAgain), vm::kRelaxed);  // relaxed: advisory
    return;
  }
  const vm::Module* module = vm_.modules->containing(info.entry(), p.code_index);
  Job job;
  bool readable = false;
  if (module != nullptr) {
    const auto place = std::find(module->functions.begin(), module->functions.end(), &info);
    const auto number = static_cast<std::size_t>(place - module->functions.begin());
    const CodeAddress end = module->code.data() + module->function_ends[number];
    readable = read_function(vm_, interpreter_, info, end, &job.code) &&
               job.code.count() <= TieringOptions::kLargest;
    if (readable) {
      read_types(*module, &job.code);
      read_callees(vm_, *this, *module, &job.code);
    }
  }
  Word number;
  {
    const vm::MutexLock lock(mutex_);
    if (info.original_handler() != &count_call) return;  // somebody else has asked
    number = enqueue(info, module, std::move(job), readable);
  }
  if (options_.mode == Mode::kWait && number != 0) wait_for(number, p);
}

Word Tiering::enqueue(vm::FuncInfo& info, const vm::Module* module, Job job, bool readable) {
  job.traced = wanted_version(info);
  info.switch_original(&count_call, reinterpret_cast<OpHandler>(info.interpreted));
  if (!readable) {
    ++metrics_.refused;
    return 0;
  }
  job.number = ++last_number_;
  job.module = module;
  job.info = &info;
  const Word number = job.number;
  queue_.push_back(std::move(job));
  work_.notify_one();
  return number;
}

// --engine=jit shows compiled code from this call on. Others may wait for thread progress
// meanwhile, which a compilation must not hold up. The process has nothing in hand but its
// registers and the function that it enters, whose module no purge takes before it has looked at
// the process.
void Tiering::wait_for(Word job, vm::Process& p) {
  {
    const vm::ThreadProgress::Rest rest(*vm_.progress);
    const vm::MutexLock lock(mutex_);
    // Jobs end in the order of their numbers.
    while (last_finished_ < job) finished_.wait(mutex_);
  }
  p.see_newest_code();
}

bool Tiering::is_queue_full() {
  const vm::MutexLock lock(mutex_);
  return queue_.size() >= TieringOptions::kQueue;
}

void Tiering::module_freed(const vm::Module& module) {
  std::vector<std::unique_ptr<Code>> freed;  // after the lock: the linker has locks of its own
  const vm::MutexLock lock(mutex_);
  std::erase_if(queue_, [&](const Job& job) { return job.module == &module; });
  if (compiling_ == &module) compiling_ = nullptr;
  const auto found = code_.find(&module);
  if (found == code_.end()) return;
  freed = std::move(found->second);
  code_.erase(found);
  for (vm::FuncInfo* info : module.functions) {
    versions_.erase(info);
    watchers_.erase(info);
    const auto sled = sleds_.find(info);
    if (sled == sleds_.end()) continue;
    natives_.erase(sled->second.behind());
    sleds_.erase(sled);
  }
  for (const auto& code : freed) {
    for (Word address : code->addresses) natives_.erase(reinterpret_cast<OpHandler>(address));
  }
}

void Tiering::loop() {
  compiler_ =
      std::make_unique<Compiler>(interpreter_, options_.entry, *place_.memory, *place_.symbols);
  Job job;
  while (take_job(&job)) {
    const auto start = std::chrono::steady_clock::now();
    CompilerText text;
    auto result = compiler_->compile(job.code, self_calls(options_.entry, job.traced),
                                     place_.dump != nullptr ? &text : nullptr);
    const auto end = std::chrono::steady_clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
    VM_LOG(jit, "{}: {} instructions, {} us", job.code.name(), job.code.count(), took / 1000);
    if (place_.dump != nullptr) place_.dump->write(job.code, text);
    {
      const vm::MutexLock lock(mutex_);
      metrics_.nanoseconds += static_cast<Word>(took);
    }
    finish(job, std::move(result));
  }
}

bool Tiering::take_job(Job* job) {
  const vm::MutexLock lock(mutex_);
  while (queue_.empty() && !stopping_) {
    if (!options_.switches_at_random) {
      work_.wait(mutex_);
    } else if (!work_.wait_for(mutex_, kBetweenSwitches)) {
      switch_some_tier();
    }
  }
  if (stopping_) return false;
  if (options_.switches_at_random) switch_some_tier();
  *job = std::move(queue_.front());
  queue_.pop_front();
  compiling_ = job->module;
  return true;
}

void Tiering::finish(const Job& job, vm::Result<CompiledFunction, std::string> result) {
  if (!result.ok()) VM_LOG(jit, "{}: {}", job.code.name(), result.error());
  const bool usable = result.ok() && !result->ways_in.empty();
  const vm::MutexLock lock(mutex_);
  if (!usable) {
    ++metrics_.refused;
  } else if (compiling_ != nullptr) {
    install(job, *result);
    ++metrics_.functions;
    metrics_.instructions += static_cast<Word>(job.code.count());
    code_[job.module].push_back(std::move(result->code));
  }
  compiling_ = nullptr;
  last_finished_ = job.number;
  finished_.notify_all();
}

void Tiering::install(const Job& job, const CompiledFunction& compiled) {
  Version version;
  for (const CompiledFunction::WayIn& way : compiled.ways_in) {
    const Instruction& instruction = job.code.at(way.instruction);
    natives_.emplace(way.native, instruction.op);
    if (instruction.at == job.code.entry) {
      version.entry = way.native;
    } else {
      const Word interpreted =
          job.code.words[static_cast<std::size_t>(instruction.at - job.code.entry)];
      version.ways.push_back(
          {const_cast<Word*>(instruction.at), interpreted, reinterpret_cast<Word>(way.native)});
    }
  }
  vm::FuncInfo& info = *job.info;
  const bool differs = compiled.calls_itself || compiled.inlines;
  const bool switches = options_.switches_at_random && version.entry != nullptr;
  if (options_.entry == EntryForm::kWord && (differs || switches)) {
    // The first instruction may be one that does not fit.
    if (version.entry == nullptr) version.entry = reinterpret_cast<OpHandler>(info.interpreted);
    Versions& versions = versions_[&info];
    watch(info, info);
    if (compiled.inlines) {
      for (const FunctionCode& callee : job.code.callees)
        watch(info, vm::FuncInfo::of_entry(callee.entry));
    }
    if (!differs) versions.untraced = versions.traced = version;
    (job.traced == IsTraced::kYes ? versions.traced : versions.untraced) = std::move(version);
    lead_to_version(info, versions, wanted_version(info));
    return;
  }
  for (const Version::Way& way : version.ways) {
    // release: the native code was written before; pairs with the jump through the word
    vm::store_shared(*way.place, way.native, vm::kRelease);
  }
  // Last, so that who comes in by the entry finds the rest.
  if (version.entry == nullptr) return;
  if (options_.entry == EntryForm::kSled)
    install_sled(info, version.entry);
  else
    info.switch_original(reinterpret_cast<OpHandler>(info.interpreted), version.entry);
}

void Tiering::watch(vm::FuncInfo& info, vm::FuncInfo& watched) {
  std::vector<vm::FuncInfo*>& all = versions_[&info].watched;
  if (std::ranges::find(all, &watched) != all.end()) return;
  all.push_back(&watched);
  watchers_[&watched].push_back(&info);
}

bool Tiering::is_armed(vm::FuncInfo& info) {
  // relaxed, both: written under the lock
  return vm::load_shared(*info.entry_word(), vm::kRelaxed) != info.original.load(vm::kRelaxed);
}

IsTraced Tiering::wanted_version(vm::FuncInfo& info) const {
  const auto found = versions_.find(&info);
  const bool is_traced =
      found == versions_.end()
          ? is_armed(info)
          : std::ranges::any_of(found->second.watched, [](auto* f) { return is_armed(*f); });
  return is_traced ? IsTraced::kYes : IsTraced::kNo;
}

void Tiering::lead_watchers(vm::FuncInfo& info) {
  const auto found = watchers_.find(&info);
  if (found == watchers_.end()) return;
  for (vm::FuncInfo* watcher : found->second) {
    Versions& versions = versions_.at(watcher);
    const IsTraced wanted = wanted_version(*watcher);
    if (wanted != versions.current) lead_to_version(*watcher, versions, wanted);
  }
}

// Nothing but words leads to native code, so no process is in the other version once each has left
// the slice it is in. With a breakpoint, that is what the wait after arming is for (B4): until then
// calls may pass by it. Without one, the other version is right as well.
void Tiering::lead_to_version(vm::FuncInfo& info, Versions& versions, IsTraced traced) {
  versions.current = traced;
  const bool is_traced = traced == IsTraced::kYes;
  const Version& from = is_traced ? versions.untraced : versions.traced;
  const Version& to = is_traced ? versions.traced : versions.untraced;
  for (const Version::Way& way : from.ways)
    vm::store_shared(*way.place, way.interpreted, vm::kRelease);  // release: as in install()
  for (const Version::Way& way : to.ways) vm::store_shared(*way.place, way.native, vm::kRelease);
  // acquire: as original_handler() says
  const OpHandler before = info.original_handler();
  if (to.entry != nullptr) {
    info.switch_original(before, to.entry);
  } else {
    // It was worth compiling once, so it is soon compiled again.
    info.counter.store(1, vm::kRelaxed);  // relaxed: advisory
    info.switch_original(before, &count_call);
  }
}

void Tiering::lead_to_interpreter(vm::FuncInfo& info, const Versions& versions) {
  for (const Version* version : {&versions.untraced, &versions.traced}) {
    for (const Version::Way& way : version->ways)
      vm::store_shared(*way.place, way.interpreted, vm::kRelease);  // release: as in install()
  }
  info.switch_original(info.original_handler(), reinterpret_cast<OpHandler>(info.interpreted));
}

void Tiering::switch_some_tier() {
  if (versions_.empty()) return;
  const auto number = static_cast<std::ptrdiff_t>(random_() % versions_.size());
  auto& [info, versions] = *std::next(versions_.begin(), number);
  if (info->original_handler() == reinterpret_cast<OpHandler>(info->interpreted)) {
    lead_to_version(*info, versions, wanted_version(*info));
  } else {
    lead_to_interpreter(*info, versions);
  }
}

// A breakpoint that stands in the entry word moves into the sled first, so that no call gets by.
void Tiering::install_sled(vm::FuncInfo& info, OpHandler native) {
  EntrySled sled(*place_.memory, native);
  const OpHandler now = vm::handler_at(info.entry());
  if (now != reinterpret_cast<OpHandler>(info.interpreted)) {
    sled.arm(now);
    place_.memory->synchronise();
  }
  natives_.emplace(sled.behind(), natives_.at(native));
  sleds_.emplace(&info, sled);
  info.switch_entry(native, sled.behind());
}

// Each is stored before the others are led away, or back; which of the two calls see first does not
// matter (as above).
void Tiering::arm(vm::FuncInfo& info, OpHandler handler) {
  const vm::MutexLock lock(mutex_);
  if (const auto sled = sleds_.find(&info); sled != sleds_.end()) return sled->second.arm(handler);
  CodeBackend::arm(info, handler);
  lead_watchers(info);
}

void Tiering::disarm(vm::FuncInfo& info) {
  const vm::MutexLock lock(mutex_);
  if (const auto sled = sleds_.find(&info); sled != sleds_.end()) return sled->second.disarm();
  CodeBackend::disarm(info);
  lead_watchers(info);
}

void Tiering::finish_patching() {
  if (options_.entry == EntryForm::kSled) place_.memory->synchronise();
}

}  // namespace jit
