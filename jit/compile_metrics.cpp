// One line of the log.
#include "jit/compile_metrics.h"

#include "vm/base/log.h"

namespace jit {

void CompileMetrics::log(vm::Word code_bytes) const {
  VM_LOG(jit, "{} functions of {} instructions compiled in {} ms, {} bytes; {} refused",
         functions_.load(vm::kRelaxed), instructions_.load(vm::kRelaxed),
         ns_.load(vm::kRelaxed) / 1'000'000, code_bytes, refused_.load(vm::kRelaxed));
}

}  // namespace jit
