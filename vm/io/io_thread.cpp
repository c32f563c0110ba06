// Lanes of jobs over libuv: one lane per descriptor and direction.
#include "vm/io/io_thread.h"

#include "vm/io/child.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace vm {
namespace {

constexpr std::size_t kReadBytes = 65536;

}  // namespace

IoThread::IoThread(ThreadProgress& progress) : participant_(progress) {
  VM_CHECK(uv_loop_init(&loop_) == 0, "an event loop for input and output");
  wake_.data = this;
  uv_async_init(&loop_, &wake_,
                [](uv_async_t* wake) { static_cast<IoThread*>(wake->data)->take_posted(); });
  thread_ = std::thread([this] { run(); });
}

IoThread::~IoThread() { stop(); }

void IoThread::stop() {
  {
    MutexLock lock(mutex_);
    if (stopping_) return;
    stopping_ = true;
    uv_async_send(&wake_);
  }
  thread_.join();
  uv_loop_close(&loop_);
}

void IoThread::write(int fd, std::string bytes, Written done) {
  post({.is_read = false,
        .fd = fd,
        .bytes = std::move(bytes),
        .written = std::move(done),
        .read = {}});
}

void IoThread::read(int fd, Read done) {
  post({.is_read = true, .fd = fd, .bytes = {}, .written = {}, .read = std::move(done)});
}

void IoThread::read_by(int fd, const void* reader, Take take) {
  post({.is_read = true,
        .fd = fd,
        .bytes = {},
        .written = {},
        .read = {},
        .take = std::move(take),
        .reader = reader});
}

ssize_t IoThread::read_now(int fd, char* bytes, std::size_t size) {
  pollfd ready{.fd = fd, .events = POLLIN, .revents = 0};
  if (::poll(&ready, 1, 0) > 0) return ::read(fd, bytes, size);
  errno = EAGAIN;
  return -1;
}

void IoThread::forget(int fd, const void* reader) {
  post({.is_read = true,
        .fd = fd,
        .bytes = {},
        .written = {},
        .read = {},
        .reader = reader,
        .is_forget = true});
}

void IoThread::on_signal(int number, Signalled notify) {
  {
    MutexLock lock(mutex_);
    posted_watches_.emplace_back(number, std::move(notify));
  }
  uv_async_send(&wake_);
}

void IoThread::write_to_port(int fd, std::string bytes, Written done) {
  post({.is_read = false,
        .fd = fd,
        .is_port = true,
        .bytes = std::move(bytes),
        .written = std::move(done),
        .read = {}});
}

void IoThread::close(int fd, End end) {
  post({.is_read = end == End::kRead,
        .fd = fd,
        .is_port = true,
        .is_close = true,
        .bytes = {},
        .written = {},
        .read = {}});
}

void IoThread::on_loop(Call call) {
  MutexLock lock(mutex_);
  if (stopping_) return;
  calls_.push_back(std::move(call));
  uv_async_send(&wake_);
}

void IoThread::set_watch(int number, Signalled notify) {
  auto& watch = watches_[number];
  if (watch == nullptr) {
    watch = std::make_unique<Watch>();
    watch->handle.data = this;
    uv_signal_init(&loop_, &watch->handle);
  }
  watch->notify = std::move(notify);
  if (!watch->notify) {
    uv_signal_stop(&watch->handle);
    return;
  }
  uv_signal_start(
      &watch->handle,
      [](uv_signal_t* handle, int signal) {
        auto& io = *static_cast<IoThread*>(handle->data);
        ThreadProgress::Visit visit(io.participant_);
        io.watches_[signal]->notify();
      },
      number);
}

