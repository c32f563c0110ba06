// What the machine is: system_info/1 and system_flag/2.
// The release is that of the Erlang/OTP whose behaviour we follow, not of the libraries we run.
#include "bif/data/numbers.h"
#include "bif/driver/driver_state.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "bif/system/printable_range.h"
#include "bif/system/release.h"
#include "bif/system/system_flags.h"
#include "tracing/trace_api.h"
#include "vm/io/io.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/node.h"

#include <algorithm>
#include <cstdio>
#include <sys/utsname.h>
#include <unistd.h>

namespace bif {
namespace {

constexpr Word kMaxEtsTables = 8192;

SWord outstanding_requests_limit(Process& p) {
  // relaxed: a number
  const SWord limit = BifState::of(p).boot.outstanding_requests_limit.load(vm::kRelaxed);
  return limit != 0 ? limit : 2 * static_cast<SWord>(p.vm.schedulers->count());
}

/// Items of system_info/1 that are numbers.
SWord numeric_info(Process& p, Term item) {
  const Vm& vm = p.vm;
  if (item == am::process_count) return static_cast<SWord>(vm.processes->count());
  if (item == am::process_limit) return static_cast<SWord>(vm.processes->capacity());
  if (item == am::port_count) return static_cast<SWord>(p.vm.port_table->all().size());
  if (item == am::port_limit) return static_cast<SWord>(vm::PortTable::kMaxPorts);
  if (item == am::atom_count) return static_cast<SWord>(vm::atom_count());
  if (item == am::atom_limit) return static_cast<SWord>(vm::kMaxAtoms);
  if (item == am::ets_limit) return static_cast<SWord>(kMaxEtsTables);
  if (item == am::wordsize) return sizeof(Word);
  if (item == am::thread_pool_size) return static_cast<SWord>(DriverState::of(p.vm).async.size());
  if (item == am::backtrace_depth)
    return static_cast<SWord>(vm.backtrace_depth.load(vm::kRelaxed));  // relaxed: advice
  if (item == am::creation) return vm::local_node().creation;
  if (item == am::start_time) return vm.schedulers->clock().start_ns();
  if (item == am::outstanding_system_requests_limit) return outstanding_requests_limit(p);
  if (item == am::compat_rel) return 27;
  return -1;
}

/// Items that are atoms.
Term atom_info(Term item) {
  if (item == am::threads || item == am::smp_support) return am::true_;
  if (item == am::debug_compiled) return am::false_;
  if (item == am::heap_type) return am::private_;
  if (item == am::message_queue_data) return am::on_heap;
  if (item == am::time_correction) return am::true_;
  if (item == am::tolerant_timeofday) return am::enabled;
  if (item == am::endian) return am::little;  // both processors we run on
  if (item == am::time_warp_mode) return am::no_time_warp;
  if (item == am::build_type || item == am::emu_type) return am::opt;
  if (item == am::emu_flavor) return am::emu;
  if (item == am::scheduler_bind_type) return am::unbound;
  if (item == am::dynamic_trace) return am::none;
  if (item == am::modified_timing_level) return am::undefined;
  if (item == am::time_offset) return am::volatile_;
  return Term::none();
}

std::string text_info(Process& p, Term item) {
  if (item == am::otp_release) return kOtpRelease;
  if (item == am::version) return erts_version();
  if (item == am::machine) return "BEAM";
  if (item == am::nif_version) return "2.17";
  if (item == am::driver_version) return "3.3";
  if (item == am::system_architecture) {
    utsname names;
    uname(&names);
    const std::string machine = names.machine;
    return machine + (machine == "x86_64" ? "-pc" : "-unknown") + "-linux-gnu";
  }
  if (item == am::system_version) {
    const std::string count = std::to_string(p.vm.schedulers->count());
    const std::string online = std::to_string(p.vm.multi_scheduling->online());
    return std::string("Erlang/OTP ") + kOtpRelease + " [erts-" + erts_version() +
           "] [64-bit] [smp:" + count + ":" + online + "] [sonde]\n";
  }
  return {};
}

/// {Major, Minor, Release} of the operating system.
Term os_version(HeapBuilder& builder) {
  utsname names;
  uname(&names);
  int parts[3] = {};
  std::sscanf(names.release, "%d.%d.%d", &parts[0], &parts[1], &parts[2]);
  return builder.tuple(Term::small(parts[0]), Term::small(parts[1]), Term::small(parts[2]));
}

BifResult set_outstanding_requests_limit(Process& p, Term limit) {
  constexpr SWord kMost = (1 << 27) - 1;
  if (!limit.is_small() || limit.as_small() < 1 || limit.as_small() > kMost) return p.badarg();
  const SWord before = outstanding_requests_limit(p);
  BifState::of(p).boot.outstanding_requests_limit.store(limit.as_small(),
                                                        vm::kRelaxed);  // as above
  return Term::small(before);
}

Term info_tuple(Process& p, HeapBuilder& builder, Term item) {
  if (item == am::os_type) return builder.tuple(am::unix_, am::linux_);
  if (item == am::os_version) return os_version(builder);
  if (item == am::garbage_collection) return all_heap_flags(p, builder);
  if (is_heap_flag(item)) return heap_flag_info(p, builder, item);
  return Term::none();
}

Term word_size_info(Term which) {
  return which == am::internal || which == am::external ? Term::small(8) : Term::none();
}

}  // namespace

BifResult system_info_1(Process& p, const Args<1>& a) {
  if (a[0] == am::procs) return p.suspend_on(processes_text(p));
  Term answer;
  if (a[0] == am::sequential_tracer) {
    const Term tracer = sequential_tracer(p);
    return HeapBuilder(p).tuple(a[0], tracer);
  }
  {
    HeapBuilder builder(p);
    if (a[0].is_tuple_of(2) && a[0].as_tuple().elements[0] == am::wordsize) {
      answer = word_size_info(a[0].as_tuple().elements[1]);
    } else if (const SWord value = numeric_info(p, a[0]); a[0].is_atom() && value != -1) {
      answer = builder.integer(value);
    } else if (answer = scheduler_info(p, builder, a[0]); answer.has_value()) {
      // That is it.
    } else if (const std::string text = text_info(p, a[0]); !text.empty()) {
      answer = builder.string(text);
    } else if (a[0] == am::trace_control_word) {
      answer = builder.unsigned_integer(tracing::Tracing::of(p.vm).trace_control_word());
    } else if (a[0] == am::system_logger) {
      answer = vm::system_logger(p.vm);
    } else if (a[0] == am::break_ignored) {
      answer = vm::make_boolean(p.vm.io->break_menu.is_ignored());
    } else if (answer = atom_info(a[0]); answer.is_none()) {
      answer = info_tuple(p, builder, a[0]);
      if (answer.is_none()) answer = rare_system_info(p, builder, a[0]);
      if (answer.is_none() && a[0].is_atom()) answer = system_text(p, builder, a[0]);
    }
  }
  return answer.has_value() ? answer : p.badarg();
}

BifResult system_flag_2(Process& p, const Args<2>& a) {
  if (a[0] == am::backtrace_depth) {
    if (!a[1].is_small() || a[1].as_small() < 0) return p.badarg();
    const auto depth = static_cast<unsigned>(std::min<SWord>(a[1].as_small(), 1024));
    // relaxed: a new depth counts from some exception on.
    return Term::small(p.vm.backtrace_depth.exchange(depth, vm::kRelaxed));
  }
  if (a[0] == am::outstanding_system_requests_limit) return set_outstanding_requests_limit(p, a[1]);
  if (a[0] == am::schedulers_online) return set_schedulers_online(p, a[1]);
  if (a[0] == am::dirty_cpu_schedulers_online) return set_dirty_cpu_schedulers_online(p, a[1]);
  if (a[0] == am::multi_scheduling) return set_multi_scheduling(p, a[1]);
  if (a[0] == am::system_logger) {
    if (!a[1].is_local_pid() && a[1] != am::logger && a[1] != am::undefined) return p.badarg();
    return vm::set_system_logger(p.vm, a[1]);
  }
  if (a[0] == am::scheduler_wall_time) return set_wall_time(p, a[1]);
  if (a[0] == am::microstate_accounting) return set_microstate_accounting(p, a[1]);
  if (a[0] == am::trace_control_word) {
    // As what match specs see: 32 bits (M7).
    if (!a[1].is_small() || a[1].as_small() < 0 || a[1].as_small() > 0xFFFFFFFF) return p.badarg();
    tracing::Tracing& tracing = tracing::Tracing::of(p.vm);
    const auto old = static_cast<SWord>(tracing.trace_control_word());
    tracing.set_trace_control_word(static_cast<Word>(a[1].as_small()));
    return Term::small(old);
  }
  if (is_heap_flag(a[0])) return set_heap_flag(p, a[0], a[1]);
  if (a[0] == am::sequential_tracer) return set_sequential_tracer(p, a[1]);
  if (a[0] == am::reset_seq_trace) return reset_sequential_trace(p);
  // As OTP where it does not know the processors.
  if (a[0] == am::scheduler_bind_type) return p.badarg();
  return p.badarg_because(am::badopt);
}

BifResult printable_range_0(Process&, const Args<0>&) {
  return printable_range() == PrintableRange::kUnicode ? am::unicode : am::latin1;
}
BifResult dflag_unicode_io_1(Process&, const Args<1>&) { return am::true_; }
BifResult native_name_encoding_0(Process&, const Args<0>&) { return am::utf8; }
BifResult no_aux_work_threads_0(Process& p, const Args<0>&) {
  return number(p.vm.schedulers->count() + 1);
}

}  // namespace bif
