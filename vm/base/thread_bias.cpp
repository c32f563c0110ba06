// Gives the right, and takes it away.
#include "vm/base/thread_bias.h"

#include <deque>
#include <linux/membarrier.h>
#include <mutex>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace vm {
namespace {

// relaxed, all of these: written before there are threads, or counts that decide nothing but speed
constinit Atomic<bool> has_barriers{false};
constinit Atomic<Word> given{0};  // or refused
constinit Atomic<Word> taken{0};

// Taking the right away costs up to 30 microseconds, of which each use saves six nanoseconds. Where
// many are taken away, few get it.
constexpr Word kTakenAnyway = 16;
constexpr Word kGivenPerTaken = 256;
// In a row, before a thread gets the right: as many uses as pay for taking it away.
constexpr unsigned kLooks = 64;

bool pays() {
  const Word count = given.fetch_add(1, kRelaxed);
  const Word lost = taken.load(kRelaxed);
  return lost < kTakenAnyway || count >= lost * kGivenPerTaken;
}

long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/// Short waits first: the other thread is inside for less than a microsecond mostly.
void wait_a_little(int& times) {
  constexpr int kSpins = 100;
  if (times++ < kSpins)
    cpu_pause();
  else
    std::this_thread::yield();
}

}  // namespace

thread_local constinit ThreadBias::Thread* ThreadBias::this_thread_ = nullptr;
constinit ThreadBias::Thread ThreadBias::being_taken_;
constinit ThreadBias::Thread ThreadBias::readers_;

bool ThreadBias::announce() {
  has_barriers.store(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0, kRelaxed);
  return has_barriers.load(kRelaxed);
}

struct ThreadBias::Threads {
  std::mutex mutex;
  std::deque<Thread> all;
};

/// Until the program ends: a thread that takes the right away may look at one that has ended.
ThreadBias::Threads& ThreadBias::threads() {
  static Threads& threads = *new Threads;  // owner: the program
  return threads;
}

void ThreadBias::allow_for_this_thread() {
  if (this_thread_ != nullptr || !has_barriers.load(kRelaxed)) return;
  const std::lock_guard lock(threads().mutex);
  this_thread_ = &threads().all.emplace_back();
}

ThreadBias::ThreadBias() {
  // relaxed: other threads get to this object by means that order its construction
  if (this_thread_ != nullptr && pays()) owner_.store(this_thread_, kRelaxed);
}

ThreadBias::Gift ThreadBias::look(const Thread* me, LockMode mode) {
  const unsigned reads = mode == LockMode::kRead ? reads_.load(kRelaxed) + 1 : 0;
  reads_.store(reads, kRelaxed);
  const bool is_alone = looker_.load(kRelaxed) == me;
  const unsigned looks = is_alone ? looks_.load(kRelaxed) + 1 : 0;
  looker_.store(me, kRelaxed);
  looks_.store(looks, kRelaxed);
  if (is_alone && looks % kLooks == 0) return Gift::kToMe;
  return reads != 0 && reads % kLooks == 0 ? Gift::kToReaders : Gift::kNone;
}

void ThreadBias::give(Gift gift) {
  // relaxed: the lock orders it
  if (owner_.load(kRelaxed) != nullptr) return;
  // release: for readers, who have not held the lock since
  owner_.store(gift == Gift::kToMe ? this_thread_ : &readers_, kRelease);
}

void ThreadBias::take_away() {
  int times = 0;
  // acquire: see enter()
  while (Thread* owner = owner_.load(kAcquire)) {
    // relaxed: the barrier orders it
    if (owner != &being_taken_ &&
        owner_.compare_exchange_strong(owner, &being_taken_, kRelaxed, kRelaxed)) {
      // Readers have used it enough for that.
      if (owner != &readers_) taken.fetch_add(1, kRelaxed);
      // From here on the owner sees the change before it enters, or is seen inside.
      membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
      wait_for(owner);
      reads_.store(0, kRelaxed);        // what the owner did was not counted
      owner_.store(nullptr, kRelease);  // release: what the owner did inside, for all threads
      return;
    }
    wait_a_little(times);
  }
}

/// Until it, or each thread, is outside.
void ThreadBias::wait_for(const Thread* owner) const {
  int times = 0;
  const auto wait = [&](const Thread& thread) {
    // acquire: what it did inside
    while (thread.inside.load(kAcquire) == this) wait_a_little(times);
  };
  if (owner != &readers_) return wait(*owner);
  // A thread that is allowed later sees what the caller has written.
  const std::lock_guard lock(threads().mutex);
  for (const Thread& thread : threads().all) wait(thread);
}

}  // namespace vm
