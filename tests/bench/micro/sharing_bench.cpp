// What threads cost each other on this computer: the figures that tests/bench/scaling/simulate
// begins with.
#include "vm/base/atomic.h"
#include "vm/base/mutex.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using vm::kAcquire;
using vm::kRelaxed;
using vm::kRelease;

struct alignas(64) Line {
  vm::Atomic<long> value{0};
};

/// An atomic addition to a cache line that no other thread uses.
void line_of_one_thread(benchmark::State& state) {
  static Line line;
  for (auto _ : state) line.value.fetch_add(1, kRelaxed);
}
BENCHMARK(line_of_one_thread);

/// What lies between two uses of a line in the machine: a hundred dependent multiplications.
void compute() {
  unsigned long x = 1;
  for (int i = 0; i < 100; i++) benchmark::DoNotOptimize(x *= 6364136223846793005);
}

/// Two threads that compute add to one line, and to a line of their own. The difference is what a
/// line costs that another processor had, where the additions are not all that is done.
void line_of_two_threads(benchmark::State& state) {
  static Line line;
  for (auto _ : state) {
    compute();
    line.value.fetch_add(1, kRelaxed);
  }
}
BENCHMARK(line_of_two_threads)->Threads(2)->UseRealTime();
void line_of_each_of_two_threads(benchmark::State& state) {
  static Line lines[2];
  Line& line = lines[state.thread_index()];
  for (auto _ : state) {
    compute();
    line.value.fetch_add(1, kRelaxed);
  }
}
BENCHMARK(line_of_each_of_two_threads)->Threads(2)->UseRealTime();

/// A cache line goes to another processor and comes back: two transfers.
void line_to_and_fro(benchmark::State& state) {
  static Line line;
  line.value.store(0, kRelaxed);
  std::thread other([] {
    for (long seen = 0; seen >= 0;) {
      seen = line.value.load(kAcquire);
      if (seen % 2 == 1) line.value.store(seen + 1, kRelease);
    }
  });
  for (auto _ : state) {
    const long seen = line.value.load(kRelaxed);
    line.value.store(seen + 1, kRelease);
    while (line.value.load(kAcquire) != seen + 2) {
    }
  }
  line.value.store(-1, kRelease);
  other.join();
}
BENCHMARK(line_to_and_fro)->UseRealTime();

/// A thread that waits on a CondVar is woken, and wakes this one: two wake-ups and two sleeps.
void wake_to_and_fro(benchmark::State& state) {
  static vm::Mutex mutex(vm::LockRank::kRegistry);
  static vm::CondVar changed;
  static long turn;  // even: ours, odd: the other's
  turn = 0;
  std::thread other([] {
    for (;;) {
      vm::MutexLock lock(mutex);
      while (turn % 2 == 0) changed.wait(mutex);
      if (turn < 0) return;
      turn++;
      changed.notify_one();
    }
  });
  for (auto _ : state) {
    vm::MutexLock lock(mutex);
    turn++;
    changed.notify_one();
    while (turn % 2 != 0) changed.wait(mutex);
  }
  {
    vm::MutexLock lock(mutex);
    turn = -1;
    changed.notify_one();
  }
  other.join();
}
BENCHMARK(wake_to_and_fro)->UseRealTime();

constexpr std::size_t kBatch = 1000;

/// Blocks like those of messages, allocated and freed by one thread.
void block_of_one_thread(benchmark::State& state) {
  std::vector<void*> blocks(kBatch);
  for (auto _ : state) {
    for (void*& block : blocks) benchmark::DoNotOptimize(block = std::malloc(64));
    for (void* block : blocks) std::free(block);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(kBatch));
}
BENCHMARK(block_of_one_thread);

/// The same, freed by another thread while this one allocates the next: each free takes the lock of
/// the arena that this thread allocates from. Time of either thread, whichever is slower.
void block_freed_by_another(benchmark::State& state) {
  static Line ready;  // odd: the other thread frees what is in `passed`
  static std::vector<void*> passed;
  ready.value.store(0, kRelaxed);
  std::thread other([] {
    for (long seen = 0; seen >= 0;) {
      seen = ready.value.load(kAcquire);
      if (seen % 2 == 0) continue;
      if (seen < 0) return;
      for (void* block : passed) std::free(block);
      ready.value.store(seen + 1, kRelease);
    }
  });
  std::vector<void*> blocks(kBatch);
  for (auto _ : state) {
    for (void*& block : blocks) benchmark::DoNotOptimize(block = std::malloc(64));
    while (ready.value.load(kAcquire) % 2 != 0) {
    }
    passed.swap(blocks);
    blocks.resize(kBatch);
    ready.value.store(ready.value.load(kRelaxed) + 1, kRelease);
  }
  while (ready.value.load(kAcquire) % 2 != 0) {
  }
  ready.value.store(-2, kRelease);
  other.join();
  state.SetItemsProcessed(state.iterations() * static_cast<long>(kBatch));
}
BENCHMARK(block_freed_by_another)->UseRealTime();

}  // namespace
