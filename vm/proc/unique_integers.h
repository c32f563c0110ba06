// UniqueIntegers: numbers that a machine gives once. Shared writes are rare: each thread takes a
// block of numbers at a time.
// Ownership: Vm. Threads: any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

namespace vm {

class UniqueIntegers {
 public:
  UniqueIntegers();
  /// A number never returned before.
  Word take();

 private:
  static constexpr Word kBlock = 1024;
  const Word id_;  // tells machines of one program apart in a thread's block
  Atomic<Word> blocks_{0};
};

}  // namespace vm
