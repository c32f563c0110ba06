// Ends the program when memory is exhausted. The code here must not allocate.
#include "vm/base/out_of_memory.h"

#include <cstdio>
#include <new>
#include <unistd.h>

namespace vm {

void out_of_memory(std::size_t bytes, const char* purpose) {
  char line[200];
  const int length =
      bytes == 0 ? std::snprintf(line, sizeof line, "sonde: out of memory (%s)\n", purpose)
                 : std::snprintf(line, sizeof line, "sonde: out of memory: no %zu bytes for %s\n",
                                 bytes, purpose);
  // A failed write is ignored: there is no other way to report the error.
  static_cast<void>(!::write(STDERR_FILENO, line, static_cast<std::size_t>(length)));
  ::_exit(1);
}

void set_up_new_handler() {
  std::set_new_handler([] { out_of_memory(0, "the machine's internal tables"); });
}

}  // namespace vm
