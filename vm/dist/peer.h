// Peer: another node as this one knows it: whether there is a connection, what controls it, what
// waits to be sent, and everything that must hear of its end: links, monitors, requests, processes
// that watch the node.
// A connection has a number. It is pending (net_kernel sets it up; what is sent waits here), up, or
// ended; the number tells what belongs to an earlier one.
// Invariants: what is in the records and what is queued changes together, under the lock; so the
// other node and the records agree, or the connection has ended. `out_` is taken from one end only,
// by one thread at a time (is_draining_), so packets keep the order that the writer gives them.
// Ownership: Peers, for as long as the machine lives. Threads: any. Nothing else is locked under
// the lock but memory; ports and processes are called without it.
#pragma once

#include "vm/dist/control.h"
#include "vm/dist/packet_writer.h"
#include "vm/dist/peer_input.h"
#include "vm/dist/remote_watcher.h"
#include "vm/heap/kept_term.h"
#include "vm/port/port.h"
#include "vm/proc/remote.h"
#include "vm/sched/scheduler.h"

#include <deque>
#include <map>
#include <optional>

namespace vm {

class Peers;

/// Distribution flags (DFLAG_*) that decide what is sent.
enum PeerFlag : Word {
  kPeerIsVisible = 0x1,
  kPeerTakesMonitors = 0x28,  // both bits: of processes and of names
  kPeerTakesHeaders = 0x2000,
  kPeerTakesSenders = 0x80000,
  kPeerTakesExitPayloads = 0x400000,
  kPeerTakesFragments = 0x800000,
  kPeerSpawns = 0x100000000,
};

/// A request to start a process on another node.
struct SpawnRequest {
  Term pid;  // of the process that asked
  KeptTerm reply_tag;
  KeptTerm monitor_tag;  // none(): 'DOWN'
  bool link = false;
  bool monitor = false;
  AliasMode alias = AliasMode::kNone;
  bool reply_on_success = true;
  bool reply_on_error = true;
};

/// Answers a request to start a process: `result` is the pid on the other node, or an atom that
/// says why there is none; `flags` say what has been set up there (1: a link, 2: a monitor).
void answer_spawn(Peers& peers, Peer& peer, RefNumber number, std::unique_ptr<SpawnRequest> request,
                  Term result, Word flags, Term token);

class Peer final : public AfterSlice {
 public:
  Peer(Peers& peers, Term name, RefNumber handle);

  const Term name;
  const RefNumber handle;  // of the reference in its handles

  // --- the connection ---
  enum class State : std::uint8_t { kIdle, kPending, kUp };
  struct Connection {
    State state = State::kIdle;
    Word number = 0;
    Term controller;  // of one that is up
    bool is_hidden = false;
    bool was_ever = false;  // there has been one
  };
  Connection connection() VM_EXCLUDES(mutex_);
  /// The handle {Number, Reference} of a connection.
  Term handle_term(HeapBuilder& builder, Word number) const;
  /// erts_internal:new_connection/1: the number of the connection, which is pending from now on
  /// where there was none.
  Word begin() VM_EXCLUDES(mutex_);
  /// A pending connection is not made. False: it is not pending any more.
  bool abort(Word number) VM_EXCLUDES(mutex_);
  /// erts_internal:create_dist_channel/3. `port` is null where `controller` is a process. False:
  /// there is a connection already.
  bool connect(Term controller, SharedRef<Port> port, Word flags) VM_EXCLUDES(mutex_);
  /// Connection `number` has ended: every process that it concerns is notified.
  void lost(Word number, Term reason) VM_EXCLUDES(mutex_);
  /// Ends what controls connection `number`, with which the connection ends. False: it has ended.
  bool break_off(Word number) VM_EXCLUDES(mutex_);

