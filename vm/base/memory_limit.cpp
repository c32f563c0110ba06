// What is resident is read from the system at each large request.
#include "vm/base/memory_limit.h"

#include "vm/base/atomic.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace vm {
namespace {

// Written before a second thread starts.
Word memory_limit = 0;

Atomic<bool (*)()> release_memory{nullptr};

constexpr Word kReserveBytes = Word{256} << 20;

constexpr Word kNoLimit = ~Word{0};

Word limit_of(decltype(RLIMIT_AS) resource) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
  return limit.rlim_cur;
}

/// In pages: addresses that are mapped, what is resident, and what counts as data.
struct PagesUsed {
  unsigned long mapped = 0, resident = 0, data = 0;
};

PagesUsed pages_used() {
  PagesUsed used;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu %lu %*u %*u %*u %lu", &used.mapped, &used.resident, &used.data) != 3)
      used = {};
    std::fclose(file);
  }
  return used;
}

Word left(Word limit, Word pages, Word page) {
  return limit > pages * page ? limit - pages * page : 0;
}

/// What may be mapped in one piece. Not all that is left: other threads map meanwhile what cannot
/// be refused (stacks, arenas of malloc, the library of LLVM).
Word left_of_resource(decltype(RLIMIT_AS) resource, Word pages, Word page) {
  const Word limit = limit_of(resource);
  if (limit == kNoLimit) return limit;
  const Word rest = left(limit, pages, page), reserve = std::min(limit / 4, kReserveBytes);
  return rest > reserve ? rest - reserve : 0;
}

bool fits_now(Word bytes) {
  const auto page = static_cast<Word>(sysconf(_SC_PAGESIZE));
  const PagesUsed used = pages_used();
  const Word limit =
      memory_limit != 0 ? memory_limit : static_cast<Word>(sysconf(_SC_PHYS_PAGES)) * page;
  if (bytes > left(limit, used.resident, page)) return false;
  return bytes <= std::min(left_of_resource(RLIMIT_AS, used.mapped, page),
                           left_of_resource(RLIMIT_DATA, used.data, page));
}

}  // namespace

void set_memory_limit(Word bytes) { memory_limit = bytes; }

Word addresses_to_reserve(Word most, Word parts) {
  const Word limit = std::min(limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA));
  return limit == kNoLimit ? most : std::min(most, std::bit_floor(limit / parts));
}

// relaxed: the function refers to nothing that is made with the pointer.
void set_memory_release(bool (*release)()) { release_memory.store(release, kRelaxed); }

bool detail::large_request_fits(Word bytes) {
  if (fits_now(bytes)) return true;
  const auto release = release_memory.load(kRelaxed);
  return release != nullptr && release() && fits_now(bytes);
}

}  // namespace vm
