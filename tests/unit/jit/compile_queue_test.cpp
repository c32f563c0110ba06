// Jobs of the compiling thread against modules that go away and threads that wait.
#include "jit/compile_queue.h"

#include "vm/code/module.h"

#include <gtest/gtest.h>

#include <thread>

namespace jit {
namespace {

constexpr std::chrono::microseconds kNoTimeout{0};

CompileJob job_of(const vm::Module& module) {
  CompileJob job;
  job.module = &module;
  return job;
}

TEST(CompileQueue, GivesJobsInTheOrderOfTheirNumbers) {
  CompileQueue queue;
  const vm::Module module;
  EXPECT_EQ(queue.add(job_of(module)), 1u);
  EXPECT_EQ(queue.add(job_of(module)), 2u);
  CompileJob job;
  for (Word number : {1, 2}) {
    EXPECT_EQ(queue.take(&job, kNoTimeout), CompileQueue::Taken::kJob);
    EXPECT_EQ(job.number, number);
    const CompileQueue::Completion completion(queue, job);
    EXPECT_TRUE(completion.is_module_loaded());
  }
}

TEST(CompileQueue, DropsTheJobsOfARemovedModule) {
  CompileQueue queue;
  const vm::Module gone;
  const vm::Module stays;
  queue.add(job_of(gone));
  queue.add(job_of(stays));
  queue.remove_module(gone);
  CompileJob job;
  EXPECT_EQ(queue.take(&job, kNoTimeout), CompileQueue::Taken::kJob);
  EXPECT_EQ(job.module, &stays);
  const CompileQueue::Completion completion(queue, job);
  EXPECT_TRUE(completion.is_module_loaded());
}

TEST(CompileQueue, SaysThatTheModuleWentWhileItsFunctionWasCompiled) {
  CompileQueue queue;
  const vm::Module module;
  queue.add(job_of(module));
  CompileJob job;
  EXPECT_EQ(queue.take(&job, kNoTimeout), CompileQueue::Taken::kJob);
  queue.remove_module(module);
  const CompileQueue::Completion completion(queue, job);
  EXPECT_FALSE(completion.is_module_loaded());
}

TEST(CompileQueue, WakesThreadsThatWaitForAJob) {
  CompileQueue queue;
  const vm::Module module;
  const Word number = queue.add(job_of(module));
  std::thread waiter([&] { queue.wait_for(number); });
  CompileJob job;
  EXPECT_EQ(queue.take(&job, kNoTimeout), CompileQueue::Taken::kJob);
  {
    const CompileQueue::Completion completion(queue, job);
  }
  waiter.join();
}

TEST(CompileQueue, TimesOutWhereNothingIsQueuedAndStops) {
  CompileQueue queue;
  CompileJob job;
  EXPECT_EQ(queue.take(&job, std::chrono::microseconds(1)), CompileQueue::Taken::kTimeout);
  queue.stop();
  EXPECT_EQ(queue.take(&job, kNoTimeout), CompileQueue::Taken::kStopped);
}

}  // namespace
}  // namespace jit
