// Implements fun_identity() of vm/term for the fun entries and exports of this folder.
#include "vm/term/fun_identity.h"

#include "vm/code/fun_table.h"

namespace vm {

Term function_of(const FunEntry& entry) {
  // acquire: pairs with ModuleTable::commit(), so that the FuncInfo before the code is complete.
  // The code stays valid until this thread reports progress, because a purge waits for thread
  // progress after it has cleared the address.
  const CodeAddress address = entry.address.load(kAcquire);
  return address == nullptr ? Term::none() : FuncInfo::of_entry(address).function;
}

FunIdentity fun_identity(const Fun& fun) {
  if (fun.is_external()) {
    const Mfa mfa = fun.exported().mfa();
    return {mfa.module, mfa.function, mfa.arity, 0, 0, nullptr};
  }
  const FunEntry& entry = fun.entry();
  return {entry.module, function_of(entry), fun.call_arity(),
          entry.index,  entry.old_uniq,     entry.uniq};
}

}  // namespace vm
