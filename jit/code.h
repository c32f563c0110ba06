// Code: native code in memory, whichever compiler made it. Ownership: keeps its pages until it is
// destroyed. Threads: any may destroy it, at any time.
#pragma once

#include "vm/base/types.h"

#include <vector>

namespace jit {

/// Pages of native code.
class Code {
 public:
  virtual ~Code() = default;
  /// The address of each requested symbol, in order.
  std::vector<vm::Word> addresses;
  vm::Word bytes = 0;  // of machine code and its constants
};

}  // namespace jit
