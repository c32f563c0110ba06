// What the parts of vm/base cost where the machine uses them most.
#include "vm/base/log.h"
#include "vm/base/mutex.h"

#include <benchmark/benchmark.h>

namespace {

/// A log line whose subject is off: the cost of being able to log.
void log_off(benchmark::State& state) {
  std::uint64_t n = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(n++);
    VM_LOG(gc, "collected {}", n);
  }
}
BENCHMARK(log_off);

/// Taking and releasing a lock that nobody else wants.
void mutex_uncontended(benchmark::State& state) {
  static vm::Mutex mutex(vm::LockRank::kRegistry);
  for (auto _ : state) {
    vm::MutexLock lock(mutex);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(mutex_uncontended);
BENCHMARK(mutex_uncontended)->Name("mutex_contended")->Threads(2);

}  // namespace
