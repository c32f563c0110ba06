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

LiteralMemory::~LiteralMemory() {
  for (LiteralArea& area : retired_) area.off_heap.release_all();
  if (dying_area_ != nullptr) dying_area_->off_heap.release_all();
  munmap(reinterpret_cast<void*>(base_), kReservedBytes);
}

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

void LiteralMemory::retire(LiteralArea area) {
  if (area.size == 0) return;
  MutexLock lock(mutex_);
  retired_.push_back(area);
}

bool LiteralMemory::has_retired() const {
  MutexLock lock(mutex_);
  return !retired_.empty();
}

LiteralMemory::Turn LiteralMemory::next_dying() {
  MutexLock lock(mutex_);
  Turn turn{nullptr, std::move(dying_area_)};
  if (!retired_.empty()) {
    dying_area_ = std::make_unique<LiteralArea>(retired_.front());
    retired_.pop_front();
    turn.begins = dying_area_.get();
  }
  dying_.store(turn.begins, kRelease);  // pairs with dying()
  return turn;
}

void LiteralMemory::release(LiteralArea& area) {
  area.off_heap.release_all();
  free(area.words, area.size);
}

Word LiteralMemory::used_words() const {
  MutexLock lock(mutex_);
  return used_words_;
}

}  // namespace vm
