// Disabling and enabling funs; the end of old code.
#include "vm/proc/code_purge.h"

#include "vm/code/code_stage_observer.h"
#include "vm/code/tables.h"
#include "vm/proc/literal_release.h"
#include "vm/proc/send.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

bool CodePurge::begin(const CodeModPermission&, Term module) {
  Module* old = vm_.modules->old(module);
  if (old == nullptr) return false;
  VM_CHECK(code_ == nullptr, "one purge at a time");
  module_ = module;
  code_ = old;
  MutexLock lock(mutex_);
  for (FunEntry* fun : old->funs) {
    // relaxed: only holders of the permission write addresses
    const CodeAddress address = fun->address.load(kRelaxed);
    if (!old->contains(address)) continue;  // code of the same digest was loaded again
    fun->pending = address;
    fun->address.store(nullptr,
                       kRelease);  // as below; a call that sees it asks here, under the lock
    funs_.push_back(fun);
  }
  return true;
}

void CodePurge::abort(const CodeModPermission&) {
  {
    MutexLock lock(mutex_);
    for (FunEntry* fun : funs_)
      // release: pairs with the acquire in a call of the fun
      fun->address.store(std::exchange(fun->pending, nullptr), kRelease);
    funs_.clear();
  }
  module_ = Term::none();
  code_ = nullptr;
  resume_all();
}

void CodePurge::complete(const CodeModPermission& permission) {
  vm_.modules->start_staging(permission);
  vm_.modules->stage_purge(permission, module_);
  vm_.modules->commit(permission);
}

void CodePurge::free(const CodeModPermission& permission) {
  {
    MutexLock lock(mutex_);
    for (FunEntry* fun : funs_) fun->pending = nullptr;
    funs_.clear();
  }
  if (vm_.code_observer != nullptr) vm_.code_observer->on_purged(permission, *code_);
  retire_literals(vm_, vm_.modules->free_purged(permission, std::exchange(code_, nullptr)));
  module_ = Term::none();
  resume_all();
}

bool CodePurge::suspend_until_end(Process& p, const FunEntry& entry) {
  MutexLock lock(mutex_);
  if (entry.pending == nullptr) return false;
  p.sched.suspend();
  suspended_.push_back(p.pid);
  return true;
}

void CodePurge::resume_all() {
  std::vector<Term> suspended;
  {
    MutexLock lock(mutex_);
    suspended.swap(suspended_);
  }
  // The signal is handled after the time slice in which the process was suspended.
  for (const Term pid : suspended)
    push_signal(vm_, pid, std::make_unique<TermSignal>(SignalKind::kResume));
}

bool runs_old_code(const Process& p, Term module) {
  const Module* old = p.vm.modules->old(module);
  if (old == nullptr) return false;
  if (old->contains(p.ip)) return true;
  for (const StackWord* slot = p.stack_top; slot < p.heap_end; ++slot) {
    // Where the last call of a function ends its code, the address behind it is the end.
    if (slot->term().is_header() && old->contains(reinterpret_cast<CodeAddress>(slot->bits) - 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace vm
