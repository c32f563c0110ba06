// Peers: all other nodes of a machine, and this node as one of them. Implements the seam Remote by
// finding the Peer that a signal is for.
// Ownership: NodeMonitors. Threads: any; the table of peers is locked inside, and only grows.
#pragma once

#include "vm/dist/peer.h"
#include "vm/proc/remote.h"

#include <memory>
#include <unordered_map>

namespace vm {

class Peers final : public Remote {
 public:
  explicit Peers(Vm& vm);
  ~Peers() override;
  static Peers& of(Vm& vm);

  Vm& vm() const { return vm_; }
  /// Whether this node has a name.
  bool is_alive() const;
  /// erlang:is_alive/0: it has one, or gets one from the first node that it connects to.
  bool has_or_gets_name() const;
  /// erlang:setnode/2: this node is called `name` until `net_kernel`, a process, ends.
  void set_node(Term name, Word creation, Term net_kernel);

  /// The node called `name`, an atom other than this node's name.
  Peer& get(Term name) VM_EXCLUDES(mutex_);
  /// The same, or null if it was never heard of.
  Peer* find(Term name) VM_EXCLUDES(mutex_);
  /// The peer that a handle {Number, Reference} is for, and the number; null for other terms.
  Peer* find_handle(Term handle, Word* number) VM_EXCLUDES(mutex_);
  std::vector<Peer*> all() VM_EXCLUDES(mutex_);

  /// A connection's controller, so that its end is noticed.
  void add_controller(Term id, Peer& peer) VM_EXCLUDES(mutex_);
  void remove_controller(Term id) VM_EXCLUDES(mutex_);
  /// Whether this port or process controls a connection.
  bool is_controller(Term id) VM_EXCLUDES(mutex_) { return controlled_by(id) != nullptr; }
  /// A process watches a node from now on.
  void note_watcher() { has_watchers_.store(true, kRelaxed); }  // relaxed: see the field

  /// More bytes that wait for a node suspend their senders (+zdbbl).
  Word busy_bytes() const { return busy_bytes_.load(kRelaxed); }
  void set_busy_bytes(Word bytes) { busy_bytes_.store(bytes, kRelaxed); }

  /// A large message of a process waits in some queue from now on, or no more.
  void count_large(bool is_added) {
    if (is_added) {
      large_.fetch_add(1, kRelaxed);  // relaxed: see the field
    } else {
      large_.fetch_sub(1, kRelaxed);
    }
  }

  /// Asks net_kernel for a connection. False: it does not run.
  bool ask_for_connection(Peer& peer, Word number);
  /// By the process's own thread, at its end.
  void process_exited(Process& p);
  /// The machine is being taken down.
  void stop();

  // --- Remote ---
  Sent send(Process& from, Term to, Term message, SendOptions options) override;
  Sent exit(Process& from, Term to, Term reason) override;
  void signal(Term to, const TermSignal& signal) override;
  void monitor(Process& p, RefNumber number, bool ref_has_pid, RemoteTarget target) override;
  void demonitor(Term watcher, RefNumber number, bool ref_has_pid, RemoteTarget target) override;
  bool must_wait(Process& p, Term node) override;
  bool is_sending(Process& p) override;
  bool has_sent_all(Process& p) override;
  TakenInput take_input(Term port, std::string_view packet, ByteBuffer* whole) override;
  void output_is_ready(Term port) override;
  void controller_ended(Term id, Term reason) override;

 private:
  Peer* controlled_by(Term id) VM_EXCLUDES(mutex_);
  /// The sequential trace token of a process, where it is one.
  static Term token_of(Process& from, Term to, Term message);

  Vm& vm_;
  Mutex mutex_{LockRank::kIoOutput};  // nothing is locked under it
  std::unordered_map<Word, std::unique_ptr<Peer>> peers_ VM_GUARDED_BY(mutex_);  // by name
  std::map<RefNumber, Peer*> handles_ VM_GUARDED_BY(mutex_);
  std::unordered_map<Word, Peer*> controllers_ VM_GUARDED_BY(mutex_);  // by port or pid
  // Whether there is any controller, or node watcher. relaxed: a process or port that is one has
  // seen the store that made it one, by the lock it took then.
  Atomic<bool> is_used_{false};
  // Whether a process ever controlled a connection or watched a node: only then the end of any
  // process is looked up. relaxed: as above.
  Atomic<bool> has_watchers_{false};
  // Large messages in all queues. relaxed: a process that asks for its own has counted them itself.
  Atomic<Word> large_{0};
  Atomic<Word> busy_bytes_{Word{1024} * 1024};  // relaxed: a number, nothing depends on it
  Atomic<Term> net_kernel_{Term::none()};       // relaxed: compared with the process that ends
};

/// A signal from a process of another node: `from` and what else it holds are copied.
std::unique_ptr<TermSignal> remote_signal(SignalKind kind, Term from, Term reason);

}  // namespace vm
