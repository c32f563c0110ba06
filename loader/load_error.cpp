// Rendering and making of load errors.
#include "loader/load_error.h"

#include <fmt/format.h>

namespace loader {

std::string to_string(const LoadError& error, std::string_view file) {
  return fmt::format("{}: module {}, function {}, offset {:#x}: {}: expected {}, found {}", file,
                     error.module, error.function, error.offset, error.what, error.expected,
                     error.found);
}

vm::Err<LoadErrorPtr> load_error(std::uint64_t offset, std::string what, std::string expected,
                                 std::string found) {
  auto error = std::make_unique<LoadError>();
  error->offset = offset;
  error->what = std::move(what);
  error->expected = std::move(expected);
  error->found = std::move(found);
  return vm::Err(std::move(error));
}

}  // namespace loader
