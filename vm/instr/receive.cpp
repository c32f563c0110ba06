// Receiving, waiting, and continuation after a wait, out of line.
#include "vm/instr/receive.h"

#include "vm/heap/list_view.h"
#include "vm/instr/calls.h"
#include "vm/instr/raise.h"
#include "vm/proc/exit.h"
#include "vm/proc/fit_heap.h"
#include "vm/proc/operation.h"
#include "vm/proc/receive.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

namespace vm::instr {

INSTR_SLOW(send) {
  const Term to = m.x0, message = m.x1;
  m.save();
  note_call(*m.p, {am::erlang, am::send, 2});
  const Term result = send_or_raise(*m.p, to, message, message);
  if (result.is_none()) {
    const CodeAddress next = after_no_value(*m.p, {am::erlang, am::send, 2}, after(m, 0));
    m.load();
    return m.go(next);
  }
  m.load();
  m.x0 = result;
  // A port's driver may have used the time slice up, and a row of sends calls no function.
  if (m.reds <= 0) return m.yield(after(m, 0), 1);
  return Flow::kNext;
}

/// At the end of the queue, fetches the signals that have arrived. If there is still no message,
/// continues at the wait. If a signal has ended or suspended the process, the process leaves the
/// engine and repeats this instruction when it is resumed, because a receive with `after 0` has no
/// wait that would do so.
INSTR_SLOW(loop_rec, Label, Any to) {
  m.save();
  m.p->live = 0;
  const Message* message = peek_message(*m.p);
  m.load();
  if (message == nullptr && !may_run(*m.p)) {
    m.p->raising.outcome = Outcome::kValue;
    return m.yield(m.I, 0);
  }
  if (message == nullptr) return Flow::kFail;
  to.set(m, message->value);
  return Flow::kNext;
}

INSTR_SLOW(loop_rec_end, Label again) {
  if (m.p->messages.current() != nullptr) skip_message(*m.p);
  // Skipping a message costs a reduction.
  if (--m.reds <= 0) return m.yield(again.address(), 0);
  return Flow::kFail;
}

INSTR_SLOW(remove_message) {
  // Code that does not look at a message first has none to remove.
  if (m.p->messages.current() != nullptr) vm::remove_message(*m.p);
  return Flow::kNext;
}

INSTR_SLOW(wait, Label again) {
  // A signal may have ended or suspended the process while it fetched messages. A receive without
  // clauses looks at none: it waits, whatever the queue holds.
  const bool looks_at_none = again.address() == m.I;
  const Flow flow = m.yield(again.address(), 0);
  if (!is_exiting(*m.p) && (looks_at_none || m.p->messages.current() == nullptr))
    wait_for_message(*m.p);
  m.p->raising.outcome = Outcome::kValue;
  return flow;
}

INSTR_SLOW(wait_timeout, Label again, Any timeout) {
  m.save();
  const ReceiveWait what = wait_with_timeout(*m.p, timeout.get(m));
  m.load();
  m.p->raising.outcome = Outcome::kValue;
  switch (what) {
    case ReceiveWait::kTimedOut:
      return Flow::kNext;
    case ReceiveWait::kBadTimeout:
      return handle_exception(m);
    case ReceiveWait::kSuspend:
      break;
  }
  return m.yield(again.address(), 0);
}

INSTR_SLOW(timeout) {
  m.save();
  receive_timed_out(*m.p);
  m.load();
  return Flow::kNext;
}

INSTR_SLOW(recv_marker_reserve, Any to) {
  m.save();
  const Term marker = reserve_receive_marker(*m.p);
  m.load();
  to.set(m, marker);
  return Flow::kNext;
}

INSTR_SLOW(recv_marker_bind, Any marker, Any ref) {
  bind_receive_marker(*m.p, marker.get(m), ref.get(m));
  return Flow::kNext;
}

INSTR_SLOW(recv_marker_clear, Any ref) {
  clear_receive_marker(*m.p, ref.get(m));
  return Flow::kNext;
}

INSTR_SLOW(recv_marker_use, Any ref) {
  use_receive_marker(*m.p, ref.get(m));
  return Flow::kNext;
}

/// Continues after the operation that the process waited for. The result of the operation is the
/// result of the BIF that started it, unless the outcome is not a value.
INSTR_SLOW(i_resume_operation) {
  Process& p = *m.p;
  m.save();
  Term result = m.x0;
  if (const std::unique_ptr<Operation> ended = std::move(p.operation.coroutine))
    result = ended->result();
  if (result.is_none()) {
    p.ip = nullptr;
    const CodeAddress next = after_no_value(p, p.operation.bif, nullptr);
    m.load();
    return m.go(next);
  }
  m.load();
  m.x0 = result;
  if (p.wants_collection()) m.collect(0, 1);
  return m.go_back();
}

// As OTP: the limit of its x registers, and not that of a call.
constexpr SWord kMaxHibernateArguments = 1024;

/// Registers are not kept across a wait, so the function to call is on the stack while the process
/// hibernates.
INSTR_SLOW(i_hibernate_body) {
  Process& p = *m.p;
  const SWord arity = list_length(m.x2);
  if (!m.x0.is_atom() || !m.x1.is_atom() || arity < 0 || arity > kMaxHibernateArguments) {
    const Term arguments[] = {m.x0, m.x1, m.x2};
    const bool is_long = m.x0.is_atom() && m.x1.is_atom() && arity >= 0;
    m.I = nullptr;
    return fail_call(m, Label{0}, is_long ? Term(am::system_limit) : Term(am::badarg),
                     {am::erlang, am::hibernate, arguments});
  }
  m.E = p.heap_end;
  p.raising.catches = 0;
  m.push_return(&p.vm.words.normal_exit);
  m.save();
  collect_all_garbage(p, 3);
  m.load();
  if (!hibernate_must_wait(p)) return slow::i_apply_body(m);
  p.sched.hibernated = true;
  if (!m.has_room(3)) m.collect(3, 3);
  for (Term t : {m.x2, m.x1, m.x0}) {
    --m.E;
    m.E->set(t);
  }
  m.save();
  fit_heap_to_contents(p);
  p.ip = &p.vm.words.hibernate_wake;
  p.live = 0;
  return m.leave_saved();
}

INSTR_SLOW(i_hibernate_wake) {
  m.x0 = m.E[0].term();
  m.x1 = m.E[1].term();
  m.x2 = m.E[2].term();
  m.E += 3;
  m.p->sched.hibernated = false;
  return slow::i_apply_body(m);
}

}  // namespace vm::instr
