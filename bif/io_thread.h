// IoThread: the one thread that may wait for file descriptors, so that no scheduler does. libuv
// tells when a descriptor is ready; what cannot be waited for (regular files) is read and written
// at once, on this thread. Requests for one descriptor and direction are served in order.
// Ownership: BifState. A request's completion runs on this thread, exactly once, also when the
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

namespace bif {

class IoThread {
 public:
  /// `error` is 0 or an errno value.
  using Written = std::function<void(int error)>;
  /// At most 64 KiB; empty and no error: end of file.
  using Read = std::function<void(int error, std::string bytes)>;

  /// Completions may look up processes: the thread takes part in `progress` while it runs them.
  explicit IoThread(vm::ThreadProgress& progress);
  ~IoThread();
  /// Ends the thread: waits for requested writes, cancels reads. What is asked for afterwards is
  /// cancelled at once. May be called twice.
  void stop() VM_EXCLUDES(mutex_);
  IoThread(const IoThread&) = delete;

  /// Writes all bytes, in as many steps as the descriptor takes.
  void write(int fd, std::string bytes, Written done) VM_EXCLUDES(mutex_);
  /// Reads what there is, at least one byte.
  void read(int fd, Read done) VM_EXCLUDES(mutex_);

 private:
  struct Job {
    bool is_read;
    int fd;
    std::string bytes;
    std::size_t offset = 0;
    Written written;
    Read read;
  };
  // The requests of one descriptor and direction, the first one under way.
  struct Lane {
    IoThread* owner;
    int fd;
    bool is_read;
    uv_poll_t poll;
    bool has_poll = false;
    bool can_wait = true;
    std::deque<Job> jobs;
  };

  void post(Job job) VM_EXCLUDES(mutex_);
  void run();
  void take_posted() VM_EXCLUDES(mutex_);
  void advance(Lane& lane);
  bool step(Job& job);
  void wait_for(Lane& lane);
  void finish(Job& job, int error);
  void close_all();
  bool has_writes() const;

  uv_loop_t loop_;
  uv_async_t wake_;
  std::map<std::pair<int, bool>, std::unique_ptr<Lane>> lanes_;  // I/O thread only
  vm::ThreadProgress::Participant participant_;
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  std::deque<Job> posted_ VM_GUARDED_BY(mutex_);
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
  bool draining_ = false;  // I/O thread only: stopping, writes first
  std::thread thread_;
};

}  // namespace bif
