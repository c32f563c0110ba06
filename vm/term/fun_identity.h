// Which code a fun term means, as comparing, hashing, printing and the external format need it.
// What the fun points to belongs to vm/code, which stands above this folder and implements
// fun_identity().
#pragma once

#include "vm/term/boxed.h"

namespace vm {

struct FunIdentity {
  Term module;
  Term function;     // name of the function; for a closure that of the lifted one, none()
                     // while its code is not loaded
  Word arity;        // of a call
  Word index;        // closures only: place in the module's table of lambdas ...
  Word old_uniq;     // ... and its check sum
  const Byte* uniq;  // closures only: 16 bytes that identify the module's version
};

/// By an awake participant of thread progress; the code may be unloaded already.
FunIdentity fun_identity(const Fun& fun);

}  // namespace vm
