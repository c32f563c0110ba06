// CompileQueue: functions that wait to be compiled. Schedulers add jobs, the compiling thread takes
// them. Invariants: jobs finish in the order of their numbers; a job in the queue belongs to a
// loaded module; the result of a job is used under a Completion only, which says whether the module
// is still loaded and keeps remove_module() waiting while it exists. Ownership: a queued job is the
// queue's, a taken job the compiling thread's. Threads: see each function.
#pragma once

#include "jit/function_code.h"
#include "jit/plan.h"
#include "vm/base/mutex.h"

#include <chrono>
#include <deque>

namespace jit {

struct CompileJob {
  Word number = 0;  // set by CompileQueue::add()
  const vm::Module* module = nullptr;
  vm::FuncInfo* info = nullptr;
  FunctionCode code;
  IsTraced traced = IsTraced::kNo;  // the version to compile
  Word put_aside_ns = 0;            // CompileBudget::begin(); 0: compiled in any case
};

class CompileQueue {
 public:
  /// Jobs that may wait, about: length() and add() are two steps.
  static constexpr std::size_t kCapacity = 256;

  enum class Taken : std::uint8_t { kJob, kTimeout, kStopped };

  CompileQueue() = default;
  CompileQueue(const CompileQueue&) = delete;
  CompileQueue& operator=(const CompileQueue&) = delete;

  /// How many jobs wait. Advice. Any thread.
  std::size_t length() VM_EXCLUDES(mutex_);
  /// Queues the job and returns its number. The caller keeps `job.module` from being freed until
  /// the call returns: it runs a process that is in the function. Any thread.
  Word add(CompileJob job) VM_EXCLUDES(mutex_);
  /// Waits until the job of this number has finished. Any thread but the compiling one.
  void wait_for(Word number) VM_EXCLUDES(mutex_);
  /// `module` is about to be freed: its jobs are dropped, and the result of the one being compiled
  /// will not be used. Any thread.
  void remove_module(const vm::Module& module) VM_EXCLUDES(mutex_);
  /// take() returns kStopped from now on. Any thread.
  void stop() VM_EXCLUDES(mutex_);

  /// Waits for a job, at most `timeout` unless that is zero. After kJob the caller compiles `*job`
  /// and then makes a Completion. The compiling thread only.
  Taken take(CompileJob* job, std::chrono::microseconds timeout) VM_EXCLUDES(mutex_);

  /// The end of the job that was taken last. While it exists, no module is removed; its destructor
  /// wakes the threads that wait for the job. The compiling thread only.
  class VM_SCOPED_CAPABILITY Completion {
   public:
    Completion(CompileQueue& queue, const CompileJob& job) VM_ACQUIRE(queue.mutex_);
    ~Completion() VM_RELEASE();
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// Whether the job's module is still loaded, so that its words may be written.
    bool is_module_loaded() const { return is_module_loaded_; }

   private:
    CompileQueue& queue_;
    const Word number_;
    bool is_module_loaded_;
  };

 private:
  vm::Mutex mutex_{vm::LockRank::kJitQueue};
  vm::CondVar work_;      // jobs_ or is_stopped_
  vm::CondVar finished_;  // last_finished_
  std::deque<CompileJob> jobs_ VM_GUARDED_BY(mutex_);
  const vm::Module* compiling_ VM_GUARDED_BY(mutex_) = nullptr;  // null: none, or freed meanwhile
  Word last_number_ VM_GUARDED_BY(mutex_) = 0;
  Word last_finished_ VM_GUARDED_BY(mutex_) = 0;
  bool is_stopped_ VM_GUARDED_BY(mutex_) = false;
};

}  // namespace jit
