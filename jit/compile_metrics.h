// CompileMetrics: what compiling has come to so far. Threads: any; each figure is exact by itself.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

namespace jit {

class CompileMetrics {
 public:
  void count_function(vm::Word instructions) {
    add(functions_, 1);
    add(instructions_, instructions);
  }
  /// A function that is not compiled: too large, nothing to compile in it, or no memory.
  void count_refused() { add(refused_, 1); }
  /// Of the compiling thread.
  void count_time(vm::Word ns) { add(ns_, ns); }

  /// Writes the sums to the log.
  void log(vm::Word code_bytes) const;

 private:
  // relaxed, here and in log(): nothing else depends on the figures
  static void add(vm::Atomic<vm::Word>& sum, vm::Word n) { sum.fetch_add(n, vm::kRelaxed); }

  vm::Atomic<vm::Word> functions_{0};
  vm::Atomic<vm::Word> instructions_{0};
  vm::Atomic<vm::Word> refused_{0};
  vm::Atomic<vm::Word> ns_{0};
};

}  // namespace jit
