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
  if (!mutex_.try_lock()) return kNever;  // another scheduler looks
  // The first look is a second after the first sleep: Erlang time begins anywhere.
  if (last_look_ns_ == 0) last_look_ns_ = now_ns;
  // Without work since the last look, memory is as it was.
  if (now_ns - last_look_ns_ >= kEveryNs && (work != work_then_ || was_much_)) {
    last_look_ns_ = now_ns;
    work_then_ = work;
    compare(work);
  }
  const bool again = work != work_then_ || was_much_;
  const SWord again_ns = again ? last_look_ns_ + kEveryNs : kNever;
  mutex_.unlock();
  return again_ns;
}

void MemoryTrim::compare(Word work) {
  // acquire: pairs with the end of the trim, so that joining the thread does not wait.
  if (is_trimming_.load(kAcquire)) return;
  if (thread_.joinable()) {
    thread_.join();
    looks_to_go_ = static_cast<std::uint32_t>(pause_.load(kRelaxed));  // relaxed: see there
  }
  if (looks_to_go_ > 0) --looks_to_go_;
  const bool is_much = work != work_at_trim_ && excess_bytes() > kMuchBytes;
  if (!is_much || !was_much_ || looks_to_go_ > 0) {
    was_much_ = is_much;
    return;
  }
  was_much_ = false;
  work_at_trim_ = work;
  is_trimming_.store(true, kRelaxed);  // relaxed: the thread begins after it
  thread_ = std::thread([this] { trim(); });
}

void MemoryTrim::trim() {
  const Word before = resident_bytes();
  ::malloc_trim(0);
  const bool was_worthwhile = before >= resident_bytes() + kWorthwhileBytes;
  // relaxed: see the declaration.
  const Word pause =
      was_worthwhile ? kFirstPause : std::min(pause_.load(kRelaxed) * 2, kLongestPause);
  pause_.store(pause, kRelaxed);
  is_trimming_.store(false, kRelease);  // pairs with the load in compare()
}

void MemoryTrim::stop() {
  MutexLock lock(mutex_);
  if (thread_.joinable()) thread_.join();
}

}  // namespace vm
