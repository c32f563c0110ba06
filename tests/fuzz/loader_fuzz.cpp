// Fuzzes reading, decoding and checking of `.beam` files: any bytes give a module or a message.
#include "loader/check.h"
#include "loader/decode.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const vm::Byte* data, std::size_t size) {
  auto beam = loader::read_beam_file({data, size});
  if (!beam.ok()) {
    if (to_string(*beam.error(), "f").empty()) std::abort();
    return 0;
  }
  auto code = loader::decode(**beam);
  if (!code.ok()) return 0;
  auto checked = loader::check(**beam, *code);
  if (!checked.ok() && to_string(*checked.error(), "f").empty()) std::abort();
  return 0;
}
