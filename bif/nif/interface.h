// The NIF interface as data: what nifs.def lists, with the functions' addresses.
// Threads: constant.
#pragma once

#include <span>
#include <string_view>

namespace bif {

struct NifInterfaceRow {
  std::string_view group;
  std::string_view name;
  const void* function;
};

/// Every function of the interface. Naming their addresses also keeps them in the program.
std::span<const NifInterfaceRow> nif_interface();

}  // namespace bif
