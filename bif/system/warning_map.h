// How warnings of error_logger are logged: error_logger:warning_map/0, the flag +W of erl.
// Threads: set before the machine runs, constant from then on.
#pragma once

#include "vm/term/term.h"

namespace bif {

/// `warning`, `info` or `error`; `warning` unless set_warning_map() said otherwise.
vm::Term warning_map();
void set_warning_map(vm::Term level);

}  // namespace bif
