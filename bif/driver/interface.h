// The interface of drivers as data: what drivers.def lists, with the functions' addresses.
// Threads: constant.
#pragma once

#include "bif/nif/interface.h"

namespace bif {

/// How many threads run what driver_async() is given: what system_info(thread_pool_size) says.
inline constexpr int kAsyncThreadCount = 1;

/// Every function of the interface. Naming their addresses also keeps them in the program.
std::span<const InterfaceRow> driver_interface();

}  // namespace bif
