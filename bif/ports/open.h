// Opening a port: from what was asked for to a program that runs. Threads: in the context of the
// process that asks.
#pragma once

#include "bif/ports/options.h"
#include "vm/proc/operation.h"

namespace bif {

/// The port, or the atom of what went wrong (enoent, eacces, emfile ...).
vm::Operation open_port(Process& p, OpenRequest request);

/// A copy of the environment with some changes, as NAME=VALUE. os.cpp
std::vector<std::string> changed_environment(const OpenRequest& request);

}  // namespace bif
