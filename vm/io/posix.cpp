// Names of error numbers.
#include "vm/io/posix.h"

#include "vm/term/atom_table.h"

#include <cerrno>
#include <cstring>
#include <string>

namespace vm {

Term posix_error(int error) {
  // glibc knows every number's symbol ("ENOENT"); Erlang's atoms are the same in lower case.
  const char* symbol = strerrorname_np(error);
  if (symbol == nullptr) return am::unknown;
  // One number with two symbols; OTP goes by the other.
  if (error == ENOTSUP) symbol = "ENOTSUP";
  std::string name(symbol);
  for (char& c : name) c = static_cast<char>(c | 0x20);
  const auto atom = intern_atom(name);
  return atom.ok() ? atom.value() : am::unknown;
}

}  // namespace vm
