// A queue, its threads, and how their system calls are interrupted at the end.
#include "vm/io/file_threads.h"

#include "vm/io/io.h"
#include "vm/sched/clock.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"

#include <csignal>
#include <mutex>
#include <pthread.h>

namespace vm {
namespace {

// Set on a file thread when the machine ends.
thread_local const Atomic<bool>* ending = nullptr;

/// The signal that makes a blocking system call fail. Nobody else uses it; its handler does
/// nothing.
int wake_signal() { return SIGRTMIN + 1; }

void install_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_handler = [](int) {};
    ::sigaction(wake_signal(), &action, nullptr);  // without SA_RESTART
  });
}

}  // namespace

bool was_interrupted() {
  // relaxed: the signal comes again until the thread has ended.
  return errno == EINTR && (ending == nullptr || !ending->load(kRelaxed));
}

FileThreads& file_threads(Process& p) { return p.vm.io->file_threads; }

AllThreadTimes all_thread_times(Vm& vm) {
  AllThreadTimes all = scheduler_times(*vm.schedulers);
  const auto add = [&](ThreadKind kind, SWord busy_ns) {
    const SWord now_ns = vm.schedulers->clock().monotonic_ns();
    all.push_back({kind, now_ns, now_ns - busy_ns, 0});
  };
  for (const SWord busy_ns : vm.multi_scheduling->dirty().computing.busy_times())
    add(ThreadKind::kDirtyCpu, busy_ns);
  const std::vector<SWord> waiting = vm.multi_scheduling->dirty().waiting.busy_times();
  std::size_t number = 0;
  for (const SWord busy_ns : vm.io->file_threads.busy_times())
    add(ThreadKind::kDirtyIo, busy_ns + waiting[number++]);
  return all;
}

bool FileThreads::run(Work work) {
  MutexLock lock(mutex_);
  if (stopping_) return false;
  waiting_.push_back(std::move(work));
  if (idle_ >= waiting_.size() || threads_.size() == kMaxThreads) {
    changed_.notify_one();
    return true;
  }
  install_handler();
  ++running_;
  threads_.emplace_back([this, number = threads_.size()] { serve(number); });
  return true;
}

std::vector<SWord> FileThreads::busy_times() const {
  MutexLock lock(mutex_);
  std::vector<SWord> times;
  for (const Use& use : uses_) {
    const SWord now = use.busy_since_ns == 0 ? 0 : Clock::os_monotonic_ns() - use.busy_since_ns;
    times.push_back(use.busy_ns + now);
  }
  return times;
}

FileThreads::Load FileThreads::load() const {
  MutexLock lock(mutex_);
  Load load{waiting_.size(), 0};
  for (const Use& use : uses_) load.under_way += use.busy_since_ns != 0 ? 1 : 0;
  return load;
}

void FileThreads::serve(std::size_t number) {
  ending = &ends_;
  while (true) {
    Work work;
    {
      MutexLock lock(mutex_);
      Use& use = uses_[number];
      if (use.busy_since_ns != 0) {
        use.busy_ns += Clock::os_monotonic_ns() - use.busy_since_ns;
        use.busy_since_ns = 0;
      }
      ++idle_;
      while (waiting_.empty() && !stopping_) changed_.wait(mutex_);
      --idle_;
      if (stopping_) {
        --running_;
        changed_.notify_all();
        return;
      }
      work = std::move(waiting_.front());
      waiting_.pop_front();
      use.busy_since_ns = Clock::os_monotonic_ns();
    }
    work();
  }
}

void FileThreads::stop() {
  std::vector<std::thread> threads;
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    waiting_.clear();
    ends_.store(true, kRelaxed);  // relaxed: see was_interrupted()
    changed_.notify_all();
    threads.swap(threads_);
    while (running_ > 0) {
      // Again and again: a signal that comes just before the system call does not end it.
      for (std::thread& thread : threads) ::pthread_kill(thread.native_handle(), wake_signal());
      changed_.wait_for(mutex_, std::chrono::milliseconds(1));
    }
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace vm
