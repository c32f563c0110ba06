// FileThreads: threads on which file operations wait that may take long: a pipe without a writer, a
// slow disk, a synchronisation. The process that asked waits in an Operation, its scheduler runs
// others. What is known to be quick (attributes, what is in the page cache) is done at once by the
// scheduler: handing it over would take longer.
// Rejected: libuv's thread pool. It has four threads for everything, and its end waits for work
// that a pipe may never let finish. Invariants: threads are started when there is work and none is
// idle, up to kMaxThreads; further work waits its turn. At the end of the machine, system calls
// under way are interrupted, so that they fail with EINTR; work that was not begun is dropped.
// Ownership: Io. Threads: run() from any; stop() from the one that ends the machine.
#pragma once

#include "vm/base/mutex.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/outside_work.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/thread_times.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/vm.h"

#include <array>
#include <cerrno>
#include <deque>
#include <functional>
#include <thread>

namespace vm {

class FileThreads {
 public:
  using Work = std::function<void()>;

  FileThreads() = default;
  ~FileThreads() { stop(); }
  FileThreads(const FileThreads&) = delete;

  /// Runs `work` on one of the threads; false: the machine ends, and it never runs.
  bool run(Work work) VM_EXCLUDES(mutex_);
  /// Ends the threads. May be called twice.
  void stop() VM_EXCLUDES(mutex_);

  // As many as OTP has threads for this.
  static constexpr std::size_t kMaxThreads = DirtySchedulers::kForWaiting;
  /// How many nanoseconds each of the kMaxThreads has worked, the work under way included.
  std::vector<SWord> busy_times() const VM_EXCLUDES(mutex_);
  struct Load {
    Word waiting = 0;
    Word under_way = 0;
  };
  /// How much work there is at present.
  Load load() const VM_EXCLUDES(mutex_);

 private:
  struct Use {
    SWord busy_ns = 0;        // of finished work
    SWord busy_since_ns = 0;  // 0: idle
  };
  void serve(std::size_t number) VM_EXCLUDES(mutex_);

  mutable Mutex mutex_{LockRank::kIoOutput};
  CondVar changed_;
  std::deque<Work> waiting_ VM_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ VM_GUARDED_BY(mutex_);
  std::array<Use, kMaxThreads> uses_ VM_GUARDED_BY(mutex_) = {};
  std::size_t idle_ VM_GUARDED_BY(mutex_) = 0;
  std::size_t running_ VM_GUARDED_BY(mutex_) = 0;  // threads that have not ended
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
  Atomic<bool> ends_{false};  // stopping_, for work under way; relaxed
};

/// Whether a system call that failed is to be made again: it was interrupted, and not by the end of
/// the machine.
bool was_interrupted();

/// The threads of this machine.
FileThreads& file_threads(Process& p);

/// All schedulers in the order of their numbers, all dirty CPU schedulers, all dirty I/O
/// schedulers. What a dirty I/O scheduler of OTP does, two threads do here: the times of each are
/// those of a file thread and of a thread of DirtyThreads::waiting together.
AllThreadTimes all_thread_times(Vm& vm);

/// Does `work` on a file thread and answers `answer(Result&)`; the process waits meanwhile, and is
/// said to run. `work` refers to no term; what it holds outlives the process if need be. `answer`
/// may use what the native knows, its terms excepted.
template <class Work, class Answer>
Term outside(Process& p, Work work, Answer answer) {
  const auto start = [&p](FileThreads::Work job) { return file_threads(p).run(std::move(job)); };
  return p.suspend_on(work_elsewhere(p, start, std::move(work), std::move(answer)));
}

}  // namespace vm
