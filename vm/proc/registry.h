// Registry: names of processes and ports. whereis/1 and sending to a name take no lock: the table
// is an array by atom number, whose entries hold a pid or port as one word. Invariants: a process
// has at most one name, a name at most one process; Process::registered_name and the entry agree
// whenever the lock is free. Threads: find() any; changes lock.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <memory>
#include <vector>

namespace vm {

struct Vm;
class Process;

/// What became of a change of a name.
enum class NameChange : std::uint8_t {
  kRefused,
  kDone,
  kReportedLater,  // done; the traced process reports it when it handles its signals
};

class Registry {
 public:
  explicit Registry(Vm& vm);
  ~Registry();
  Registry(const Registry&) = delete;

  /// Pid or port registered under `name` (an atom), or none().
  Term find(Term name) const {
    const Word index = name.atom_index();
    // acquire: pairs with the release in set(); the chunk is initialised.
    const Chunk* chunk = chunks_[index / kChunk].load(std::memory_order_acquire);
    // relaxed: the word is complete by itself; a pid is looked up afterwards.
    return chunk == nullptr ? Term::none()
                            : chunk->entries[index % kChunk].load(std::memory_order_relaxed);
  }

  /// erlang:register/2. kRefused (badarg) if the name is taken, is `undefined`, the pid is dead or
  /// has a name. Reports to tracing.
  NameChange register_process(Term name, Term pid);
  /// Names a port, which is open. False if the name is taken or the port has one. Reports to
  /// tracing, as unregister() does.
  bool register_port(Term name, Term port);
  /// Removes the name of a port that ends. Returns it, or none().
  Term forget_port(Term port);
  /// The name of a port, or none().
  Term name_of_port(Term port) const;
  /// erlang:unregister/1. kRefused (badarg) if the name is not registered; `owner` gets the pid or
  /// port that had it.
  NameChange unregister(Term name, Term* owner);
  /// Removes the name of a process that is marked as exiting.
  void forget(Process& p);
  /// registered/0.
  std::vector<Term> names() const;

 private:
  static constexpr Word kChunk = 1024;
  struct Chunk {
    Atomic<Term> entries[kChunk];
  };
  void set(Term name, Term value) VM_REQUIRES(mutex_);
  Term name_of(Term value) const VM_REQUIRES(mutex_);

  Vm& vm_;
  mutable Mutex mutex_{LockRank::kRegistry};
  std::unique_ptr<Atomic<Chunk*>[]> chunks_;  // kMaxAtoms / kChunk
  std::vector<Term> names_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
