// DirtySchedulers: threads on which calls run that take too long for a scheduler. As many for
// computing as there are schedulers, ten for input and output, as in OTP. The process that called
// waits in an operation meanwhile, and counts as running.
// Invariants: a thread is started when there is work and none is idle, up to the limit; further
// work waits in order. Ownership: NifState. Threads: run() from any; stop() from the one that ends
// the machine. Source: erl_nif(3), "Dirty NIF".
#pragma once

#include "vm/base/mutex.h"

#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace bif {

class DirtySchedulers {
 public:
  using Work = std::function<void()>;
  /// Whether the machine waits for the work's end before it ends: ERL_NIF_OPT_DELAY_HALT.
  enum class Halt : bool { kAtOnce, kWaits };

  /// `thread_type` is what enif_thread_type() returns there.
  DirtySchedulers(std::size_t limit, int thread_type) : limit_(limit), thread_type_(thread_type) {}
  ~DirtySchedulers();
  DirtySchedulers(const DirtySchedulers&) = delete;

  /// Runs `work` on one of the threads. False: the machine ends, and it never runs.
  bool run(Work work, Halt halt) VM_EXCLUDES(mutex_);
  /// Begins no more work. Waits for idle threads, and unless `halt` is kAtOnce for the end of work
  /// that said so. False: C
  /// code still runs on some, which cannot be ended; the program must then exit without destroying
  /// anything they use.
  bool stop(Halt halt) VM_EXCLUDES(mutex_);

 private:
  struct Job {
    Work work;
    Halt halt;
  };
  void serve() VM_EXCLUDES(mutex_);

  const std::size_t limit_;
  const int thread_type_;
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  vm::CondVar changed_;
  std::deque<Job> waiting_ VM_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ VM_GUARDED_BY(mutex_);
  std::size_t idle_ VM_GUARDED_BY(mutex_) = 0;
  std::size_t busy_ VM_GUARDED_BY(mutex_) = 0;
  std::size_t delaying_ VM_GUARDED_BY(mutex_) = 0;  // busy with work that stop() waits for
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
};

}  // namespace bif
