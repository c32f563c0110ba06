// Two views of the same pages are made by mremap() with an old size of 0, which duplicates a shared
// mapping. Emulators (valgrind, older qemu) do not support that; there a memory file is mapped
// twice.
#include "jit/code_memory.h"

#include "vm/base/memory_limit.h"
#include "vm/base/processor.h"
#include "vm/heap/block.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jit {
namespace {

constexpr std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

void fill_with_traps(vm::Byte* from, std::size_t bytes) {
  if constexpr (vm::kProcessor == vm::Processor::kX86_64) {
    std::memset(from, 0xcc, bytes);  // int3
  } else {
    constexpr vm::Byte kBreak[] = {0x00, 0x00, 0x20, 0xd4};  // brk #0
    for (std::size_t i = 0; i < bytes; i += sizeof kBreak)
      std::memcpy(from + i, kBreak, sizeof kBreak);
  }
}

std::string refused(const char* what) {
  return std::string("code memory: ") + what + ": " + std::strerror(errno);
}

/// Maps the same new pages writable at `base` and executable behind that. Null, or the name of the
/// call that failed.
const char* map_views(vm::Byte* base, std::size_t bytes) {
  constexpr int kShared = MAP_SHARED | MAP_FIXED | MAP_NORESERVE;
  if (mmap(base, bytes, PROT_READ | PROT_WRITE, kShared | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    return "the writable view";
  if (mremap(base, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, base + bytes) != MAP_FAILED) {
    // Both views are writable up to here, and none is executable.
    return mprotect(base + bytes, bytes, PROT_READ | PROT_EXEC) == 0 ? nullptr
                                                                     : "the executable view";
  }
  if (errno != EINVAL) return "a second view";
  const int file = memfd_create("sonde-code", MFD_CLOEXEC);
  if (file < 0) return "a memory file";
  const bool is_mapped =
      ftruncate(file, static_cast<off_t>(bytes)) == 0 &&
      mmap(base, bytes, PROT_READ | PROT_WRITE, kShared, file, 0) != MAP_FAILED &&
      mmap(base + bytes, bytes, PROT_READ | PROT_EXEC, kShared, file, 0) != MAP_FAILED;
  const int why = errno;
  close(file);  // the mappings keep it
  errno = why;
  return is_mapped ? nullptr : "mapping a memory file";
}

/// Puts what is there now into a large page. The result is of no interest: small ones do as well,
/// only not as fast.
void collapse(vm::Byte* large_page) {
  constexpr int kCollapse = 25;  // MADV_COLLAPSE, of Linux 6.1
  static_cast<void>(madvise(large_page, vm::kLargePageBytes, kCollapse));
}

long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

}  // namespace

bool CodeMemory::announce_changes() {
  return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) == 0;
}

vm::Result<std::unique_ptr<CodeMemory>, std::string> CodeMemory::create(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (bytes == 0 || bytes > kMaxBytes) {
    return vm::Err(std::string("code memory: expected 1 to ") + std::to_string(kMaxBytes) +
                   " bytes, found " + std::to_string(bytes));
  }
  // Three ranges, and for a moment a fourth; with the literals half of what there is.
  bytes = round_up(vm::addresses_to_reserve(bytes, 16), page);
  if (!announce_changes()) return vm::Err(refused("membarrier(SYNC_CORE)"));
  // One reservation, so that all three ranges are within reach of each other.
  void* reserved = vm::map_at_large_page(3 * bytes, PROT_NONE);
  if (reserved == nullptr) return vm::Err(refused("reserving addresses"));
  auto* base = static_cast<vm::Byte*>(reserved);
  // From here on `memory` unmaps the reservation with all that is mapped into it.
  std::unique_ptr<CodeMemory> memory(new CodeMemory(base, bytes));  // owner: memory
  if (const char* what = map_views(base, bytes); what != nullptr) return vm::Err(refused(what));
  if (mmap(base + 2 * bytes, bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    return vm::Err(refused("data"));
  return memory;
}

CodeMemory::CodeMemory(vm::Byte* base, std::size_t bytes)
    : base_(base), bytes_(bytes), code_(base + bytes), distance_(bytes) {
  vm::MutexLock lock(mutex_);
  code_region_.free[0] = bytes;
  data_region_.free[0] = bytes;
}

CodeMemory::~CodeMemory() { munmap(base_, 3 * bytes_); }

std::size_t CodeMemory::Region::allocate(std::size_t bytes) {
  for (auto it = free.begin(); it != free.end(); ++it) {
    if (it->second < bytes) continue;
    const auto [offset, size] = *it;
    free.erase(it);
    if (size > bytes) free[offset + bytes] = size - bytes;
    used += bytes;
    return offset;
  }
  return kFull;
}

void CodeMemory::Region::release(std::size_t offset, std::size_t bytes) {
  VM_CHECK(used >= bytes, "only what was allocated is freed");
  used -= bytes;
  auto next = free.lower_bound(offset);
  VM_CHECK(next == free.end() || offset + bytes <= next->first, "a block is freed once");
  if (next != free.end() && next->first == offset + bytes) {
    bytes += next->second;
    next = free.erase(next);
  }
  if (next != free.begin()) {
    auto& [before, size] = *std::prev(next);
    VM_CHECK(before + size <= offset, "a block is freed once");
    if (before + size == offset) {
      size += bytes;
      return;
    }
  }
  free[offset] = bytes;
}

vm::Byte* CodeMemory::allocate_code(std::size_t bytes) {
  std::size_t offset = 0, first = 0, end = 0;
  {
    vm::MutexLock lock(mutex_);
    offset = code_region_.allocate(round_up(bytes, kAlignment));
    if (offset == kFull) return nullptr;
    // What lies before the first block in a large page has been used.
    first = collapsed_pages_;
    end = std::max(first, offset / vm::kLargePageBytes);
    collapsed_pages_ = end;
  }
  collapse_pages(first, end);
  return code_ + offset;
}

void CodeMemory::collapse_pages(std::size_t page, std::size_t end) {
  if (bytes_ % vm::kLargePageBytes != 0) return;  // the second view is not aligned
  for (; page < end; ++page) {
    collapse(base_ + page * vm::kLargePageBytes);
    collapse(code_ + page * vm::kLargePageBytes);
  }
}

vm::Byte* CodeMemory::allocate_data(std::size_t bytes) {
  vm::MutexLock lock(mutex_);
  const std::size_t offset = data_region_.allocate(round_up(bytes, kAlignment));
  return offset == kFull ? nullptr : code_ + bytes_ + offset;
}

void CodeMemory::free_code(vm::Byte* block, std::size_t bytes) {
  if (block == nullptr) return;
  bytes = round_up(bytes, kAlignment);
  // A thread that still runs here by mistake must trap, also where caches must be flushed
  // (AArch64).
  fill_with_traps(writable(block), bytes);
  write_back(block, bytes);
  vm::MutexLock lock(mutex_);
  const auto offset = static_cast<std::size_t>(block - code_);
  // relaxed, both: who allocates these bytes again has had the lock since
  freed_end_.store(std::max(freed_end_.load(vm::kRelaxed), offset + bytes), vm::kRelaxed);
  code_region_.release(offset, bytes);
}

/// AArch64: a processor fetches ahead what it does not run.
bool CodeMemory::may_have_been_fetched(const void* executable) const {
  if constexpr (vm::kProcessor != vm::Processor::kX86_64) return true;
  const auto offset = static_cast<std::size_t>(static_cast<const vm::Byte*>(executable) - code_);
  return offset < freed_end_.load(vm::kRelaxed);  // relaxed: see free_code()
}

void CodeMemory::free_data(vm::Byte* block, std::size_t bytes) {
  if (block == nullptr) return;
  vm::MutexLock lock(mutex_);
  data_region_.release(static_cast<std::size_t>(block - code_) - bytes_,
                       round_up(bytes, kAlignment));
}

void CodeMemory::write_back(const void* executable, std::size_t bytes) const {
  auto* from = static_cast<char*>(const_cast<void*>(executable));
  // AArch64: data caches are physical, so cleaning through the executable address writes back what
  // the writable one changed; instruction caches are then emptied at the address that runs.
  // x86-64: this compiles to nothing, caches are coherent.
  __builtin___clear_cache(from, from + bytes);
}

void CodeMemory::synchronise() const {
  // Other processors keep what they have fetched already until they synchronise: on AArch64 with an
  // ISB, on x86-64 with a serialising instruction, because the bytes were written through another
  // linear address. The call has each of them do so before it runs user code again.
  const long done = membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
  VM_CHECK(done == 0, "registered when the memory was made");
}

std::size_t CodeMemory::used_code_bytes() const {
  vm::MutexLock lock(mutex_);
  return code_region_.used;
}

std::size_t CodeMemory::used_data_bytes() const {
  vm::MutexLock lock(mutex_);
  return data_region_.used;
}

}  // namespace jit