void IoThread::post(Job job) {
  {
    MutexLock lock(mutex_);
    if (!stopping_) {
      posted_.push_back(std::move(job));
      // Wakes the loop; several sends may become one, so take_posted() takes all. Under the lock:
      // the handle lives until stop() has had its turn.
      uv_async_send(&wake_);
      return;
    }
  }
  // By a completion on this thread, or by the machine's end: no other thread is left.
  if (job.is_close || job.is_forget) return;  // the system closes it; nobody reads any more
  if (job.take) {
    job.take(ECANCELED);
  } else if (job.is_read) {
    job.read(ECANCELED, {});
  } else {
    job.written(ECANCELED);
  }
}

void IoThread::run() {
  // A closed pipe is an error of the write, not the end of the program.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
}

void IoThread::take_posted() {
  std::deque<Job> jobs;
  std::deque<std::pair<int, Signalled>> watches;
  std::deque<Call> calls;
  bool stopping;
  {
    MutexLock lock(mutex_);
    jobs.swap(posted_);
    watches.swap(posted_watches_);
    calls.swap(calls_);
    stopping = stopping_;
  }
  for (auto& [number, notify] : watches) set_watch(number, std::move(notify));
  for (Call& call : calls) {
    if (!stopping) call(&loop_);
  }
  for (Job& job : jobs) take_job(std::move(job));
  if (stopping) draining_ = true;
  if (draining_ && !has_writes()) close_all();
}

void IoThread::take_job(Job job) {
  if (job.is_forget) {
    end_reader(job.fd, job.reader);
    return;
  }
  auto& lane = lanes_[{job.fd, job.is_read}];
  if (lane == nullptr) {
    lane = std::make_unique<Lane>();
    lane->owner = this;
    lane->fd = job.fd;
    lane->is_read = job.is_read;
    lane->is_port = job.is_port;
  }
  if (job.is_close && job.is_read) {
    dispose(*lane);
    return;
  }
  lane->jobs.push_back(std::move(job));
  if (lane->jobs.size() == 1) advance(*lane);
}

/// Ends a lane, and answers its descriptor. What libuv still has is freed when libuv lets go.
int IoThread::let_go(Lane& lane) {
  std::unique_ptr<Lane> ended = std::move(lanes_.extract({lane.fd, lane.is_read}).mapped());
  for (Job& job : ended->jobs) {
    if (!job.is_close) finish(job, ECANCELED);
  }
  ended->jobs.clear();
  const int fd = ended->fd;
  // libuv lets go of the descriptor first: the moment it is closed, its number may be another's.
  if (ended->has_poll) {
    uv_close(reinterpret_cast<uv_handle_t*>(&ended.release()->poll),  // owner: the handle
             [](uv_handle_t* handle) { std::unique_ptr<Lane>{static_cast<Lane*>(handle->data)}; });
  }
  return fd;
}

/// Ends a port's lane and closes its descriptor.
void IoThread::dispose(Lane& lane) { ::close(let_go(lane)); }

/// Ends what `reader` waits for. A descriptor that nobody waits for is not watched either: its
/// number may soon be another's.
void IoThread::end_reader(int fd, const void* reader) {
  const auto lane = lanes_.find({fd, true});
  if (lane == lanes_.end()) return;
  std::deque<Job>& jobs = lane->second->jobs;
  for (auto job = jobs.begin(); job != jobs.end();) {
    if (job->reader != reader) {
      ++job;
      continue;
    }
    finish(*job, ECANCELED);
    job = jobs.erase(job);
  }
  if (jobs.empty()) let_go(*lane->second);
}

/// Serves the lane's jobs until one must wait.
void IoThread::advance(Lane& lane) {
  while (!lane.jobs.empty()) {
    if (lane.jobs.front().is_close) {
      dispose(lane);
      return;
    }
    if (lane.can_wait) {
      pollfd ready{lane.fd, static_cast<short>(lane.is_read ? POLLIN : POLLOUT), 0};
      if (poll(&ready, 1, 0) == 0) {
        wait_for(lane);
        if (lane.can_wait) return;
      }
    }
    if (step(lane.jobs.front())) lane.jobs.pop_front();
  }
}

