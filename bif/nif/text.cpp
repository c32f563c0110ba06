// Latin-1 characters are code points.
#include "bif/nif/text.h"

#include "vm/base/utf8.h"

namespace bif {

std::string to_utf8(std::string_view text, ErlNifCharEncoding encoding) {
  return encoding == ERL_NIF_LATIN1 ? vm::utf8_of_latin1(text) : std::string(text);
}

}  // namespace bif
