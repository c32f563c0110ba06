// When a trim is worth it, and the thread that does it.
#include "vm/sched/memory_trim.h"

#include "vm/heap/memory_use.h"

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <unistd.h>

namespace vm {
namespace {

/// 0 where the system does not say.
Word resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long all = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &all, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<Word>(::sysconf(_SC_PAGESIZE)) : 0;
}

Word excess_bytes() {
  const Word used = memory_in_use(MemoryUse::kHeaps) + memory_in_use(MemoryUse::kMappedHeaps) +
                    memory_in_use(MemoryUse::kBinaries);
  const Word resident = resident_bytes();
  return resident > used ? resident - used : 0;
}

}  // namespace

SWord MemoryTrim::look(SWord now_ns, Word work) {
  if (!mutex_.try_lock()) return kNever;  // another one looks
  SWord again_ns = kNever;
  // The first time is a second after the first sleep: Erlang time begins anywhere.
  if (last_look_ns_ == 0) last_look_ns_ = now_ns;
  // What nobody has worked on since is as it was, and needs no look, unless that was to be
  // confirmed.
  if (work != work_then_ || must_confirm_) {
    if (now_ns - last_look_ns_ >= kEveryNs) {
      last_look_ns_ = now_ns;
      work_then_ = work;
      compare();
    }
    if (work != work_then_ || must_confirm_) again_ns = last_look_ns_ + kEveryNs;
  }
  mutex_.unlock();
  return again_ns;
}

void MemoryTrim::compare() {
  // acquire: pairs with the end of the trim, so that joining the thread does not wait.
  if (is_trimming_.load(kAcquire)) return;
  if (thread_.joinable()) thread_.join();
  const Word excess = excess_bytes();
  const Word least =
      std::min(least_excess_.load(kRelaxed), excess);  // relaxed: see the declaration
  least_excess_.store(least, kRelaxed);
  const Word much = least + std::max(kWorthwhileBytes, least / 2);
  const bool confirmed = must_confirm_ && std::min(excess, excess_then_) > much;
  must_confirm_ = !confirmed && excess > much;
  excess_then_ = excess;
  if (!confirmed) return;
  is_trimming_.store(true, kRelaxed);  // relaxed: the thread begins after it
  thread_ = std::thread([this] {
    ::malloc_trim(0);
    least_excess_.store(excess_bytes(), kRelaxed);
    is_trimming_.store(false, kRelease);  // pairs with the load above
  });
}

void MemoryTrim::stop() {
  MutexLock lock(mutex_);
  if (thread_.joinable()) thread_.join();
}

}  // namespace vm
