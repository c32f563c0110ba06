// The drivers that are part of the machine, by name. Threads: any.
#pragma once

#include "bif/ports/port.h"

#include <memory>
#include <span>
#include <string_view>

namespace bif {

/// Names of all linked-in drivers.
std::span<const std::string_view> linked_in_drivers();

/// The name of a driver in what open_port/2 is given: what stands before the first space.
std::string_view driver_name(std::string_view command);

/// A new instance of the driver `name`, for one port; null if there is no such driver.
std::unique_ptr<PortDriver> make_linked_in(std::string_view name);

/// Whether there is a driver of this name.
bool is_linked_in(std::string_view name);

}  // namespace bif
