// Tracees: sets and clears what sessions have on processes and ports, those that exist and those to
// come. A process is changed by itself, from a signal, so that a change falls in order with
// messages; a port under its lock. Threads: in the context of the process that asks or creates; a
// port's creation under the port's lock. Contract: P1, O1, S7.
#pragma once

#include "tracing/port_tracee.h"
#include "tracing/session.h"
#include "tracing/tracee.h"
#include "vm/proc/operation.h"

namespace tracing {

class Tracing;

/// Whether it is an error that no process took a change.
enum class MustExist : bool { kNo, kYes };

class Tracees {
 public:
  explicit Tracees(Tracing& tracing) : tracing_(tracing) {}
  ~Tracees();
  Tracees(const Tracees&) = delete;

  /// Makes the change on these processes and waits until all have made it. The result is how many
  /// took it, with `already` of others; badarg for none where one must exist.
  vm::Operation change(Process& p, std::vector<Term> pids, FlagChange change, MustExist must_exist,
                       Word already = 0);
  /// The same for all processes, including those that are being created: if the flags are set for
  /// new processes before this is called, every process gets them, from its creator or from this.
  vm::Operation change_all(Process& p, FlagChange change, Word already);
  /// The same for ports, at once. Returns how many took it.
  Word change_ports(const std::vector<Term>& ports, const FlagChange& change);
  /// Changes what processes or ports to come are given. Nothing happens if the tracer is gone.
  void change_new(TraceeKind kind, const FlagChange& change);
  /// What they are given by a session: nothing, from now on, where its tracer is gone (S7).
  TraceeSetting new_setting(TraceeKind kind, Session& session);
  /// A session has ended: nothing refers to it from here on.
  void forget_ended();
  /// Gives a process or port that was just created what all sessions have for new ones.
  void on_created(Process& p) { give_new(TraceeKind::kProcess, p); }
  void on_created(vm::PortTracee& p) { give_new(TraceeKind::kPort, p); }

 private:
  /// What sessions give to what is created, so that a creation need not ask all of them under their
  /// locks. Never changes.
  struct Gift {
    SharedRef<Session> session;
    TraceeSetting setting;
  };
  using Gifts = std::vector<Gift>;

  /// What a session gives: nothing, from now on, where the tracer of `setting` is gone.
  bool is_given(TraceeKind kind, Session& session, const TraceeSetting& setting);
  /// Null: none.
  std::unique_ptr<Gifts> gifts_of_sessions(TraceeKind kind) const;
  /// Makes the list of gifts that fits what the sessions have now.
  void publish(TraceeKind kind);
  template <class Tracee>
  void give_new(TraceeKind kind, Tracee& p);

  Tracing& tracing_;
  // By TraceeKind. Release in publish(), acquire in give_new(); null: no session gives any.
  // A list that was replaced goes after thread progress.
  vm::Atomic<const Gifts*> gifts_[2];
};

}  // namespace tracing
