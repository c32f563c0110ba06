// The options of open_port/2, decoded. Threads: any.
#pragma once

#include "bif/bif.h"
#include "vm/port/open.h"

namespace bif {

/// True, or what the error is: badarg or badopt.
Term read_open_request(Process& p, Term port_name, Term options, vm::OpenRequest* request);

}  // namespace bif
