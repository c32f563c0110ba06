// The interface of drivers as data: what drivers.def lists, with the functions' addresses.
// Threads: constant.
#pragma once

#include "bif/nif/interface.h"

namespace bif {

/// Every function of the interface. Naming their addresses also keeps them in the program.
std::span<const InterfaceRow> driver_interface();

}  // namespace bif
