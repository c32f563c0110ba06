// CodePurge: the purge of one module's old code, from the moment when its funs must not be called
// any more until it is completed or aborted. A process that calls such a fun in between is
// suspended, and calls it again when the purge has ended: then the call works, or fails as for a
// fun of code that is gone. OTP's erts_code_purger checks the processes and decides.
//
// Steps of a purge, by the purger's process:
//   1. begin(): funs lose their address (FunEntry::pending keeps it); thread progress, so that no
//      process is between reading an address and running the code there;
//   2. every process checks whether it runs or returns to old code (runs_old_code()); those that do
//      are killed, or the purge is aborted (abort());
//   3. complete(): the code leaves the tables; thread progress, so that no thread still reads it
//      through the tables; free(): code, breakpoints and catch numbers go, literals are retired.
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

  /// Step 1 for the old code of `module`; false where there is none. No purge may be in progress.
  bool begin(const CodeModPermission&, Term module) VM_EXCLUDES(mutex_);
  /// Aborts the purge: the funs can be called again.
  void abort(const CodeModPermission&) VM_EXCLUDES(mutex_);
  /// Takes the code out of the tables. Thread progress must follow, then free().
  void complete(const CodeModPermission&);
  void free(const CodeModPermission&) VM_EXCLUDES(mutex_);
  /// The module whose purge is in progress, or none().
  Term module() const { return module_; }

  /// `p` has called the fun of `entry`, which has no address: suspends it if that is because of the
  /// purge in progress. The process must then leave its scheduler.
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

/// Whether the process runs or returns to old code of the module. Between two of its time slices,
/// or by itself in a BIF.
bool runs_old_code(const Process& p, Term module);

}  // namespace vm
