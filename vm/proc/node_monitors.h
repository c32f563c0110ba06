// NodeMonitors: how often each process subscribed to nodes that come and go, which
// process_flag(monitor_nodes, _) counts, and the seam through which this machine reaches those
// nodes (Remote).
// Ownership: the Vm. Threads: any, under the lock.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <array>
#include <memory>
#include <unordered_map>

namespace vm {

class Remote;

class NodeMonitors {
 public:
  /// Whether `flag` of process_flag/2 is monitor_nodes or {monitor_nodes, _}.
  static bool is_flag(Term flag);
  /// process_flag/2 of such a flag: returns how often `p` had subscribed with these options. `true`
  /// adds a subscription, `false` removes all of them. none() for a wrong value or option.
  Term set(const Process& p, Term flag, Term value) VM_EXCLUDES(mutex_);
  /// A node that came (`reason` is none()) or went. Sends {nodeup | nodedown, Node} or {_, Node,
  /// Info} to each process that subscribed, as often as it did.
  struct Event {
    Term node;
    bool is_hidden = false;
    Word connection = 0;  // number of the connection; 0: this node
    Term reason = Term::none();
  };
  void report(Vm& vm, const Event& event) VM_EXCLUDES(mutex_);
  /// All subscriptions, a {Pid, Kind} for each, in the order of pids; Kind is a number for each set
  /// of options.
  Term subscriptions(HeapBuilder& builder) VM_EXCLUDES(mutex_);

  /// The seam to other nodes; constant once the machine is made.
  void set_remote(std::unique_ptr<Remote> remote);
  Remote& remote() const { return *remote_; }
  NodeMonitors();
  ~NodeMonitors();

  /// Forgets the subscriptions of the process. By its own thread, at its end.
  void process_exited(const Process& p) VM_EXCLUDES(mutex_);

 private:
  static constexpr Word kKinds = 33;  // of options, see kind_of()
  using Counts = std::array<SWord, kKinds>;
  struct Options {
    Word type = 0;
    bool list = false;  // events would be lists, as the options were
    bool connection = false;
    bool reason = false;
    /// False for an unknown option, or a wrong value.
    bool add(Term option, Term value);
  };
  /// A number for each set of options; kKinds for wrong ones.
  static Word kind_of(Term flag);
  /// The message of a subscription of this kind; none() where the event is not for it.
  static Term message_for(HeapBuilder& builder, Word kind, const Event& event);

  Mutex mutex_{LockRank::kNodeTable};                             // nothing is locked under it
  std::unordered_map<Word, Counts> asked_ VM_GUARDED_BY(mutex_);  // by pid
  // Whether any process ever subscribed. relaxed: a process reads at its end what it wrote itself,
  // or has nothing to forget.
  Atomic<bool> used_{false};
  std::unique_ptr<Remote> remote_;
};

}  // namespace vm
