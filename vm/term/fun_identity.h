// The identity of the code that a fun refers to. Comparison, hashing, printing and the external
// format need it. The fun points to objects of vm/code, a higher layer, which implements
// fun_identity().
#pragma once

#include "vm/term/boxed.h"

namespace vm {

struct FunIdentity {
  Term module;
  Term function;     // of a closure: the lambda-lifted function, none() if its code is not loaded
  Word arity;        // of a call
  Word index;        // closures only: index in the module's table of lambdas
  Word old_uniq;     // closures only: the check sum in that table
  const Byte* uniq;  // closures only: 16 bytes that identify the version of the module
};

/// Returns the identity of a fun, whose code may be unloaded already. Called by an awake
/// participant of thread progress, which keeps the fun entry alive.
FunIdentity fun_identity(const Fun& fun);

}  // namespace vm