  // --- sending ---
  /// How to encode what is sent now.
  WireForm wire_form() const { return form_.load(kRelaxed); }  // relaxed: see the field
  using Sent = Remote::Sent;
  /// A message by process `from`, which may be suspended.
  Sent send(Process& from, Outgoing message, Remote::SendOptions options) VM_EXCLUDES(mutex_);
  /// Signals that need no record here.
  bool send(Outgoing message) VM_EXCLUDES(mutex_);
  /// The same where a connection is set up for them.
  void send_connecting(Outgoing message) VM_EXCLUDES(mutex_);
  /// Writes what the process that has had its turn has sent.
  void slice_ended() override VM_EXCLUDES(mutex_) { drain(); }
  /// The port that controls the connection takes output again.
  void output_is_ready() VM_EXCLUDES(mutex_);
  /// Remote::must_wait(), Remote::is_sending(), Remote::has_sent_all().
  bool must_wait(Process& from) VM_EXCLUDES(mutex_);
  bool is_sending(Process& p) VM_EXCLUDES(mutex_);
  bool has_sent_all(Process& p) VM_EXCLUDES(mutex_);
  /// False: there is no connection.
  bool link(Term local, const std::shared_ptr<const RemotePid>& remote) VM_EXCLUDES(mutex_);
  void unlink(Term local, const std::shared_ptr<const RemotePid>& remote, Word id)
      VM_EXCLUDES(mutex_);
  /// The link's end at `local` has gone; `message`, if any, is for the other end.
  void link_ended(Term local, Word remote_key, std::optional<Outgoing> message) VM_EXCLUDES(mutex_);
  struct Watch {
    Term watcher;
    Term name;  // registered name on the other node; else none()
    std::shared_ptr<const RemotePid> remote = nullptr;
  };
  bool monitor(RefNumber number, Watch watch, Outgoing message) VM_EXCLUDES(mutex_);
  void demonitor(RefNumber number, Outgoing message) VM_EXCLUDES(mutex_);
  /// Why the request cannot be made, `noconnection` or `notsup`; none(): it is queued. A node that
  /// turns out not to start processes, as one written in C, has it answered with `notsup` when the
  /// connection is there.
  Term request_spawn(RefNumber number, std::unique_ptr<SpawnRequest> request, Outgoing message)
      VM_EXCLUDES(mutex_);
  /// A request that no process waits for any more. False: it has been answered.
  bool abandon(RefNumber number, Term pid) VM_EXCLUDES(mutex_);

  // --- by what comes from the other node ---
  void linked_from(Term local, const std::shared_ptr<const RemotePid>& remote) VM_EXCLUDES(mutex_);
  void unlink_acknowledged(Term local, Word remote_key) VM_EXCLUDES(mutex_);
  /// Forgets a monitor of a process here; false: there was none.
  bool watch_ended(RefNumber number) VM_EXCLUDES(mutex_);
  /// The request with this number, which is answered; null: it was abandoned; nothing: there is
  /// none.
  std::optional<std::unique_ptr<SpawnRequest>> take_request(RefNumber number) VM_EXCLUDES(mutex_);
  void add_watch(RefNumber number, Watch watch) VM_EXCLUDES(mutex_);
  void add_watcher(const std::shared_ptr<RemoteWatcher>& watcher) VM_EXCLUDES(mutex_);
  std::shared_ptr<RemoteWatcher> take_watcher(const RemoteRef& id) VM_EXCLUDES(mutex_);

  // --- processes that watch the node ---
  /// monitor_node/2,3: `pid` gets {nodedown, Name} once more, or once less. With `connects`, a
  /// connection is set up; where that is impossible, the message comes at once. False: there is no
  /// connection, and without `connects` nothing was done.
  bool watch_node(Term pid, bool on, bool connects) VM_EXCLUDES(mutex_);
  void process_exited(Term pid) VM_EXCLUDES(mutex_);

  // --- input, and output by a process ---
  /// What comes in on the connection that is up; null without one.
  std::shared_ptr<PeerInput> input(Word number) VM_EXCLUDES(mutex_);
  /// The port of connection `number` reads on.
  void resume_input(Word number) VM_EXCLUDES(mutex_);
  /// The next packet for a controlling process; nothing: there is none.
  std::optional<std::string> next_packet(Word number) VM_EXCLUDES(mutex_);
  /// Has the controlling process told, once, that there is one.
  bool notify_data(Word number) VM_EXCLUDES(mutex_);
  /// Only `pid` may put data.
  bool set_input_handler(Word number, Term pid) VM_EXCLUDES(mutex_);
  std::optional<bool> set_get_size(Word number, std::optional<bool> on) VM_EXCLUDES(mutex_);
  struct Statistics {
    Word received;
    Word sent;
    Word pending;
  };
  std::optional<Statistics> statistics(Word number) VM_EXCLUDES(mutex_);

  /// Drops what it holds of other parts of the machine, which is being taken down.
  void stop() VM_EXCLUDES(mutex_);

