// Remote: the one seam between this machine's processes and those of other nodes. What a process
// does to a pid, name or alias of another node goes through it; vm/dist implements it, and turns
// what comes from other nodes into ordinary signals.
// Ownership: NodeMonitors. Threads: any. No function waits for another node; where the connection
// is busy, it says that the process must wait (connection_wait.h).
#pragma once

#include "vm/base/byte_buffer.h"
#include "vm/proc/links.h"
#include "vm/proc/spawn.h"

#include <functional>
#include <string_view>

namespace vm {

/// What a process that another node's process started owes to it; see spawn_for_remote().
struct RemoteParent {
  Term pid;           // of another node
  bool link = false;  // set up at the child before it can be found
  RefNumber monitor;  // the child's end of a monitor by `watcher`; none: no monitor
  std::shared_ptr<MonitoringObject> watcher = nullptr;
  /// Called with the child's pid before it runs or can be found: first `made`, which enters its
  /// links and monitors in the records of the connection, then `reply`, which answers the request.
  std::function<void(Term child)> made = {};
  std::function<void(Term child)> reply = {};
};

/// Where a monitor of a process elsewhere points to.
struct RemoteTarget {
  Term node;  // an atom
  Term to;    // a pid of that node, or a registered name there
};

class Remote {
 public:
  virtual ~Remote() = default;

  /// What becomes of what is to be sent.
  enum class Sent : std::uint8_t {
    kQueued,        // on its way, or waiting for a connection that is being set up
    kBusy,          // the same, and the sender must wait in its next wait (next_operation_wait())
    kNoConnection,  // there is none, and none is set up
    kWouldSuspend,  // not sent: the connection is busy
    kTooLarge,      // not sent: it cannot be encoded, or there is not the memory for the bytes
  };
  struct SendOptions {
    bool connects = true;  // false: only if there is a connection
    bool suspends = true;  // false: not if the sender would be suspended
  };
  /// `to ! message` by `from`: to a pid or alias of another node, or {Name, Node}.
  virtual Sent send(Process& from, Term to, Term message, SendOptions options) = 0;

  /// exit/2 of a process of another node.
  virtual Sent exit(Process& from, Term to, Term reason) = 0;

  /// The signals kLink, kUnlink, kUnlinkAck, kExit and kGroupLeader to a process of another node. A
  /// link that there is no connection for is answered with the exit signal `noconnection`. An exit
  /// signal of a link that is too large ends the connection.
  virtual void signal(Term to, const TermSignal& signal) = 0;

  /// A monitor `number` of `p`, entered there already. Without a connection DOWN arrives.
  virtual void monitor(Process& p, RefNumber number, bool ref_has_pid, RemoteTarget target) = 0;
  /// Ends it. No effect where the other side has ended it.
  virtual void demonitor(Term watcher, RefNumber number, bool ref_has_pid, RemoteTarget target) = 0;

  /// After signals of `p` to processes of `node`: whether it must wait in its next wait, as more
  /// waits for that node than the connection takes. Never with the flag `async_dist`.
  virtual bool must_wait(Process& p, Term node) = 0;
  /// Whether a large signal of `p`, which is ending, has not gone whole: reports that it waits.
  virtual bool is_sending(Process& p) = 0;
  /// The same of a process that is no scheduler's any more, the other way round: where it is false,
  /// `p` is made runnable when all has gone, and must not be touched until then.
  virtual bool has_sent_all(Process& p) = 0;

  /// Whether packets that a port delivers to its owner are for the distribution, which takes them.
  struct TakenInput {
    bool is_taken = false;
    bool is_too_much = false;          // the port is to read no more until Port::hold_input(false)
    std::function<void()> later = {};  // what follows, to be called without the port's lock
  };
  /// `whole`: null, or what the packet is the end of, which may be taken with it. Under the lock of
  /// `port`.
  virtual TakenInput take_input(Term port, std::string_view packet, ByteBuffer* whole) = 0;
  /// A port that was busy is not any more; it had to say so (Port::is_busy()). Without locks.
  virtual void output_is_ready(Term port) = 0;
  /// A port or a process has ended: so does the connection that it controls.
  virtual void controller_ended(Term id, Term reason) = 0;
};

}  // namespace vm
