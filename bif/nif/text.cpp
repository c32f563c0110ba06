// Latin-1 characters are code points.
#include "bif/nif/text.h"

#include "vm/base/utf8.h"

namespace bif {

std::string to_utf8(std::string_view text, ErlNifCharEncoding encoding) {
  if (encoding != ERL_NIF_LATIN1) return std::string(text);
  std::string utf8;
  char bytes[4];
  for (const char c : text)
    utf8.append(bytes, vm::encode_utf8(static_cast<unsigned char>(c), bytes));
  return utf8;
}

}  // namespace bif
