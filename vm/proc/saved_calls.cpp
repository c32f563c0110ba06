// Turning it on and off, and the list.
#include "vm/proc/saved_calls.h"

#include "vm/code/export_table.h"
#include "vm/sched/engine.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

Term SavedCalls::to_list(HeapBuilder& builder) const {
  Term list = Term::nil();
  for (Word n = 0; n < calls_.size(); ++n) {
    const Mfa& call = calls_[(next_ + calls_.size() - 1 - n) % calls_.size()];
    const Term entry = call.module.is_none()
                           ? call.function
                           : builder.tuple(call.module, call.function,
                                           Term::small(static_cast<SWord>(call.arity)));
    list = builder.cons(entry, list);
  }
  return list;
}

Word save_calls(Process& p, Word size) {
  const Word before = p.saved_calls == nullptr ? 0 : p.saved_calls->size();
  p.saved_calls = size == 0 ? nullptr : std::make_unique<SavedCalls>(size);
  if (size != 0 && p.vm.exports->save_calls()) {
    // Native code that went to functions by itself asks their exports from now on.
    p.vm.backend->follow_all_exports();
    p.vm.backend->finish_patching();
  }
  p.choose_call_index();
  return before;
}

}  // namespace vm
