// What a fun term points to, in terms that the lower folders know.
#include "vm/term/fun_identity.h"

#include "vm/code/fun_table.h"

namespace vm {

Term function_of(const FunEntry& entry) {
  // acquire: pairs with ModuleTable::commit(); the FuncInfo in front of the code is complete. It
  // stays until this thread reports progress, since a purge waits for that after it took the
  // address away.
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
