// RemoteWatcher: a process of another node that monitors one here, as the object that the monitored
// process holds. When that ends, the other node gets MONITOR_P_EXIT.
// Ownership: shared by the Peer's records and the monitored process. Threads: any.
#pragma once

#include "vm/heap/kept_term.h"
#include "vm/proc/object_monitors.h"

#include <array>

namespace vm {

class Peer;

/// A reference of another node as a key.
struct RemoteRef {
  const Node* node = nullptr;
  std::array<Word, 4> words{};  // count, numbers
  auto operator<=>(const RemoteRef&) const = default;
};
RemoteRef remote_ref(Term ref);

class RemoteWatcher final : public ObjectMonitors {
 public:
  /// `name`: the registered name that the watcher used, or none().
  RemoteWatcher(Peer& peer, Term watcher, Term ref, Term name);
  void process_down(Vm& vm, Term pid, RefNumber monitor) override;
  void process_down_because(Vm& vm, Term pid, RefNumber monitor, Term reason) override;
  Term to_term(HeapBuilder& builder) override;
  /// Tells the other node that `pid`, or nothing of that name, is there to be watched.
  void send_down(Term pid, Term reason);
  const RemoteRef& id() const { return id_; }

 private:
  Peer& peer_;
  KeptTerm watcher_;
  KeptTerm ref_;
  const RemoteRef id_;
  const Term name_;
};

}  // namespace vm
