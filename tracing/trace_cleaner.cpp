// Ending sessions, and sweeping after them.
#include "tracing/trace_cleaner.h"

#include "tracing/bp_change.h"
#include "tracing/trace_api.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/term/number.h"

#include <algorithm>

namespace tracing {

namespace {

/// The next sweep comes after this time at the latest, as a receive waits no longer than weeks.
constexpr Word kLongestSweepMs = 86'400'000;

}  // namespace

/// The session is dead and in no table from here on.
bool TraceCleaner::finish(Session& session) {
  if (!session.end()) return false;
  tracing_.sessions().remove(session);
  tracing_.tracees().forget_ended();
  tracing_.watch().set(SharedRef<Session>(&session), {}, {});
  if (session.tracer.bounds) session.tracer.bounds->finish();
  return true;
}

bool TraceCleaner::end(Session& session) {
  if (!finish(session)) return false;
  // acq_rel: the sweep sees that the session is dead; one message for all that end until then.
  if (!needs_sweep_.exchange(true, vm::kAcqRel)) wake();
  return true;
}

void TraceCleaner::wake() {
  const Term sweeper = sweeper_.load(vm::kRelaxed);  // relaxed: a value of its own
  if (sweeper.has_value())
    vm::send_from_machine(tracing_.vm(), Term::none(), sweeper, vm::am::sweep, nullptr);
}

vm::Operation TraceCleaner::sweep(Process& p) {
  sweeper_.store(p.pid, vm::kRelaxed);  // relaxed: a value of its own
  std::optional<Word> next_ms;
  for (const SharedRef<Session>& session : tracing_.sessions().all()) {
    if (!session->tracer.bounds) continue;
    if (const auto ms = session->tracer.bounds->ms_left())
      next_ms = std::min(*ms, next_ms.value_or(kLongestSweepMs));
  }
  // acq_rel: pairs with end(). What ends from now on is for the next sweep.
  if (needs_sweep_.exchange(false, vm::kAcqRel)) {
    tracing_.on_load().forget_dead_sessions();
    co_await remove_actions_of_dead(p);
  }
  co_return next_ms ? vm::number(*next_ms) : Term(vm::am::infinity);
}

vm::Operation TraceCleaner::remove_actions_of_dead(Process& p) {
  BpSpec spec;
  spec.how = BpHow::kOff;
  spec.of_dead_sessions = true;
  return change_breakpoints(p, tracing_, {}, std::move(spec));
}

vm::Operation TraceCleaner::destroy(Process& p, SharedRef<Session> session) {
  if (!finish(*session)) co_return vm::am::false_;
  // Flags first: breakpoints of a session without a flagged process are not looked at. Entries of
  // dead sessions go with any change.
  const FlagChange change{session, false, ~std::uint32_t{0}, {}};
  co_await tracing_.tracees().change(p, tracing_.vm().processes->pids(), change, MustExist::kNo);
  if (tracing_.vm().ports != nullptr)
    tracing_.tracees().change_ports(tracing_.vm().ports->all(), change);
  co_await remove_actions_of_dead(p);
  co_return vm::am::true_;
}

}  // namespace tracing
