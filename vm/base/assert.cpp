// Prints the message of a failed check and aborts.
#include "vm/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace vm::detail {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: check failed: %s (%s)\n", file, line, condition, why);
  std::fflush(stderr);
  std::abort();
}

}  // namespace vm::detail
