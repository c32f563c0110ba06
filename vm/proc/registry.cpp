// Chunks are made when a name in their range is first registered, and stay.
#include "vm/proc/registry.h"

#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {
namespace {
constexpr Word kChunks = (kMaxAtoms + 1023) / 1024;

/// Reports a name that another process has given to a process or taken from it, in its context.
class NameSignal final : public CallSignal {
 public:
  using Report = void (*)(Process& p, Term name);
  NameSignal(Report report, Term name)
      : CallSignal(&NameSignal::run_in), report_(report), name_(name) {}

 private:
  static void run_in(Process& receiver, CallSignal& self) {
    const auto& signal = static_cast<NameSignal&>(self);
    signal.report_(receiver, signal.name_);
  }
  const Report report_;
  const Term name_;
};

/// Calls `report` for the process: at once if it is the one that runs here, else by a signal.
/// `is_traced`: whether it reports such events.
NameChange report_in(Vm& vm, Term pid, bool is_traced, NameSignal::Report report, Term name) {
  const Scheduler* here = Scheduler::current();
  Process* running = here == nullptr || &here->vm != &vm ? nullptr : here->running;
  if (running != nullptr && running->pid == pid) {
    report(*running, name);
    return NameChange::kDone;
  }
  push_signal(vm, pid, std::make_unique<NameSignal>(report, name));
  return is_traced ? NameChange::kReportedLater : NameChange::kDone;
}

}  // namespace

Registry::Registry(Vm& vm) : vm_(vm), chunks_(std::make_unique<Atomic<Chunk*>[]>(kChunks)) {}

Registry::~Registry() {
  for (Word i = 0; i < kChunks; ++i) {
    std::unique_ptr<Chunk>{chunks_[i].load(kRelaxed)};  // relaxed: the only thread
  }
}

void Registry::set(Term name, Term value) {
  const Word index = name.atom_index();
  Atomic<Chunk*>& place = chunks_[index / kChunk];
  Chunk* chunk = place.load(kRelaxed);  // relaxed: only written under the lock
  if (chunk == nullptr) {
    chunk = std::make_unique<Chunk>().release();
    place.store(chunk, kRelease);  // pairs with find()
  }
  chunk->entries[index % kChunk].store(
      value, kRelease);  // release: a name given to a new process; pairs with its find()
  if (value.has_value()) {
    names_.push_back(name);
  } else {
    std::erase(names_, name);
  }
}

NameChange Registry::register_process(Term name, Term pid) {
  if (name == am::undefined) return NameChange::kRefused;
  bool is_traced;
  {
    MutexLock lock(mutex_);
    Process* p = vm_.processes->find(pid);
    if (p == nullptr || find(name).has_value() ||
        p->identity.registered_name.load(kRelaxed).has_value())
      return NameChange::kRefused;
    // seq_cst: a process that ends marks itself as exiting, then looks at its name (forget()); one
    // of the two sees the other.
    p->identity.registered_name.store(name, kSeqCst);
    if (p->sched.state.is_exiting_or_ended(kSeqCst)) {
      p->identity.registered_name.store(Term::none(), kRelaxed);  // relaxed: under the lock
      return NameChange::kRefused;
    }
    is_traced = traces_procs(*p);
    set(name, pid);
  }
  return report_in(vm_, pid, is_traced, &trace_register_name, name);
}

bool Registry::register_port(Term name, Term port) {
  {
    MutexLock lock(mutex_);
    if (name == am::undefined || find(name).has_value() || name_of(port).has_value()) return false;
    set(name, port);
  }
  vm_.ports->named(port, name, true);
  return true;
}

/// Names are few, so a search by value goes through all of them.
Term Registry::name_of(Term value) const {
  for (const Term name : names_) {
    if (find(name) == value) return name;
  }
  return Term::none();
}

Term Registry::name_of_port(Term port) const {
  MutexLock lock(mutex_);
  return name_of(port);
}

Term Registry::forget_port(Term port) {
  MutexLock lock(mutex_);
  const Term name = name_of(port);
  if (name.has_value()) set(name, Term::none());
  return name;
}

NameChange Registry::unregister(Term name, Term* owner) {
  bool is_traced = false;
  {
    MutexLock lock(mutex_);
    *owner = find(name);
    if (owner->is_none()) return NameChange::kRefused;
    if (Process* p = vm_.processes->find(*owner)) {
      is_traced = traces_procs(*p);
      p->identity.registered_name.store(Term::none(),
                                        kRelaxed);  // relaxed: as in register_process()
    }
    set(name, Term::none());
  }
  if (!owner->is_local_port())
    return report_in(vm_, *owner, is_traced, &trace_unregister_name, name);
  vm_.ports->named(*owner, name, false);
  return NameChange::kDone;
}

void Registry::forget(Process& p) {
  // seq_cst: see register_process(). Most processes have no name, and need no lock.
  if (p.identity.registered_name.load(kSeqCst).is_none()) return;
  Term name;
  {
    MutexLock lock(mutex_);
    name = p.identity.registered_name.load(kRelaxed);  // relaxed: under the lock
    if (name.is_none()) return;
    p.identity.registered_name.store(Term::none(), kRelaxed);
    // A thread that has unregistered the name meanwhile did not find the process, and another
    // process may have the name.
    if (find(name) == p.pid) set(name, Term::none());
  }
  trace_unregister_name(p, name);
}

std::vector<Term> Registry::names() const {
  MutexLock lock(mutex_);
  return names_;
}

}  // namespace vm
