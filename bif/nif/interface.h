// The NIF interface as data: what nifs.def lists, with the functions' addresses.
// Threads: constant.
#pragma once

#include <span>
#include <string_view>

namespace bif {

/// A function of a C interface: of NIF libraries, or of drivers (bif/driver/interface.h).
struct InterfaceRow {
  std::string_view group;
  std::string_view name;
  const void* function;
};
/// The address of a function, as a row has it.
inline const void* address(auto* function) { return reinterpret_cast<const void*>(function); }

/// Every function of the interface. Naming their addresses also keeps them in the program.
std::span<const InterfaceRow> nif_interface();

}  // namespace bif
