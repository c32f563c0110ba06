// CodeMemory: the bounded memory that native code lives in. Shared anonymous pages are mapped
// twice: through one view they can be written, through the other executed, and neither view ever
// changes its protection. So adding or patching code costs no system call for protections, and no
// page is writable and executable at once. Data that compiled code may write is in a third range
// beside them, within the reach of relative addresses. Rejected: one view whose protection flips
// (each flip is a system call and a shootdown on all processors, and code beside the patched place
// stops being executable or becomes writable), and a memory file as origin (perf takes what comes
// from a file for a library and does not read the perf map). Invariants: blocks do not overlap;
// free memory in the executable view traps. Ownership: the caller that allocates frees, after
// thread progress. Threads: any; free lists are locked, the bytes of a block belong to its owner.
// Where code has filled 2 MiB, it is put into a large page: OTP's compiler, with 5 MB of code,
// takes 0.97 to 0.99 of its time. Contract: B9, B11; DESIGN 3.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/base/result.h"
#include "vm/base/types.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace jit {

class CodeMemory {
 public:
  /// The alignment of every block, and of what is in it: a cache line, so that no code shares one
  /// with data that is written.
  static constexpr std::size_t kAlignment = 64;
  /// The most that can be asked for: all of it must be within reach of relative calls.
  static constexpr std::size_t kMaxBytes = std::size_t{512} << 20;

  /// Registers the process for membarrier(SYNC_CORE), which publish() uses. create() does so, too;
  /// but with several threads it takes the system milliseconds. False, with errno: it refuses.
  static bool announce_changes();

  /// Reserves addresses for `bytes` of code (rounded up to pages) and as much data, for fewer where
  /// the system limits the addresses of the process; memory is used as blocks are written. An error
  /// says what the system refused.
  static vm::Result<std::unique_ptr<CodeMemory>, std::string> create(std::size_t bytes);
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  /// The address at which a block of code will run, or null: the memory is full. Its bytes are
  /// written through writable(), and published with publish().
  vm::Byte* allocate_code(std::size_t bytes) VM_EXCLUDES(mutex_);
  /// The same for data, which is read and written at its one address.
  vm::Byte* allocate_data(std::size_t bytes) VM_EXCLUDES(mutex_);
  /// Frees a block, with the size it was allocated with; no effect for null. No thread runs it any
  /// more, or is about to (thread progress).
  void free_code(vm::Byte* block, std::size_t bytes) VM_EXCLUDES(mutex_);
  void free_data(vm::Byte* block, std::size_t bytes) VM_EXCLUDES(mutex_);

  /// Where the byte that runs at `executable` can be written.
  vm::Byte* writable(const void* executable) const {
    VM_ASSERT(contains_code(executable), "only code of this memory has a second address");
    return static_cast<vm::Byte*>(const_cast<void*>(executable)) - distance_;
  }
  bool contains_code(const void* address) const {
    const auto* at = static_cast<const vm::Byte*>(address);
    return at >= code_ && at < code_ + bytes_;
  }

  /// From now on every processor runs what was written to [executable, executable + bytes) of a
  /// block that was allocated, also those that may have fetched what was there before. The two
  /// calls below in one, without the second where no code has been before. Any thread.
  void publish(const void* executable, std::size_t bytes) const {
    write_back(executable, bytes);
    if (may_have_been_fetched(executable)) synchronise();
  }
  /// The first half: processors that fetch from now on get what was written. Nothing on x86-64.
  void write_back(const void* executable, std::size_t bytes) const;
  /// The second half, once for any number of places: no processor runs what it has fetched before.
  void synchronise() const;

  std::size_t limit_bytes() const { return bytes_; }
  std::size_t used_code_bytes() const VM_EXCLUDES(mutex_);
  std::size_t used_data_bytes() const VM_EXCLUDES(mutex_);

 private:
  /// Free ranges of one region: offset to size, no two adjacent.
  struct Region {
    std::map<std::size_t, std::size_t> free;
    std::size_t used = 0;

    /// An offset, or kFull. First fit: blocks are few, and early addresses stay in use.
    std::size_t allocate(std::size_t bytes);
    void release(std::size_t offset, std::size_t bytes);
  };
  static constexpr std::size_t kFull = ~std::size_t{0};

  CodeMemory(vm::Byte* base, std::size_t bytes);
  bool may_have_been_fetched(const void* executable) const;
  /// Puts these large pages, by number, in place of the small ones. Other threads may use them.
  void collapse_pages(std::size_t page, std::size_t end);

  vm::Byte* const base_;        // writable view, executable view, data: bytes_ each
  const std::size_t bytes_;     // constant after construction, as what follows
  vm::Byte* const code_;        // the executable view
  const std::size_t distance_;  // from the writable view to it
  mutable vm::Mutex mutex_{vm::LockRank::kAllocator};
  Region code_region_ VM_GUARDED_BY(mutex_);
  Region data_region_ VM_GUARDED_BY(mutex_);
  std::size_t collapsed_pages_ VM_GUARDED_BY(mutex_) = 0;  // the large pages before this one
  vm::Atomic<std::size_t> freed_end_{0};                   // no byte behind it was ever freed
};

}  // namespace jit
