// First-fit allocation from a map of free ranges, which is fast enough: areas are few (one per
// module) and long-lived.
#include "vm/heap/literal_memory.h"

#include "vm/base/memory_limit.h"
#include "vm/base/out_of_memory.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace vm {

LiteralMemory::LiteralMemory() {
  reserved_bytes_ = std::max(addresses_to_reserve(kReservedBytes, 4), kLeastReservedBytes);
  // PROT_NONE: addresses that nothing may use yet do not count as data (ulimit -d).
  void* range =
      mmap(nullptr, reserved_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) out_of_memory(reserved_bytes_, "literals (address space)");
  base_ = reinterpret_cast<Word>(range);
  free_[0] = reserved_bytes_ / kWordBytes;
}

bool LiteralMemory::commit(Word bytes) {
  if (bytes <= committed_bytes_) return true;
  const Word wanted =
      std::min((bytes + kCommitBytes - 1) / kCommitBytes * kCommitBytes, reserved_bytes_);
  if (mprotect(reinterpret_cast<void*>(base_ + committed_bytes_), wanted - committed_bytes_,
               PROT_READ | PROT_WRITE) != 0)
    return false;
  committed_bytes_ = wanted;
  return true;
}

LiteralMemory::~LiteralMemory() {
  for (auto& [address, area] : retired_) area.release_owned();
  if (dying_area_ != nullptr) dying_area_->release_owned();
  munmap(reinterpret_cast<void*>(base_), reserved_bytes_);
}

Term* LiteralMemory::allocate(Word words) {
  if (words == 0) return nullptr;
  MutexLock lock(mutex_);
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    if (it->second < words) continue;
    const Word offset = it->first;
    const Word rest = it->second - words;
    if (!commit((offset + words) * kWordBytes)) return nullptr;
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
  const Word freed_start = reinterpret_cast<Word>(area);
  const Word freed_end = freed_start + words * kWordBytes;
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + words) {
    words += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      words += previous->second;
    }
  }
  free_[offset] = words;
  // Return to the system those pages of the area that are now entirely free. Pages of adjacent free
  // ranges were returned earlier.
  const Word page = static_cast<Word>(sysconf(_SC_PAGESIZE));  // 4 to 64 KB on AArch64
  const auto up = [page](Word address) { return (address + page - 1) & ~(page - 1); };
  const auto down = [page](Word address) { return address & ~(page - 1); };
  const Word first = std::max(down(freed_start), up(base_ + offset * kWordBytes));
  const Word last = std::min(up(freed_end), down(base_ + (offset + words) * kWordBytes));
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void LiteralMemory::retire(LiteralArea area) {
  if (area.size == 0) return;
  MutexLock lock(mutex_);
  auto next = retired_.upper_bound(area.words);
  const auto joins = [](const LiteralArea& low, const LiteralArea& high) {
    return low.words + low.size == high.words && low.size + high.size <= kMaxJoinedWords;
  };
  const auto join = [](LiteralArea& low, LiteralArea& high) {
    low.size += high.size;
    if (high.off_heap.first() != nullptr) high.joined_off_heaps.push_back(high.off_heap);
    // Append the shorter list to the longer one: merged areas usually grow by one small area at a
    // time, at either end.
    if (low.joined_off_heaps.size() < high.joined_off_heaps.size())
      low.joined_off_heaps.swap(high.joined_off_heaps);
    low.joined_off_heaps.insert(low.joined_off_heaps.end(), high.joined_off_heaps.begin(),
                                high.joined_off_heaps.end());
  };
  if (next != retired_.end() && joins(area, next->second)) {
    join(area, next->second);
    next = retired_.erase(next);
  }
  if (next != retired_.begin()) {
    LiteralArea& previous = std::prev(next)->second;
    if (joins(previous, area)) return join(previous, area);
  }
  retired_.emplace(area.words, std::move(area));
}

LiteralMemory::DyingAreas LiteralMemory::next_dying() {
  MutexLock lock(mutex_);
  DyingAreas areas{nullptr, std::move(dying_area_)};
  if (!retired_.empty()) {
    auto next = retired_.lower_bound(next_address_);
    if (next == retired_.end()) next = retired_.begin();
    dying_area_ = std::make_unique<LiteralArea>(std::move(next->second));
    next_address_ = dying_area_->words + dying_area_->size;
    retired_.erase(next);
    areas.current = dying_area_.get();
  }
  dying_.store(areas.current, kRelease);  // pairs with dying()
  return areas;
}

void LiteralMemory::release(LiteralArea& area) {
  area.release_owned();
  free(area.words, area.size);
}

Word LiteralMemory::used_words() const {
  MutexLock lock(mutex_);
  return used_words_;
}

}  // namespace vm
