// What a native leaves to another thread: a file thread (vm/io/file_threads.h) or a dirty scheduler
// (vm/sched/dirty_work.h). The process waits in an operation and is said to run meanwhile. It
// handles signals and may collect, or end, so the work refers to none of its terms.
// Threads: the operation's steps in the process's context; the work on the other thread.
#pragma once

#include "vm/proc/operation.h"
#include "vm/proc/process.h"

#include <functional>
#include <memory>
#include <optional>

namespace vm {

/// Hands `work` to another thread with `start(std::function<void()>)`, which returns false if the
/// machine ends and nothing will run, and answers `answer(Result&)` in the process. What `work`
/// holds outlives the process if need be.
template <class Start, class Work, class Answer>
Operation work_elsewhere(Process& p, Start start, Work work, Answer answer) {
  struct Job {
    Work work;
    std::optional<decltype(work())> result;
  };
  auto job = std::make_shared<Job>(std::move(work), std::nullopt);
  Vm& vm = p.vm;
  const Term pid = p.pid;
  const Word wait = next_operation_wait(p);
  const bool will_run = start([&vm, pid, wait, job] {
    // The wake-up is a signal: what is written before it is seen by the process it wakes.
    job->result.emplace(job->work());
    wake_operation(vm, pid, wait);
  });
  // Not to run: the machine ends, and with it the process.
  p.operation.works_outside = will_run;
  co_await woken(p);
  p.operation.works_outside = false;
  co_return answer(*job->result);
}

}  // namespace vm
