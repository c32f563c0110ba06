// DirtySchedulers: threads on which calls run that take too long for a scheduler. As many for
// computing as there are schedulers, ten for input and output, as in OTP. The process that called
// waits in an operation meanwhile, and counts as running.
// Work of processes with a high priority comes first; one call of a low process begins where eight
// of normal ones do, as on schedulers.
// While multi-scheduling is blocked, those for computing and for input and output take turns
// (turns.h). Invariants: a thread is started when there is work and none is idle, up to the limit;
// the threads beyond the first online() begin nothing. Ownership: MultiScheduling; drivers have
// threads of their own. Threads: any; stop() by the one that ends the machine. Source: erl_nif(3),
// "Dirty NIF".
#pragma once

#include "vm/base/mutex.h"
#include "vm/proc/process.h"

#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace vm {

class Turns;

class DirtySchedulers {
 public:
  using Work = std::function<void()>;
  /// Whether the machine waits for the work's end before it ends: ERL_NIF_OPT_DELAY_HALT.
  enum class Halt : bool { kAtOnce, kWaits };
  enum class Kind : std::uint8_t { kNone, kComputing, kWaiting, kDriver };
  static constexpr std::size_t kForWaiting = 10;  // as OTP's dirty I/O schedulers

  /// `turns` outlives it; null: these threads take no turns.
  DirtySchedulers(std::size_t limit, Kind kind, Turns* turns)
      : limit_(limit), kind_(kind), turns_(turns), uses_(limit) {}
  ~DirtySchedulers() { stop(Halt::kWaits); }
  DirtySchedulers(const DirtySchedulers&) = delete;
  /// Of the threads that the caller is one of.
  static Kind current_kind();

  /// Runs `work` for `pid` (none(): for no process) on one of the threads. False: the machine ends,
  /// and it never runs.
  bool run(Term pid, Priority priority, Work work, Halt halt) VM_EXCLUDES(mutex_);
  /// Whether work for this process waits for a thread. Looks through all that waits.
  bool is_queued(Term pid) const VM_EXCLUDES(mutex_);
  /// Whether work for this process is under way.
  bool works_for(Term pid) const VM_EXCLUDES(mutex_);
  /// `p` has ended while work for it is under way: the table frees it when the work is done, as C
  /// code may be about to use what its terms refer to. False: no work for it is under way.
  bool keep_until_done(Process& p) VM_EXCLUDES(mutex_);

  std::size_t count() const { return limit_; }
  std::size_t online() const VM_EXCLUDES(mutex_);
  /// From 1 to count(). Returns what it was. Work under way goes on.
  std::size_t set_online(std::size_t online) VM_EXCLUDES(mutex_);
  /// How many nanoseconds each of the count() threads has worked, the work under way included.
  std::vector<SWord> busy_times() const VM_EXCLUDES(mutex_);
  struct Load {
    Word waiting = 0;
    Word under_way = 0;
  };
  Load load() const VM_EXCLUDES(mutex_);

  /// Begins no more work. Waits for idle threads, and unless `halt` is kAtOnce for the end of work
  /// that said so, and a moment for other work. False: work still runs on some threads, and cannot
  /// be ended; the program must then exit without destroying anything they use.
  bool stop(Halt halt) VM_EXCLUDES(mutex_);

 private:
  struct Job {
    Term pid;
    Work work;
    Halt halt = Halt::kAtOnce;
  };
  struct Use {
    Term pid = Term::none();  // whom the work under way is for
    Process* kept = nullptr;  // see keep_until_done()
    SWord busy_ns = 0;        // of finished work
    SWord busy_since_ns = 0;  // 0: idle
  };
  std::deque<Job>& queue_of(Priority priority) VM_REQUIRES(mutex_);
  bool has_work() const VM_REQUIRES(mutex_) { return waiting() > 0; }
  std::size_t waiting() const VM_REQUIRES(mutex_);
  Job take() VM_REQUIRES(mutex_);
  /// Starts a thread if there are fewer than the work asks for, and wakes idle ones.
  void call_threads() VM_REQUIRES(mutex_);
  void serve(std::size_t number) VM_EXCLUDES(mutex_);
  void do_job(Job job, Use& use) VM_REQUIRES(mutex_);
  void do_work(Job& job, Use& use) VM_EXCLUDES(mutex_);

  static constexpr unsigned kLowEvery = 8;
  const std::size_t limit_;
  const Kind kind_;
  Turns* const turns_;
  mutable Mutex mutex_{LockRank::kIoOutput};
  CondVar changed_;
  std::deque<Job> urgent_ VM_GUARDED_BY(mutex_);
  std::deque<Job> normal_ VM_GUARDED_BY(mutex_);
  std::deque<Job> low_ VM_GUARDED_BY(mutex_);
  unsigned low_credit_ VM_GUARDED_BY(mutex_) = 0;  // jobs of normal_ since the last one of low_
  std::vector<std::thread> threads_ VM_GUARDED_BY(mutex_);
  std::vector<Use> uses_ VM_GUARDED_BY(mutex_);
  std::size_t online_ VM_GUARDED_BY(mutex_) = limit_;
  std::size_t busy_ VM_GUARDED_BY(mutex_) = 0;
  std::size_t delaying_ VM_GUARDED_BY(mutex_) = 0;  // busy with work that stop() waits for
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
};

/// The dirty scheduler threads that a process's work may be on: those for computing, then those for
/// input and output.
class DirtyThreads {
 public:
  DirtyThreads(std::size_t schedulers, Turns& turns)
      : computing(schedulers, DirtySchedulers::Kind::kComputing, &turns),
        waiting(DirtySchedulers::kForWaiting, DirtySchedulers::Kind::kWaiting, &turns) {}
  DirtySchedulers computing;
  DirtySchedulers waiting;

  bool is_queued(Term pid) const { return computing.is_queued(pid) || waiting.is_queued(pid); }
  bool works_for(Term pid) const { return computing.works_for(pid) || waiting.works_for(pid); }
  bool keep_until_done(Process& p) {
    return computing.keep_until_done(p) || waiting.keep_until_done(p);
  }
};

}  // namespace vm
