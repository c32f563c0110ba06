// IoThread: the one thread that may wait for file descriptors, so that no scheduler does. libuv
// reports when a descriptor is ready; what cannot be waited for (regular files) is read and written
// at once, on this thread. Requests for one descriptor and direction are served in order.
// Ownership: Io. A request's completion runs on this thread, exactly once, also when the
// machine ends (ECANCELED). Threads: write() and read() from any thread; stop() and the destructor
// from the one that ends the machine.
#pragma once

#include "vm/base/mutex.h"
#include "vm/sched/thread_progress.h"

#include <uv.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

namespace vm {

class IoThread {
 public:
  /// A pipe that reports "writable" takes this much without blocking (POSIX), whatever mode it is
  /// in: descriptors that we were given are shared with other programs, so their mode is not ours
  /// to change.
  static constexpr std::size_t kSafeWriteBytes = 4096;

  /// `error` is 0 or an errno value.
  using Written = std::function<void(int error)>;
  using Signalled = std::function<void()>;
  /// At most 64 KiB; empty and no error: end of file.
  using Read = std::function<void(int error, std::string bytes)>;

  /// Completions may look up processes: the thread takes part in `progress` while it runs them.
  explicit IoThread(ThreadProgress& progress);
  ~IoThread();
  /// Ends the thread: waits for requested writes, cancels reads. What is asked for afterwards is
  /// cancelled at once. May be called twice.
  void stop() VM_EXCLUDES(mutex_);
  IoThread(const IoThread&) = delete;

  /// Writes all bytes, in as many steps as the descriptor takes.
  void write(int fd, std::string bytes, Written done) VM_EXCLUDES(mutex_);
  /// Reads what there is, at least one byte.
  void read(int fd, Read done) VM_EXCLUDES(mutex_);
  /// Answers whether it is done; false: to be called at the next occasion. `error` as in Read, and
  /// then it is called no more.
  using Take = std::function<bool(int error)>;
  /// As read(), but `take` does the system call itself, so that it may leave what there is to
  /// others. `reader` identifies the request for forget().
  void read_by(int fd, const void* reader, Take take) VM_EXCLUDES(mutex_);
  /// As ::read(), but never waits: fails with EAGAIN if `fd` has no input at present. Any thread.
  static ssize_t read_now(int fd, char* bytes, std::size_t size);
  /// What `reader` has asked for ends with ECANCELED; the descriptor stays open.
  void forget(int fd, const void* reader) VM_EXCLUDES(mutex_);
  /// Calls `notify` on this thread each time the operating system's signal `number` comes; an empty
  /// one ends that.
  void on_signal(int number, Signalled notify) VM_EXCLUDES(mutex_);
  /// Descriptors of ports are theirs alone, and do not block.
  enum class End { kRead, kWrite };
  /// Writes to a port's program. When the machine ends, it is not waited for a program that does
  /// not read.
  void write_to_port(int fd, std::string bytes, Written done) VM_EXCLUDES(mutex_);
  /// Closes a port's descriptor: reads end with ECANCELED, writes are done first.
  void close(int fd, End end) VM_EXCLUDES(mutex_);
  /// Runs `call` on this thread; not at all if the machine ends before.
  using Call = std::function<void(uv_loop_t* loop)>;
  void on_loop(Call call) VM_EXCLUDES(mutex_);
  ThreadProgress::Participant& participant() { return participant_; }

 private:
  struct Watch {
    uv_signal_t handle;
    Signalled notify;
  };
  struct Job {
    bool is_read;
    int fd;
    bool is_port = false;
    bool is_close = false;
    std::string bytes;
    std::size_t offset = 0;
    Written written;
    Read read;
    Take take = {};                // reads, in place of us
    const void* reader = nullptr;  // whose `take` it is
    bool is_forget = false;        // ends those of `reader`
  };
  // The requests of one descriptor and direction, the first one under way.
  struct Lane {
    IoThread* owner;
    int fd;
    bool is_read;
    uv_poll_t poll;
    bool has_poll = false;
    bool can_wait = true;
    bool is_port = false;
    std::deque<Job> jobs;
  };

  void post(Job job) VM_EXCLUDES(mutex_);
  void run();
  void set_watch(int number, Signalled notify);
  void take_posted() VM_EXCLUDES(mutex_);
  void take_job(Job job);
  void advance(Lane& lane);
  int let_go(Lane& lane);
  void dispose(Lane& lane);
  void end_reader(int fd, const void* reader);
  bool step(Job& job);
  void wait_for(Lane& lane);
  void finish(Job& job, int error);
  void close_all();
  bool has_writes() const;

  uv_loop_t loop_;
  uv_async_t wake_;
  std::map<std::pair<int, bool>, std::unique_ptr<Lane>> lanes_;  // I/O thread only
  std::map<int, std::unique_ptr<Watch>> watches_;                // by signal; I/O thread only
  ThreadProgress::Participant participant_;
  Mutex mutex_{LockRank::kIoOutput};
  std::deque<Job> posted_ VM_GUARDED_BY(mutex_);
  std::deque<std::pair<int, Signalled>> posted_watches_ VM_GUARDED_BY(mutex_);
  std::deque<Call> calls_ VM_GUARDED_BY(mutex_);
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
  bool draining_ = false;  // I/O thread only: stopping, writes first
  std::thread thread_;
};

}  // namespace vm
