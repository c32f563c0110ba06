// take, compile, install.
#include "jit/compile_thread.h"

#include "vm/base/log.h"
#include "vm/sched/clock.h"

#include <chrono>
#include <utility>

namespace jit {
namespace {

/// Often enough to meet every step of a change of breakpoints in seconds.
constexpr auto kBetweenSwitches = std::chrono::microseconds(100);

}  // namespace

CompileThread::CompileThread(vm::CodeBackend& interpreter, const NativePlace& place,
                             Options options, CompileQueue& queue, InstalledCode& installed,
                             CompileMetrics& metrics, CompileBudget& budget)
    : interpreter_(interpreter),
      place_(place),
      options_(options),
      queue_(queue),
      installed_(installed),
      metrics_(metrics),
      budget_(budget),
      thread_([this] { loop(); }) {}

void CompileThread::stop() {
  queue_.stop();
  thread_.join();
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
  if (compiler_ == nullptr) {
    VM_TRY(compiler_, make_compiler(place_.compiler_file, interpreter_, options_.entry,
                                    *place_.memory, *place_.symbols));
  }
  return compiler_->compile(job.code, self_calls(options_.entry, job.traced), text);
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
  if (job.put_aside_ns != 0) budget_.finish(job.put_aside_ns, job.code.words.size(), took);
  const bool is_usable = result.ok() && !result->entry_points.empty();
  if (!is_usable) metrics_.count_refused();
  const CompileQueue::Completion completion(queue_, job);
  if (is_usable && completion.is_module_loaded()) {
    installed_.install(job, std::move(*result));
    metrics_.count_function(static_cast<Word>(job.code.count()));
  }
}

}  // namespace jit
