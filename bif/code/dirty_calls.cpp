// erts_debug:dirty_cpu/2, dirty_io/2 and dirty/3: calls that occupy a dirty scheduler, for OTP's
// test suites. What they are to do is an atom with an argument: dirty_io(wait, Milliseconds).
// Source: what OTP 27's suites expect; OTP has no documentation of it.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/nif/nif_state.h"
#include "vm/heap/list_view.h"
#include "vm/proc/exit.h"
#include "vm/proc/send.h"
#include "vm/sched/dirty_work.h"
#include "vm/term/copy.h"

#include <chrono>
#include <optional>
#include <thread>

namespace bif {
namespace {

using vm::DirtySchedulers;
using Kind = DirtySchedulers::Kind;

Term kind_name(Kind kind) {
  switch (kind) {
    case Kind::kComputing:
      return am::dirty_cpu;
    case Kind::kWaiting:
      return am::dirty_io;
    case Kind::kNone:
    case Kind::kDriver:
      return am::normal;
  }
  VM_UNREACHABLE();
}

std::optional<Kind> kind_of(Term name) {
  for (const Kind kind : {Kind::kNone, Kind::kComputing, Kind::kWaiting})
    if (name == kind_name(kind)) return kind;
  return std::nullopt;
}

/// What a call does on its thread. It has no terms but immediate ones.
struct Errand {
  Vm& vm;
  Term self;
  Term argument;  // a pid, where it is one
  SWord ms = 0;   // the argument, where it is a number

  void send(const char* tag) const {
    if (!argument.is_local_pid()) return;
    HeapBuilder builder(Word{4});
    const Term message = builder.tuple(vm::intern_atom(tag).value(), self);
    vm::send_from_machine(vm, self, argument, message, builder.take_fragments());
  }
  static void sleep(SWord ms) {
    if (ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  }
  void wait_for_end() const {
    while (is_process_alive(vm, self)) sleep(1);
  }
};

using Action = Term(const Errand& errand);

Term kind_of_scheduler(const Errand&) { return kind_name(DirtySchedulers::current_kind()); }
Term do_nothing(const Errand&) { return am::ok; }
Term wait(const Errand& errand) {
  Errand::sleep(errand.ms);
  return am::ok;
}
Term send_ok(const Errand& errand) {
  errand.send("ok");
  return am::ok;
}
Term ready_wait6_done(const Errand& errand) {
  errand.send("ready");
  Errand::sleep(6000);
  errand.send("done");
  return am::ok;
}
Term alive_until_exiting(const Errand& errand) {
  errand.send("alive");
  errand.wait_for_end();
  return am::ok;
}
/// As in OTP, the call lasts a second longer than its process.
Term alive_after_exit(const Errand& errand) {
  alive_until_exiting(errand);
  Errand::sleep(1000);
  return am::ok;
}

/// Runs `action` on a dirty scheduler; on the process's own for Kind::kNone.
vm::Operation run_on(Process& p, Kind kind, Action* action, Errand errand) {
  if (kind == Kind::kNone) co_return action(errand);
  co_return co_await vm::work_on_dirty(
      p, kind, [action, errand] { return action(errand); }, [](Term result) { return result; });
}

Kind after(Kind kind) {
  return kind == Kind::kComputing ? Kind::kWaiting
         : kind == Kind::kWaiting ? Kind::kNone
                                  : Kind::kComputing;
}

/// Begins anew `left / 2` times, every second time on schedulers of the next kind.
vm::Operation reschedule(Process& p, Kind kind, SWord left, Errand errand) {
  for (; left > 0; left -= 2) {
    if (left % 4 == 0) kind = after(kind);
    if (kind == Kind::kNone) {
      co_await vm::yielded(p);
      continue;
    }
    co_await run_on(p, kind, do_nothing, errand);
  }
  co_return left == 0 ? Term(am::ok) : Term(p.badarg());
}

vm::Operation thousand_copies(Process& p, Kind kind, Term term, Errand errand) {
  const vm::OperationRoot root(p, term);
  co_await run_on(p, kind, do_nothing, errand);
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (int i = 0; i < 1000; ++i) list.add(vm::copy_term(builder, root.get(), nullptr));
  co_return list.finish();
}

BifResult raise(Process& p, Term reason) {
  for (const Term known : {am::badarith, am::noproc, am::system_limit})
    if (reason == known) return p.error(reason);
  if (reason == am::undef) return p.undef();
  return reason == am::notsup ? p.notsup() : p.badarg();
}

struct NamedAction {
  const char* name;
  Action* action;
  bool takes_number = false;
};
constexpr NamedAction kActions[] = {
    {"wait", wait, true},
    {"send", send_ok},
    {"ready_wait6_done", ready_wait6_done},
    {"alive_waitexiting", alive_after_exit},
    {"alive_waitexitingonly", alive_until_exiting},
};

BifResult call(Process& p, Kind kind, Term what, Term argument) {
  if (!what.is_atom()) return p.badarg();
  if (what == am::error) return raise(p, argument);
  Errand errand{p.vm, p.pid, argument.is_local_pid() ? argument : Term::none()};
  const bool is_number = to_signed(argument, &errand.ms);
  const std::string_view name = vm::atom_text(what);
  if (name == "scheduler") {
    if (argument != am::type) return p.badarg();
    return p.suspend_on(run_on(p, kind, kind_of_scheduler, errand));
  }
  if (name == "copy") return p.suspend_on(thousand_copies(p, kind, argument, errand));
  if (name == "reschedule") {
    if (!is_number || errand.ms < 0) return p.badarg();
    return p.suspend_on(reschedule(p, kind, errand.ms, errand));
  }
  for (const NamedAction& known : kActions) {
    if (name != known.name) continue;
    if (known.takes_number && !is_number) return p.badarg();
    return p.suspend_on(run_on(p, kind, known.action, errand));
  }
  return p.badarg();
}

}  // namespace

BifResult dirty_cpu_2(Process& p, const Args<2>& a) {
  return call(p, Kind::kComputing, a[0], a[1]);
}
BifResult dirty_io_2(Process& p, const Args<2>& a) { return call(p, Kind::kWaiting, a[0], a[1]); }
BifResult dirty_3(Process& p, const Args<3>& a) {
  const std::optional<Kind> kind = kind_of(a[0]);
  return kind ? call(p, *kind, a[1], a[2]) : p.badarg();
}

}  // namespace bif
