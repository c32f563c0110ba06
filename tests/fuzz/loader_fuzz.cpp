// Fuzzes reading, decoding and checking of `.beam` files: any bytes give a module or a message.
#include "loader/checked_file.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const vm::Byte* data, std::size_t size) {
  const auto checked = loader::check_file({data, size});
  if (!checked.ok() && to_string(*checked.error(), "f").empty()) std::abort();
  return 0;
}
