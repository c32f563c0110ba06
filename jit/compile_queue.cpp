// One lock and two conditions: work for the compiling thread, results for the schedulers.
#include "jit/compile_queue.h"

#include <utility>

namespace jit {

std::size_t CompileQueue::length() {
  const vm::MutexLock lock(mutex_);
  return jobs_.size();
}

Word CompileQueue::add(CompileJob job) {
  const vm::MutexLock lock(mutex_);
  job.number = ++last_number_;
  jobs_.push_back(std::move(job));
  work_.notify_one();
  return last_number_;
}

void CompileQueue::wait_for(Word number) {
  const vm::MutexLock lock(mutex_);
  while (last_finished_ < number) finished_.wait(mutex_);
}

void CompileQueue::remove_module(const vm::Module& module) {
  const vm::MutexLock lock(mutex_);
  std::erase_if(jobs_, [&](const CompileJob& job) { return job.module == &module; });
  if (compiling_ == &module) compiling_ = nullptr;
}

void CompileQueue::stop() {
  const vm::MutexLock lock(mutex_);
  is_stopped_ = true;
  work_.notify_all();
}

CompileQueue::Taken CompileQueue::take(CompileJob* job, std::chrono::microseconds timeout) {
  const vm::MutexLock lock(mutex_);
  while (jobs_.empty() && !is_stopped_) {
    if (timeout == timeout.zero()) {
      work_.wait(mutex_);
    } else if (!work_.wait_for(mutex_, timeout)) {
      return Taken::kTimeout;
    }
  }
  if (is_stopped_) return Taken::kStopped;
  *job = std::move(jobs_.front());
  jobs_.pop_front();
  compiling_ = job->module;
  return Taken::kJob;
}

CompileQueue::Completion::Completion(CompileQueue& queue, const CompileJob& job)
    : queue_(queue), number_(job.number) {
  queue_.mutex_.lock();
  is_module_loaded_ = queue_.compiling_ != nullptr;
}

CompileQueue::Completion::~Completion() {
  queue_.compiling_ = nullptr;
  queue_.last_finished_ = number_;
  queue_.finished_.notify_all();
  queue_.mutex_.unlock();
}

}  // namespace jit
