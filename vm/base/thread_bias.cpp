// Who has the right, and how it is taken away.
#include "vm/base/thread_bias.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace vm {
namespace {

const char being_taken = 0;

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

}  // namespace

thread_local constinit char ThreadBias::this_thread_ = 0;
thread_local constinit bool ThreadBias::is_allowed_ = false;
thread_local constinit Word ThreadBias::uses_ = 0;

bool ThreadBias::announce() {
  has_barriers.store(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0, kRelaxed);
  return has_barriers.load(kRelaxed);
}

void ThreadBias::allow_for_this_thread() { is_allowed_ = has_barriers.load(kRelaxed); }

ThreadBias::ThreadBias() {
  // relaxed: other threads get to this object by means that order its construction
  if (is_allowed_ && pays()) owner_.store(&this_thread_, kRelaxed);
}

bool ThreadBias::is_alone() {
  if (looker_.load(kRelaxed) != &this_thread_) {
    looker_.store(&this_thread_, kRelaxed);
    looks_.store(0, kRelaxed);
    return false;
  }
  const unsigned looks = looks_.load(kRelaxed) + 1;
  looks_.store(looks, kRelaxed);
  return looks % kLooks == 0;
}

void ThreadBias::give() {
  // relaxed: the lock orders it
  if (owner_.load(kRelaxed) == nullptr) owner_.store(&this_thread_, kRelaxed);
}

void ThreadBias::take_away() {
  constexpr int kSpins = 100;
  // acquire: see enter()
  for (int i = 0; const char* owner = owner_.load(kAcquire); ++i) {
    // relaxed: the barrier orders it
    if (owner != &being_taken &&
        owner_.compare_exchange_strong(owner, &being_taken, kRelaxed, kRelaxed)) {
      taken.fetch_add(1, kRelaxed);
      // From here on the owner sees the change before it enters, or is seen inside.
      membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
      // acquire: what the owner did inside
      for (int n = 0; is_inside_.load(kAcquire); ++n)
        n < kSpins ? cpu_pause() : std::this_thread::yield();
      owner_.store(nullptr, kRelease);  // release: that, for all threads
      return;
    }
    i < kSpins ? cpu_pause() : std::this_thread::yield();
  }
}

}  // namespace vm
