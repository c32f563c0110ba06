// First fit over a map of free ranges: areas are few (one per module) and live long.
#include "vm/heap/literal_memory.h"

#include <sys/mman.h>
#include <unistd.h>

namespace vm {

LiteralMemory::LiteralMemory() {
  void* range = mmap(nullptr, kReservedBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  VM_CHECK(range != MAP_FAILED, "the address range for literals must be available");
  base_ = reinterpret_cast<Word>(range);
  free_[0] = kReservedBytes / kWordBytes;
}

LiteralMemory::~LiteralMemory() { munmap(reinterpret_cast<void*>(base_), kReservedBytes); }

Term* LiteralMemory::allocate(Word words) {
  if (words == 0) return nullptr;
  MutexLock lock(mutex_);
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    if (it->second < words) continue;
    const Word offset = it->first;
    const Word rest = it->second - words;
    free_.erase(it);
    if (rest > 0) free_[offset + words] = rest;
    used_words_ += words;
    return reinterpret_cast<Term*>(base_) + offset;
  }
  return nullptr;
}

void LiteralMemory::free(Term* area, Word words) {
  if (words == 0) return;
  MutexLock lock(mutex_);
  Word offset = static_cast<Word>(area - reinterpret_cast<Term*>(base_));
  used_words_ -= words;
  // Whole pages inside the area go back to the system; their next user finds zeros.
  const Word page = static_cast<Word>(sysconf(_SC_PAGESIZE));  // 4 to 64 KB on AArch64
  const Word first = (reinterpret_cast<Word>(area) + page - 1) & ~(page - 1);
  const Word last = reinterpret_cast<Word>(area + words) & ~(page - 1);
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + words) {
    words += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      previous->second += words;
      return;
    }
  }
  free_[offset] = words;
}

Word LiteralMemory::used_words() const {
  MutexLock lock(mutex_);
  return used_words_;
}

}  // namespace vm
