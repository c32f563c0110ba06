// Changes of flags, on existing processes and ports and on those to come.
#include "tracing/tracees.h"

#include "tracing/delivery.h"
#include "tracing/flag_signal.h"
#include "tracing/trace_api.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/term/number.h"

namespace tracing {

vm::Operation Tracees::change(Process& p, std::vector<Term> pids, FlagChange change,
                              MustExist must_exist, Word already) {
  Vm& vm = tracing_.vm();
  auto countdown =
      vm::make_shared_ref<Countdown>(vm, p.pid, vm::next_operation_wait(p), pids.size());
  for (const Term pid : pids) {
    if (pid == p.pid) {
      if (apply_change(p, change)) countdown->count_success();
      countdown->arrive();
    } else {
      vm::push_question(p, pid, std::make_unique<FlagSignal>(change, countdown));
    }
  }
  if (!countdown->arrive_as_waiter()) {
    while (!countdown->is_done()) co_await vm::woken(p);
  }
  if (must_exist == MustExist::kYes && countdown->successes() == 0) co_return p.badarg();
  co_return vm::number(already + countdown->successes());
}

vm::Operation Tracees::change_all(Process& p, FlagChange change, Word already) {
  // Wait: a process that was created with the previous setting for new processes is in the table
  // when the scheduler that created it next reports progress.
  co_await vm::thread_progress(p);
  co_return co_await this->change(p, tracing_.vm().processes->pids(), std::move(change),
                                  MustExist::kNo, already);
}

Word Tracees::change_ports(const std::vector<Term>& ports, const FlagChange& change) {
  Word successes = 0;
  for (const Term port : ports) {
    tracing_.vm().ports->with_tracee(
        port, [&](vm::PortTracee& p) { successes += apply_change(p, change) ? 1 : 0; });
  }
  return successes;
}

void Tracees::change_new(TraceeKind kind, const FlagChange& change) {
  const std::uint32_t meant =
      kind == TraceeKind::kProcess ? ~kPortFlags | kModifierFlags : kPortFlags;
  TraceeSetting old, setting;
  do {
    old = change.session->new_tracees(kind);
    // As OTP: an old module is not asked, and is not known to be gone before something is created.
    setting = is_gone(tracing_.vm(), old.tracer) ? TraceeSetting{} : old;
    if (change.on) {
      if (!is_alive(tracing_.vm(), change.tracer, Term::none())) return;
      setting.flags |= change.flags & meant;
      setting.tracer = change.tracer;
    } else {
      setting.flags &= ~change.flags;
    }
    if (setting.flags == 0) setting.tracer = {};
  } while (!change.session->replace_new_tracees(kind, old, setting));
  // release: a creation that sees the number sees the setting.
  new_[static_cast<unsigned>(kind)].changes.fetch_add(1, vm::kRelease);
}

TraceeSetting Tracees::new_setting(TraceeKind kind, Session& session) const {
  TraceeSetting setting = session.new_tracees(kind);
  if (setting.tracer.is_none()) return {};
  if (is_alive(tracing_.vm(), setting.tracer, Term::none())) return setting;
  // A module may come back, and does not get its tracees again. A change meanwhile is newer.
  static_cast<void>(session.replace_new_tracees(kind, setting, {}));
  return {};
}

template <class Tracee>
void Tracees::give_new(TraceeKind kind, Tracee& p) {
  NewSettings& settings = new_[static_cast<unsigned>(kind)];
  const Word number = settings.changes.load(vm::kAcquire);       // acquire: pairs with change_new()
  if (settings.none_since.load(vm::kRelaxed) == number) return;  // relaxed: a value of its own
  bool any = false;
  for (const SharedRef<Session>& session : tracing_.sessions().all()) {
    if (!session->gives_new(kind)) continue;
    TraceeSetting setting = new_setting(kind, *session);
    if (setting.flags == 0) continue;
    any = true;
    apply_change(p, {session, true, setting.flags, std::move(setting.tracer)});
  }
  if (!any) settings.none_since.store(number, vm::kRelaxed);  // relaxed: as above
}

template void Tracees::give_new(TraceeKind kind, Process& p);
template void Tracees::give_new(TraceeKind kind, vm::PortTracee& p);

}  // namespace tracing
