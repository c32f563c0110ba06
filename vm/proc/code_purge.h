// CodePurge: the purge of one module's old code, from the moment its funs must not be called any
// more to its end or its being called off. A process that calls such a fun in between is suspended,
// and calls it again when the purge has ended: then it works, or fails as the fun of code that is
// gone. Who checks the processes and decides is OTP's erts_code_purger.
//
// Steps of a purge, by the purger's process:
//   1. begin(): funs lose their address (FunEntry::pending keeps it); thread progress, so that
//      nobody is between reading an address and standing at it;
//   2. every process says whether it runs or returns to old code (runs_old_code()); who does is
//      killed, or the purge is called off (abort());
//   3. complete(): the code leaves the tables; thread progress, so that nobody still looks at it by
//      way of the tables; free(): code, breakpoints and catch numbers go, literals are retired.
// Ownership: Vm. Threads: begin() to free() by the holder of the code modification permission,
// suspend_until_end() by any process.
#pragma once

#include "vm/base/mutex.h"
#include "vm/code/export.h"

#include <vector>

namespace vm {

class CodeModPermission;
class Process;
struct Module;
struct Vm;

class CodePurge {
 public:
  explicit CodePurge(Vm& vm) : vm_(vm) {}
  CodePurge(const CodePurge&) = delete;

  /// Step 1 for the old code of `module`; false where there is none. No purge may be under way.
  bool begin(const CodeModPermission&, Term module) VM_EXCLUDES(mutex_);
  /// Calls it off: the funs can be called again.
  void abort(const CodeModPermission&) VM_EXCLUDES(mutex_);
  /// Takes the code out of the tables. Thread progress must follow, then free().
  void complete(const CodeModPermission&);
  void free(const CodeModPermission&) VM_EXCLUDES(mutex_);
  /// The module whose purge is under way, or none().
  Term module() const { return module_; }

  /// `p` has called the fun of `entry`, which has no address: suspends it if that is because of a
  /// purge under way. The process must leave its scheduler.
  bool suspend_until_end(Process& p, const FunEntry& entry) VM_EXCLUDES(mutex_);

 private:
  void resume_all() VM_EXCLUDES(mutex_);

  Vm& vm_;
  Term module_ = Term::none();  // the permission holder's
  Module* code_ = nullptr;      // the permission holder's
  Mutex mutex_{LockRank::kCodePurge};
  std::vector<FunEntry*> funs_ VM_GUARDED_BY(mutex_);  // those without address
  std::vector<Term> suspended_ VM_GUARDED_BY(mutex_);
};

/// Does the process return to, or stand in, old code of the module? Between two of its slices, or
/// by itself in a BIF.
bool runs_old_code(const Process& p, Term module);

}  // namespace vm
