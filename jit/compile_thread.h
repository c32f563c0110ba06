// CompileThread: the thread that compiles. It takes jobs from the queue, one at a time, and
// installs what it has compiled. Invariant: only this thread uses the Compiler. It takes part in no
// thread progress: it works on copies of functions and asks under the queue's lock whether the
// module is still loaded before it writes to it. Ownership: the compiler, which must outlive its
// code: stop the thread, then destroy the code, then this.
#pragma once

#include "jit/compile_budget.h"
#include "jit/compile_metrics.h"
#include "jit/compile_queue.h"
#include "jit/installed_code.h"
#include "jit/native_place.h"

#include <memory>
#include <mutex>
#include <thread>

namespace jit {

class CompileThread {
 public:
  struct Options {
    EntryForm entry = EntryForm::kWord;
    bool switches_tiers = false;  // --stress=tiers: this thread does it, now and then
  };

  /// With switches_tiers the thread starts. `interpreter` answers for what the loader put into
  /// words. All references must outlive the thread.
  CompileThread(vm::CodeBackend& interpreter, NativePlace& place, Options options,
                CompileQueue& queue, InstalledCode& installed, CompileMetrics& metrics,
                CompileBudget& budget);
  /// stop() was called.
  ~CompileThread() = default;
  CompileThread(const CompileThread&) = delete;
  CompileThread& operator=(const CompileThread&) = delete;

  /// Puts a job into the queue (CompileQueue::add()). The first one starts the thread: many
  /// programs have none. Any thread.
  Word request(CompileJob job);
  /// Stops the queue and ends the thread, after the job that it is compiling. Nobody calls
  /// request() any more.
  void stop();

 private:
  void start();
  void loop();
  void compile(const CompileJob& job);
  /// The job's native code: kept code, or code that is made now.
  vm::Result<CompiledFunction, std::string> native_code(const CompileJob& job, CompilerText* text);
  vm::Result<CompiledFunction, std::string> make_code(const CompileJob& job, SelfCalls calls,
                                                      Compiler::Wanted wanted);

  vm::CodeBackend& interpreter_;
  NativePlace& place_;
  const Options options_;
  CompileQueue& queue_;
  InstalledCode& installed_;
  CompileMetrics& metrics_;
  CompileBudget& budget_;
  std::unique_ptr<Compiler> compiler_;  // made for the first job: it takes a while
  std::once_flag is_started_;
  std::thread thread_;  // last: uses the rest
};

}  // namespace jit
