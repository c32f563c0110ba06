// Links, monitors and aliases of one process, and the signals that keep both ends in step.
// A link is kept at both ends. Unlinking is a handshake (as in OTP since 23): the side that unlinks
// marks its end with a number and sends it; the other side removes its end and acknowledges the
// number. While an end is marked, the exit signal of a broken link and a link signal that crossed
// on the way have no effect, so nothing stray arrives after unlink/1 has returned. A monitor is
// kept at the watcher (by reference) and at the watched process (by reference too). Threads:
// everything runs in the context of the process given first.
#pragma once

#include "vm/proc/operation.h"
#include "vm/proc/process.h"
#include "vm/proc/remote_pid.h"
#include "vm/term/atom_table.h"

#include <map>
#include <memory>
#include <vector>

namespace vm {

/// One end of a link; the other end's pid is the key (link_key()).
struct Link {
  Word unlink_id = 0;  // not 0: this end has unlinked and waits for the acknowledgement
  std::shared_ptr<const RemotePid> remote = nullptr;  // of a process of another node: keeps the key
};

/// How an alias becomes inactive.
enum class AliasMode : std::uint8_t {
  kNone,            // no alias
  kExplicit,        // by unalias/1 only
  kDemonitor,       // as well by demonitor/1 or the DOWN message
  kReplyDemonitor,  // as well when a message arrives through it; which ends the monitor too
  kReply,           // of alias([reply]): when a message arrives through it
};

enum class MonitorKind : std::uint8_t { kProcess, kPort };

/// A monitor at the watching process.
struct Monitoring {
  Term target;  // pid (or none() if a name was not registered), port, atom `clock_service` for
                // time_offset
  Term name;    // registered name it was set by, else none()
  Term tag;     // replaces 'DOWN'; none() if not given. Lies in tag_fragment
  HeapFragment* tag_fragment = nullptr;
  AliasMode alias = AliasMode::kNone;
  MonitorKind kind = MonitorKind::kProcess;
  bool ref_has_pid = false;
  Term node = Term::none();                           // of a process elsewhere: its node
  std::shared_ptr<const RemotePid> remote = nullptr;  // ... and what keeps `target`, a pid
};

/// An object of the machine that monitors processes.
class MonitoringObject {
 public:
  virtual ~MonitoringObject() = default;
  /// Process `pid`, for which `monitor` was set, ends. In its context, once for each monitor.
  virtual void process_down(Vm& vm, Term pid, RefNumber monitor) = 0;
  /// The same with the reason, for objects that pass it on.
  virtual void process_down_because(Vm& vm, Term pid, RefNumber monitor, Term reason) {
    static_cast<void>(reason);
    process_down(vm, pid, monitor);
  }
  /// As process_info(Pid, monitored_by) lists it; none(): not at all.
  virtual Term to_term(HeapBuilder& builder) = 0;
};

/// A monitor at the watched process.
struct MonitoredBy {
  Term watcher;  // none(): `object`
  Term name;     // name the watcher used, else none()
  std::shared_ptr<MonitoringObject> object = nullptr;
};

/// Whether the process that one suspends has seen that. Threads: the suspended process sets it, the
/// one that suspends reads it as advice.
struct SuspendedMark final : Shared {
  Atomic<bool> is_suspended{false};
};

/// A process that this process suspends.
struct Suspension {
  Word times = 0;
  SharedRef<SuspendedMark> mark;
};

struct ProcessLinks {
  ~ProcessLinks();
  std::map<Word, Link> links;  // by link_key() of the other
  std::map<RefNumber, Monitoring> monitoring;
  std::map<RefNumber, MonitoredBy> monitored_by;
  std::map<RefNumber, AliasMode> aliases;  // those that are active, with or without a monitor
  std::map<Word, Suspension> suspending;   // by the pid bits of whom this process suspends
  Word next_unlink_id = 1;
};

/// The process's links, made on first use.
ProcessLinks& links_of(Process& p);

/// erlang:link/1 to a pid or a local port. True; if there is no such process and exits are not
/// trapped, raises noproc; else if there is no such process, an exit signal `noproc` from it
/// arrives. For a process of another node true, and what is wrong arrives as an exit signal.
Term link(Process& p, Term pid);
/// erlang:unlink/1. True.
Term unlink(Process& p, Term pid);

struct MonitorOptions {
  AliasMode alias = AliasMode::kNone;
  Term tag;  // none(): 'DOWN'
};
/// erlang:monitor(Kind, Target, Options): target is a local pid or port, or an atom for a
/// registered name. Returns the reference.
Term monitor(Process& p, MonitorKind kind, Term target, const MonitorOptions& options);
/// The same for a process of node `node`: `target` is its pid, or its registered name there.
Term monitor_remote(Process& p, Term node, Term target, const MonitorOptions& options);
/// erlang:monitor(time_offset, clock_service). The machine's offset never changes, so no message
/// ever arrives.
Term monitor_time_offset(Process& p, const MonitorOptions& options);

struct DemonitorOptions {
  bool flush = false;
  bool info = false;
};
/// erlang:demonitor/2: returns true, or with `info` whether the monitor was found. badarg: another
/// process's reference.
Term demonitor(Process& p, Term ref, DemonitorOptions options);

/// erlang:alias/1 (mode kExplicit or kReply).
Term make_alias(Process& p, AliasMode mode);
/// erlang:unalias/1: whether it was active. badarg if it is another process's.
Term unalias(Process& p, Term ref);

/// erlang:exit/2 to a local pid. `reason` is copied. A signal to the caller itself is handled
/// before this returns: none() if that ended it, else true.
Term exit_signal(Process& from, Term to_pid, Term reason);
/// The same by the machine itself.
void send_exit_signal(Vm& vm, Term from, Term to_pid, Term reason);

/// A broken link's exit signal, and a DOWN signal, by the machine. `token`: the sequential trace
/// token of the process that ended, as a message's.
void send_link_exit(Vm& vm, Term from, Term to_pid, Term reason, Term token = am::undefined);
void send_down(Vm& vm, Term from, Term watcher, RefNumber ref, Term reason);
/// Handles a signal whose receiver `pid` is gone: links and monitors are answered with noproc,
/// questions with "no".
void answer_for_the_dead(Vm& vm, Term pid, Signal& signal);
/// Sends the answer to a question that `asker`'s operation put with wait number `wait`.
void send_reply(Vm& vm, Term asker, Word wait, Term value, HeapFragment* fragments = nullptr);
/// The process or port at the other end of a link, as a term of `builder` where it is no immediate.
Term linked_term(HeapBuilder& builder, Word key, const Link& link);
/// Handles one signal that is not a message, in its receiver. vm/proc/signal_handling.cpp
void handle_signal(Process& p, Signal& signal);

// --- for spawn and exit ---

/// Both ends of a link and of a monitor at once, while the child cannot be found by others.
void add_spawn_links(Process& parent, Process& child);
Term add_spawn_monitor(Process& parent, Process& child, const MonitorOptions& options);
/// Ends a monitor at the watcher, without a look at the queue. False if it is not there.
bool end_monitor(Process& p, RefNumber number);
/// Sends what the end of `p` means to others, in this order: exit signals to the processes and
/// ports it is linked to, the ends of its monitors and suspensions, DOWN to those that monitor it.
/// `reason` is copied. On its own scheduler, once.
void end_all_links(Process& p, Term reason);

// --- operations that wait for an answer ---

/// erlang:group_leader/2: sets another process's or the caller's own; true, when it is set. Where
/// there is no such process, `failure`, or badarg if that is none().
Operation set_group_leader(Process& p, Term leader, Term pid, Term failure);

/// is_process_alive/1 for another process's pid.
Operation is_process_alive(Process& p, Term pid);
/// Waits until the process has handled the signals that `p` has sent it, or has ended. Returns
/// `true`.
Operation signals_handled(Process& p, Term pid);

/// Options of erlang:suspend_process/2.
struct SuspendOptions {
  bool is_asynchronous = false;
  bool unless_suspending = false;
  Term reply_tag = Term::none();  // {Tag, suspended}, of a dead process {Tag, badarg}, is sent
};
/// What asks a process to suspend itself.
struct SuspendSignal final : TermSignal {
  SuspendSignal() : TermSignal(SignalKind::kSuspend) {}
  SharedRef<SuspendedMark> mark;  // null: only the answer is wanted
  bool has_tag = false;           // `reason` is the tag of the reply
};
/// erlang:suspend_process/2 of another local process. Returns true, or false with
/// `unless_suspending` where the caller suspends it already; raises badarg for a dead one unless it
/// is asynchronous. The reply comes from the process, after it has suspended.
Operation suspend_process(Process& p, Term pid, SuspendOptions options);
/// Sends {Tag, State} for a signal that has a tag. From the process `pid`, or for it.
void send_suspend_reply(Vm& vm, Term pid, const SuspendSignal& signal, Term state);
/// Keeps the running process from running on, as soon as it can leave, until it is resumed
/// (send_resume()). By the machine, in the process's context.
void suspend_self(Process& p);
/// Undoes one suspend_self(). No effect if the process is gone.
void send_resume(Vm& vm, Term pid);
/// How often `p` has suspended `pid`.
Word times_suspending(const Process& p, Term pid);
/// erlang:resume_process/1. False (badarg) if the caller has not suspended it.
bool resume_process(Process& p, Term pid);

}  // namespace vm
