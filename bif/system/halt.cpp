// halt/2 and its kin: the end of the machine.
#include "bif/driver/driver_state.h"
#include "bif/natives.h"
#include "bif/nif/nif_state.h"
#include "bif/state.h"
#include "bif/system/restart.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/proc/exit.h"
#include "vm/proc/operation.h"
#include "vm/sched/scheduler.h"

#include <cstdio>
#include <cstdlib>

namespace bif {
namespace {

/// The machine ends: this process must not run on until it does.
vm::Operation halted(Process& p) {
  while (true) co_await vm::woken(p);
}

/// {flush, boolean()} or {flush_timeout, Milliseconds}. What is written is always written to its
/// end.
bool is_option(Term option) {
  if (!option.is_tuple_of(2)) return false;
  const Term key = option.as_tuple().elements[0], value = option.as_tuple().elements[1];
  if (key == am::flush) return value == am::true_ || value == am::false_;
  constexpr SWord kMostMs = 0xFFFFFFFF;
  const bool is_time = value.is_small() && value.as_small() >= 0 && value.as_small() <= kMostMs;
  return key == am::flush_timeout && is_time;
}

}  // namespace

BifResult halt_2(Process& p, const Args<2>& a) {
  Term list = a[1];
  bool flushes = true;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (!is_option(option)) return p.badarg_because(am::badopt);
    if (option.as_tuple().elements[0] == am::flush)
      flushes = option.as_tuple().elements[1] == am::true_;
  }
  if (!list.is_nil()) return p.badarg_because(am::badopt);
  SWord status = 1;
  if (a[0] == am::abort) std::abort();
  if (a[0].is_small()) {
    status = a[0].as_small();
    if (status < 0) return p.badarg();
  } else {
    // The last words of a program that cannot go on; OTP writes them the same way.
    std::string slogan;
    if (vm::list_length(a[0]) < 0 || !vm::append_utf8_list(a[0], slogan)) return p.badarg();
    std::fprintf(stderr, "%s\r\n", slogan.c_str());
    BifState::of(p).drivers->close_in_emergency();
  }
  if (!flushes) BifState::of(p).nifs->skip_at_halt();
  const Term ends_machine = BifState::of(p).boot.ends_machine.load(vm::kRelaxed);
  if (ends_machine.is_none() || ends_machine == p.pid) {
    p.vm.schedulers->halt(static_cast<int>(status & 255));
  } else {
    vm::request_halt(p.vm, p.pid, ends_machine, static_cast<int>(status & 255));
  }
  return p.suspend_on(halted(p));
}

/// sonde_native:halt_through(Pid) -> ok: a process that calls halt/2 stops, and Pid gets {halt,
/// Status} and ends the machine after its last work. halt_through(restart): the machine ends now,
/// and starts again.
BifResult native_halt_through_1(Process& p, const Args<1>& a) {
  if (a[0] == am::restart) {
    p.vm.schedulers->halt(kRestartStatus);
    return p.suspend_on(halted(p));
  }
  if (!a[0].is_local_pid()) return p.badarg();
  BifState::of(p).boot.ends_machine.store(a[0], vm::kRelaxed);
  return am::ok;
}

}  // namespace bif
