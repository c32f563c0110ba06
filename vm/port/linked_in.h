// The drivers that are part of the machine, by name. Threads: any.
#pragma once

#include "vm/io/io.h"
#include "vm/port/port.h"

#include <memory>
#include <span>
#include <string_view>

namespace vm {

/// Names of all linked-in drivers.
std::span<const std::string_view> linked_in_drivers();

/// The name of a driver in what open_port/2 is given: what stands before the first space.
std::string_view driver_name(std::string_view command);

/// A new instance for `port` of the driver that `command` names first. Null if it does not start:
/// `*why` is the reason then (badarg, enoent ...).
std::unique_ptr<PortDriver> make_linked_in(Io& io, Port& port, std::string_view command, Term* why);

/// Whether there is a driver of this name.
bool is_linked_in(std::string_view name);

}  // namespace vm
