// Error numbers of the system as Erlang names them.
#pragma once

#include "vm/term/term.h"

namespace bif {

/// The atom for an errno value: enoent, eacces, epipe ...; `unknown` for one that has no name here.
vm::Term posix_error(int error);

}  // namespace bif
