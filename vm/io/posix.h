// Error numbers of the system as Erlang names them.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// The atom for an errno value: enoent, eacces, epipe ...; `unknown` for one that has no name here.
Term posix_error(int error);

}  // namespace vm
