// What the versions of OTP's libraries in the code path mean for sockets. Threads: any.
#pragma once

#include "vm/vm.h"

namespace vm::inet {

/// Whether the kernel application is version 9 (OTP 26) or later: prim_inet puts a tag before what
/// it sends, and module socket expects other answers of receives that do not get all they want.
bool has_kernel_9(const VmOptions& options);

}  // namespace vm::inet
