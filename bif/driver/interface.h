// The interface of drivers as data: what drivers.def lists, with the functions' addresses.
// Threads: constant.
#pragma once

#include <span>
#include <string_view>

namespace bif {

/// How many threads run what driver_async() is given: what system_info(thread_pool_size) says.
inline constexpr int kAsyncThreadCount = 1;

struct DriverInterfaceRow {
  std::string_view group;
  std::string_view name;
  const void* function;
};

/// Every function of the interface. Naming their addresses also keeps them in the program.
std::span<const DriverInterfaceRow> driver_interface();

}  // namespace bif