 private:
  using LinkKey = std::pair<Word, Word>;  // bits of the pid here, key of the other
  struct Records {
    std::map<LinkKey, std::shared_ptr<const RemotePid>> links;
    std::map<LinkKey, std::shared_ptr<const RemotePid>> unlinking;  // not acknowledged yet
    std::map<RefNumber, Watch> watches;                             // of processes there
    std::map<RemoteRef, std::shared_ptr<RemoteWatcher>> watchers;   // of processes here
    std::map<RefNumber, std::unique_ptr<SpawnRequest>> requests;
    std::map<Word, Word> node_watchers;  // how often, by pid
  };
  /// Queues `message` where there is a connection or one can be set up (then *start is its number
  /// and after_queueing() asks for it). False: neither.
  bool enqueue(Outgoing message, bool connects, Word* start) VM_REQUIRES(mutex_);
  /// What follows without the lock: a new connection is asked for, output goes on.
  void after_queueing(Word start) VM_EXCLUDES(mutex_);
  /// What a process sends goes out when its time slice ends, as in OTP: what it sends in between
  /// goes with it.
  bool waits_for_slice_end() VM_EXCLUDES(mutex_);
  void drain() VM_EXCLUDES(mutex_);
  struct Draining {
    SharedRef<Port> port;
    std::shared_ptr<PacketWriter> writer;
    Word connection = 0;
    bool is_several = false;  // there is more than one packet
  };
  /// Makes the calling thread the one that writes to the port. False: nothing is to be written, or
  /// not now.
  bool begin_draining(Draining* draining) VM_EXCLUDES(mutex_);
  /// A packet with `gone` has gone. False: that was the last, or the
  /// connection has ended; the calling thread is not the one that writes any more.
  bool go_on_draining(const Draining& draining, PacketWriter::Gone gone) VM_EXCLUDES(mutex_);
  /// The port takes no more, and will say when it does. False: it has said so meanwhile. True: the
  /// calling thread is not the one that writes any more.
  bool stays_blocked(const Draining& draining) VM_EXCLUDES(mutex_);
  struct Waiter {
    Term pid;
    Word wait;  // of its operation
  };
  /// Processes that need not wait any more.
  struct Resumed {
    std::vector<Waiter> waiters = {};
    std::vector<Process*> ending = {};
  };
  Resumed count_written(PacketWriter::Gone gone) VM_REQUIRES(mutex_);
  /// All of them, at the end of the connection.
  Resumed take_waiting() VM_REQUIRES(mutex_);
  bool is_busy() const VM_REQUIRES(mutex_);
  using SpawnRequests = std::map<RefNumber, std::unique_ptr<SpawnRequest>>;
  /// Takes the requests to start processes, and their messages out of the queue.
  SpawnRequests take_spawns() VM_REQUIRES(mutex_);
  void answer_all(SpawnRequests requests, Term reason) VM_EXCLUDES(mutex_);
  /// Takes what the end of the connection concerns.
  Records end_connection() VM_REQUIRES(mutex_);
  void tell_end(Records records, const Connection& old, Term reason);
  void resume(const Resumed& resumed);
  void tell_controller(Term controller);

  Peers& peers_;
  Mutex mutex_{LockRank::kIoOutput};
  State state_ VM_GUARDED_BY(mutex_) = State::kIdle;
  Word number_ VM_GUARDED_BY(mutex_) = 0;  // of the connection, or of the last one
  Term controller_ VM_GUARDED_BY(mutex_);
  SharedRef<Port> port_ VM_GUARDED_BY(mutex_);  // null: a process controls the connection
  Word flags_ VM_GUARDED_BY(mutex_) = 0;
  std::shared_ptr<PeerInput> input_ VM_GUARDED_BY(mutex_);
  Term input_handler_ VM_GUARDED_BY(mutex_);  // the only process that may put data; none(): any
  bool wants_data_ VM_GUARDED_BY(mutex_) = false;  // the controlling process waits for a message
  bool gets_size_ VM_GUARDED_BY(mutex_) = false;   // dist_ctrl_get_data/1 returns sizes, too
  std::deque<Outgoing> out_ VM_GUARDED_BY(mutex_);
  // What has left out_; null without a connection that is up. Used by the thread that drains or,
  // where a process controls the connection, under the lock.
  std::shared_ptr<PacketWriter> writer_ VM_GUARDED_BY(mutex_);
  Word queued_bytes_ VM_GUARDED_BY(mutex_) = 0;  // in both
  // How many large messages of a process have not gone whole, by its pid's bits: it waits for them.
  std::map<Word, Word> holding_ VM_GUARDED_BY(mutex_);
  bool is_draining_ VM_GUARDED_BY(mutex_) = false;
  bool is_blocked_ VM_GUARDED_BY(mutex_) = false;  // nothing goes out until the port is ready
  bool was_ready_ VM_GUARDED_BY(mutex_) = false;   // the port was, while a thread drained
  Word sent_ VM_GUARDED_BY(mutex_) = 0;
  // wire_form(). relaxed: what refers to atoms for another connection is noticed when it is queued;
  // the older forms are taken by every node.
  Atomic<WireForm> form_{};
  std::vector<Waiter> waiting_ VM_GUARDED_BY(mutex_);
  std::map<Word, Process*> ending_ VM_GUARDED_BY(mutex_);  // which has_sent_all() has kept, by pid
  Records records_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
