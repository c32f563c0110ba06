// The clock of the thread costs a system call, which is why nothing is measured without the log.
#include "vm/sched/native_timer.h"

#include "vm/term/print.h"

namespace vm {

void NativeTimer::report(const Mfa& native, SWord ns) {
  VM_LOG(bif, "{}:{}/{} kept its scheduler for {} us",
         term_to_text(native.module, PrintStyle::kDisplay),
         term_to_text(native.function, PrintStyle::kDisplay), native.arity, ns / 1000);
}

}  // namespace vm
