// NativeFunction: a function of a loaded module whose body is C code (erlang:load_nif/2). Its entry
// word holds the instruction call_nif, which finds this through the FuncInfo in front of the code.
// NativeCode: what a module version holds of such a library.
// Ownership: a module version owns its NativeCode, which owns the functions; both are freed with
// the version, after thread progress. Threads: constant once published in FuncInfo::native.
#pragma once

#include "vm/term/term.h"

namespace vm {

class Process;

struct NativeFunction {
  /// As a BifFn: arguments in `args`; returns a term, or none() after raising, trapping or
  /// starting an operation. Called with the process's registers saved.
  using Call = Term (*)(Process& p, const Term* args, const NativeFunction& self);
  Call run = nullptr;
};

class NativeCode {
 public:
  virtual ~NativeCode() = default;
};

}  // namespace vm
