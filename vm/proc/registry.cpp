// Chunks are made when a name in their range is first registered, and stay.
#include "vm/proc/registry.h"

#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm {
namespace {
constexpr Word kChunks = (kMaxAtoms + 1023) / 1024;
}

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

bool Registry::register_process(Term name, Term pid) {
  if (name == am::undefined) return false;
  Process* p;
  {
    MutexLock lock(mutex_);
    p = vm_.processes->find(pid);
    if (p == nullptr || find(name).has_value() || p->registered_name.load(kRelaxed).has_value())
      return false;
    // seq_cst: a process that ends marks itself as exiting, then takes its name out; one of the two
    // sees the other.
    if ((p->state.load(kSeqCst) & (kStateExiting | kStateFree)) != 0) return false;
    p->registered_name.store(
        name, kRelaxed);  // relaxed: written under the lock; others read it as advice
    set(name, pid);
  }
  trace_register_name(*p, name);
  return true;
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

/// Names are few: whoever is asked for by value is looked for.
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

bool Registry::unregister(Term name) {
  Process* p;
  Term owner;
  {
    MutexLock lock(mutex_);
    owner = find(name);
    if (owner.is_none()) return false;
    p = vm_.processes->find(owner);
    if (p != nullptr)
      p->registered_name.store(Term::none(), kRelaxed);  // relaxed: as in register_process()
    set(name, Term::none());
  }
  if (p != nullptr) {
    trace_unregister_name(*p, name);
  } else if (owner.is_local_port()) {
    vm_.ports->named(owner, name, false);
  }
  return true;
}

void Registry::forget(Process& p) {
  Term name;
  {
    MutexLock lock(mutex_);
    name = p.registered_name.load(kRelaxed);  // relaxed: under the lock
    if (name.is_none()) return;
    p.registered_name.store(Term::none(), kRelaxed);
    // Who has unregistered the name meanwhile did not find the process, and another may have it.
    if (find(name) == p.pid) set(name, Term::none());
  }
  trace_unregister_name(p, name);
}

std::vector<Term> Registry::names() const {
  MutexLock lock(mutex_);
  return names_;
}

}  // namespace vm
