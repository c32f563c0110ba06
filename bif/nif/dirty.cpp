// A thread takes work under the lock and does it without.
#include "bif/nif/dirty.h"

#include "bif/nif/environment.h"
#include "vm/sched/scheduler.h"

namespace bif {
namespace {

thread_local constinit int dirty_thread_type = ERL_NIF_THR_UNDEFINED;

}  // namespace

DirtySchedulers::~DirtySchedulers() { stop(Halt::kWaits); }

bool DirtySchedulers::run(Work work, Halt halt) {
  const vm::MutexLock lock(mutex_);
  if (stopping_) return false;
  waiting_.push_back({std::move(work), halt});
  if (idle_ < waiting_.size() && threads_.size() < limit_) {
    threads_.emplace_back([this] { serve(); });
  } else {
    changed_.notify_one();
  }
  return true;
}

void DirtySchedulers::serve() {
  dirty_thread_type = thread_type_;
  const vm::MutexLock lock(mutex_);
  while (!stopping_) {
    if (waiting_.empty()) {
      ++idle_;
      changed_.wait(mutex_);
      --idle_;
      continue;
    }
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    const std::size_t delaying = job.halt == Halt::kWaits ? 1 : 0;
    ++busy_;
    delaying_ += delaying;
    mutex_.unlock();
    job.work();
    job.work = nullptr;  // here: what it holds may take locks when it goes
    mutex_.lock();
    --busy_;
    delaying_ -= delaying;
    if (stopping_) changed_.notify_all();
  }
}

bool DirtySchedulers::stop(Halt halt) {
  std::vector<std::thread> threads;
  decltype(waiting_) dropped;  // destroyed outside of the lock, as in serve()
  bool is_busy;
  {
    const vm::MutexLock lock(mutex_);
    stopping_ = true;
    dropped.swap(waiting_);
    changed_.notify_all();
    while (halt == Halt::kWaits && delaying_ > 0) changed_.wait(mutex_);
    is_busy = busy_ > 0;
    threads = std::move(threads_);
  }
  for (std::thread& thread : threads) {
    if (is_busy) {
      thread.detach();
    } else {
      thread.join();
    }
  }
  return !is_busy;
}

}  // namespace bif

extern "C" int enif_thread_type() {
  return vm::Scheduler::current() != nullptr ? ERL_NIF_THR_NORMAL_SCHEDULER
                                             : bif::dirty_thread_type;
}
