// The version is in the name of the folder.
#include "vm/net/libraries.h"

#include <charconv>

namespace vm::inet {

bool has_kernel_9(const VmOptions& options) {
  for (const std::string& folder : options.code_path) {
    const std::size_t at = folder.find("/kernel-");
    if (at == std::string::npos) continue;
    unsigned version = 0;
    std::from_chars(folder.data() + at + 8, folder.data() + folder.size(), version);
    return version >= 9;
  }
  return false;
}

}  // namespace vm::inet
