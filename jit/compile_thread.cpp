// take, compile, install.
#include "jit/compile_thread.h"

#include "vm/base/log.h"
#include "vm/base/malloc_settings.h"
#include "vm/sched/clock.h"

#include <chrono>
#include <utility>

namespace jit {
namespace {

/// Often enough to meet every step of a change of breakpoints in seconds.
constexpr auto kBetweenSwitches = std::chrono::microseconds(100);

}  // namespace

CompileThread::CompileThread(vm::CodeBackend& interpreter, NativePlace& place, Options options,
                             CompileQueue& queue, InstalledCode& installed, CompileMetrics& metrics,
                             CompileBudget& budget)
    : interpreter_(interpreter),
      place_(place),
      options_(options),
      queue_(queue),
      installed_(installed),
      metrics_(metrics),
      budget_(budget) {
  if (options.switches_tiers) start();
}

void CompileThread::start() {
  std::call_once(is_started_, [this] { thread_ = std::thread([this] { loop(); }); });
}

Word CompileThread::request(CompileJob job) {
  start();
  return queue_.add(std::move(job));
}

void CompileThread::stop() {
  queue_.stop();
  if (thread_.joinable()) thread_.join();
}

void CompileThread::loop() {
  const auto timeout = options_.switches_tiers ? kBetweenSwitches : kBetweenSwitches.zero();
  for (;;) {
    CompileJob job;
    const CompileQueue::Taken taken = queue_.take(&job, timeout);
    if (taken == CompileQueue::Taken::kStopped) return;
    if (options_.switches_tiers) installed_.switch_some_tier();
    if (taken == CompileQueue::Taken::kJob) compile(job);
  }
}

vm::Result<CompiledFunction, std::string> CompileThread::native_code(const CompileJob& job,
                                                                     CompilerText* text) {
  const SelfCalls calls = self_calls(options_.entry, job.traced);
  // A dump is of code that is made now.
  CodeCache* const cache = text == nullptr ? place_.cache.get() : nullptr;
  if (cache == nullptr) return make_code(job, calls, {.text = text});
  if (const auto image = cache->find(job.code, calls)) {
    auto placed = place_image(*image, job.code, interpreter_, *place_.memory, *place_.symbols);
    if (placed) return std::move(*placed);
  }
  NativeImage image;
  VM_TRY(CompiledFunction made, make_code(job, calls, {.image = &image}));
  if (!image.code.empty()) cache->keep(job.code, calls, image);
  return made;
}

vm::Result<CompiledFunction, std::string> CompileThread::make_code(const CompileJob& job,
                                                                   SelfCalls calls,
                                                                   Compiler::Wanted wanted) {
  if (compiler_ == nullptr) {
    // The first function makes LLVM write a dozen megabytes: page faults were a seventh of its
    // time.
    vm::use_large_pages_for_malloc();
    VM_TRY(compiler_, make_compiler(place_.compiler_file, interpreter_, options_.entry,
                                    *place_.memory, *place_.symbols));
  }
  return compiler_->compile(job.code, calls, wanted);
}

void CompileThread::compile(const CompileJob& job) {
  const vm::SWord start_ns = vm::Clock::os_thread_ns();
  CompilerText text;
  auto result = native_code(job, place_.dump != nullptr ? &text : nullptr);
  const auto took = static_cast<Word>(vm::Clock::os_thread_ns() - start_ns);
  VM_LOG(jit, "{}: {} instructions, {} us", job.code.name(), job.code.count(), took / 1000);
  if (place_.dump != nullptr) place_.dump->write(job.code, text);
  if (!result.ok()) VM_LOG(jit, "{}: {}", job.code.name(), result.error());
  metrics_.count_time(took);
  // Kept code says nothing of what it takes to make some.
  const std::size_t words = result.ok() && result->was_kept ? 0 : job.code.words.size();
  if (job.put_aside_ns != 0) budget_.finish(job.put_aside_ns, words, took);
  const bool is_usable = result.ok() && !result->entry_points.empty();
  if (!is_usable) metrics_.count_refused();
  const CompileQueue::Completion completion(queue_, job);
  if (is_usable && completion.is_module_loaded()) {
    installed_.install(job, std::move(*result));
    metrics_.count_function(static_cast<Word>(job.code.count()));
  }
}

}  // namespace jit