/// One system call; true when the job is done (its completion has run).
bool IoThread::step(Job& job) {
  if (job.take) {
    const ThreadProgress::Visit visit(participant_);
    return job.take(0);
  }
  if (job.is_read) {
    job.bytes.resize(kReadBytes);
    const ssize_t count = ::read(job.fd, job.bytes.data(), kReadBytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    const int error = count < 0 ? errno : 0;
    job.bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    finish(job, error);
    return true;
  }
  const std::size_t left = job.bytes.size() - job.offset;
  const std::size_t size = job.is_port ? left : std::min(left, kSafeWriteBytes);
  const ssize_t count = ::write(job.fd, job.bytes.data() + job.offset, size);
  if (count < 0) {
    if (errno == EINTR || errno == EAGAIN) return false;
    finish(job, errno);
    return true;
  }
  job.offset += static_cast<std::size_t>(count);
  if (job.offset < job.bytes.size()) return false;
  finish(job, 0);
  return true;
}

/// Has libuv call when the descriptor is ready. Regular files cannot be waited for: they are always
/// ready.
void IoThread::wait_for(Lane& lane) {
  if (!lane.has_poll) {
    // The same descriptor may be polled for reading by another lane; libuv wants one handle each.
    if (uv_poll_init(&loop_, &lane.poll, lane.fd) != 0) {
      lane.can_wait = false;
      return;
    }
    lane.poll.data = &lane;
    lane.has_poll = true;
  }
  uv_poll_start(&lane.poll, lane.is_read ? UV_READABLE : UV_WRITABLE,
                [](uv_poll_t* poll, int, int) {
                  auto& ready = *static_cast<Lane*>(poll->data);
                  IoThread& owner = *ready.owner;  // the lane may end here
                  uv_poll_stop(poll);
                  // One step even on an error event: the system call says which error.
                  if (!ready.jobs.empty() && owner.step(ready.jobs.front())) ready.jobs.pop_front();
                  owner.advance(ready);
                  if (owner.draining_ && !owner.has_writes()) owner.close_all();
                });
}

void IoThread::finish(Job& job, int error) {
  ThreadProgress::Visit visit(participant_);
  if (job.take) {
    job.take(error);
  } else if (job.is_read) {
    job.read(error, std::move(job.bytes));
  } else {
    job.written(error);
  }
}

bool IoThread::has_writes() const {
  for (const auto& [key, lane] : lanes_) {
    if (lane->is_read || lane->jobs.empty()) continue;
    pollfd ready{lane->fd, POLLOUT, 0};
    if (!lane->is_port || poll(&ready, 1, 0) != 0) return true;
  }
  return false;
}

void IoThread::close_all() {
  for (auto& [key, lane] : lanes_) {
    for (Job& job : lane->jobs) {
      if (!job.is_close) finish(job, ECANCELED);
    }
    lane->jobs.clear();
    if (lane->has_poll && !uv_is_closing(reinterpret_cast<uv_handle_t*>(&lane->poll))) {
      uv_close(reinterpret_cast<uv_handle_t*>(&lane->poll), nullptr);
    }
  }
  for (auto& [number, watch] : watches_) {
    auto* handle = reinterpret_cast<uv_handle_t*>(&watch->handle);
    if (!uv_is_closing(handle)) uv_close(handle, nullptr);
  }
  if (!uv_is_closing(reinterpret_cast<uv_handle_t*>(&wake_))) {
    uv_close(reinterpret_cast<uv_handle_t*>(&wake_), nullptr);
  }
  // Programs of ports continue; the machine does not wait for them any more.
  uv_walk(
      &loop_,
      [](uv_handle_t* handle, void*) {
        if (uv_is_closing(handle)) return;
        if (handle->type == UV_PROCESS) uv_close(handle, free_child);
        // Of those that asked with on_loop(), which own them.
        if (handle->type != UV_PROCESS) uv_close(handle, nullptr);
      },
      nullptr);
}

}  // namespace vm
