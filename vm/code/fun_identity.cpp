// What a fun term points to, in terms that the lower folders know.
#include "vm/term/fun_identity.h"

#include "vm/code/export.h"

namespace vm {

FunIdentity fun_identity(const Fun& fun) {
  if (fun.is_external()) {
    const Mfa mfa = fun.exported().mfa();
    return {mfa.module, mfa.function, mfa.arity, 0, 0, nullptr};
  }
  const FunEntry& entry = fun.entry();
  return {entry.module, entry.function, fun.call_arity(), entry.index, entry.old_uniq, entry.uniq};
}

}  // namespace vm
