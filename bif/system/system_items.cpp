// Items of system_info/1 that few programs ask for, and those that collect all there is to know
// about a machine (system_information, observer): how it is built, its clocks, its memory. What OTP
// has and this machine has not is said as OTP's manual says it: false for a switch, an empty list
// for a list of parts.
#include "bif/bif_table.h"
#include "bif/data/numbers.h"
#include "bif/nif/nif_state.h"
#include "bif/system/system_flags.h"
#include "vm/dist/peers.h"
#include "vm/ets/table_index.h"
#include "vm/heap/heap.h"
#include "vm/heap/list_view.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/send.h"
#include "vm/sched/dirty_schedulers.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/copy.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gnu/libc-version.h>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace bif {
namespace {

struct Switch {
  Term item;
  Term value;
};
constexpr Switch kSwitches[] = {
    {am::beam_jump_table, am::true_},       {am::constant_pool_support, am::true_},
    {am::dynamic_trace_probes, am::false_}, {am::eager_check_io, am::true_},
    {am::ets_realloc_moves, am::false_},    {am::hipe_architecture, am::undefined},
    {am::kernel_poll, am::true_},           {am::lock_checking, am::false_},
    {am::lock_counting, am::false_},        {am::port_parallelism, am::false_},
};

// What a selected descriptor takes, in bytes: an entry of a map, about.
constexpr SWord kSelectedBytes = 128;

/// Both clocks are clock_gettime's, in nanoseconds.
Term clock_source(HeapBuilder& builder, Term id, SWord now, bool is_monotonic) {
  Properties list(builder);
  list.add(am::function, am::clock_gettime);
  list.add(am::clock_id, id);
  list.add(am::resolution, Term::small(1'000'000'000));
  if (is_monotonic) {
    list.add(am::used_resolution, Term::small(1'000'000'000));
    list.add(am::extended, am::no);
  }
  list.add(am::parallel, am::yes);
  list.add(am::time, builder.integer(now));
  return list.finish();
}

/// What threads share data by. In OTP, {What, Implementation, Its operations} of each: here the
/// types of vm/base/atomic.h, which need no lock on the processors that there are builds for.
Term ethread_info(HeapBuilder& builder) {
  const auto row = [&](const char* what, const char* width) {
    const Term widths = builder.cons(builder.string(width), Term::nil());
    return builder.tuple(builder.string(what), builder.string("C++"), widths);
  };
  const Term none = builder.tuple(builder.string("Double word native atomics"),
                                  builder.string("no"), Term::nil());
  const Term rows[] = {row("32-bit native atomics", "32 bits"),
                       row("64-bit native atomics", "64 bits"), none};
  return builder.list_from(rows);
}

/// The memory of atoms, the only table that is counted separately here as in OTP.
Term allocated_areas(HeapBuilder& builder) {
  const Term areas[] = {builder.tuple(am::atom_space, number(vm::atom_memory_bytes()),
                                      number(vm::atom_memory_used_bytes()))};
  return builder.list_from(areas);
}

Term compile_info(HeapBuilder& builder) {
  return Properties(builder)
      .add(am::ldflags, Term::nil())
      .add(am::cflags, Term::nil())
      .add(am::config_h, Term::nil())
      .finish();
}

Term compiler(HeapBuilder& builder) {
  return builder.tuple(am::clang,
                       builder.tuple(Term::small(__clang_major__), Term::small(__clang_minor__),
                                     Term::small(__clang_patchlevel__)));
}

/// The sizes of heap blocks, in words, as far as OTP lists them.
Term heap_sizes(HeapBuilder& builder) {
  constexpr std::size_t kSizes = 137;  // the last one is the first above 2^52 bytes
  std::vector<Term> list = {Term::small(12)};
  for (Word size = vm::next_heap_size(1); list.size() < kSizes;
       size = vm::next_heap_size(size + 1)) {
    list.push_back(number(size));
  }
  return builder.list_from(list);
}

Term largest_integer(HeapBuilder& builder) {
  const std::vector<Word> limbs(vm::kMaxBigLimbs, ~Word{0});
  return vm::make_integer(builder, limbs.data(), limbs.size(), false);
}

/// The command line that started the machine.
Term arguments(HeapBuilder& builder) {
  std::ifstream file("/proc/self/cmdline");
  std::vector<Term> list;
  for (std::string argument; std::getline(file, argument, '\0');) {
    list.push_back(builder.string(argument));
  }
  return builder.list_from(list);
}

/// [{Module, Function, Arity}] of the natives that belong to OTP's machine, not to its libraries.
Term native_functions(HeapBuilder& builder) {
  vm::ListBuilder list(builder);
  // An instruction here, without a row.
  list.add(builder.tuple(Term(am::erlang), am::hibernate, Term::small(3)));
  for (const BifRow& row : bif_rows()) {
    if ((row.flags & (kLibrary | kMatchOnly)) != 0) continue;
    const Term module = vm::intern_atom(row.module).value();
    list.add(builder.tuple(module, vm::intern_atom(row.function).value(), Term::small(row.arity)));
  }
  return list.finish();
}

/// The one poll set, and its thread: what libraries select.
Term check_io(Process& p, HeapBuilder& builder) {
  SelectedDescriptors& descriptors = NifState::of(p.vm).descriptors();
  const auto size = static_cast<SWord>(descriptors.count() + descriptors.driver_count());
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const Term set = Properties(builder)
                       .add(am::name, am::erts_poll)
                       .add(am::primary, am::epoll)
                       .add(am::kernel_poll, am::epoll)
                       .add(am::memory_size, Term::small(size * kSelectedBytes))
                       .add(am::total_poll_set_size, Term::small(size))
                       .add(am::lazy_updates, am::false_)
                       .add(am::pending_updates, Term::small(0))
                       .add(am::batch_updates, am::false_)
                       .add(am::concurrent_updates, am::true_)
                       .add(am::fallback, am::false_)
                       .add(am::max_fds, number(files.rlim_cur))
                       .add(am::active_fds, Term::small(0))
                       .add(am::poll_threads, Term::small(1))
                       .finish();
  return builder.cons(set, Term::nil());
}

/// {All, Online, Active}.
Term schedulers_state(Process& p, HeapBuilder& builder) {
  const vm::MultiScheduling& multi = *p.vm.multi_scheduling;
  using Kind = vm::MultiScheduling::Kind;
  const bool is_blocked =
      !multi.blockers(Kind::kAll).empty() || !multi.blockers(Kind::kNormal).empty();
  const Term online = Term::small(multi.online());
  return builder.tuple(Term::small(p.vm.schedulers->count()), online,
                       is_blocked ? Term::small(1) : online);
}

/// [{normal | dirty_cpu | dirty_io, Schedulers, Online, Active}]
Term all_schedulers_state(Process& p, HeapBuilder& builder) {
  const vm::Tuple& normal = schedulers_state(p, builder).as_tuple();
  const bool is_blocked = p.vm.multi_scheduling->state() == vm::MultiScheduling::State::kBlocked;
  const auto dirty = [&](Term kind, const vm::DirtySchedulers& threads) {
    const Term online = number(threads.online());
    return builder.tuple(kind, number(threads.count()), online,
                         is_blocked ? Term::small(0) : online);
  };
  const vm::DirtyThreads& threads = p.vm.multi_scheduling->dirty();
  const Term rows[] = {
      builder.tuple(Term(am::normal), normal.elements[0], normal.elements[1], normal.elements[2]),
      dirty(am::dirty_cpu, threads.computing), dirty(am::dirty_io, threads.waiting)};
  return builder.list_from(rows);
}

}  // namespace

/// [{Node, Controller}] of all connections.
Term controllers(Process& p, HeapBuilder& builder) {
  std::vector<Term> pairs;
  for (vm::Peer* peer : vm::Peers::of(p.vm).all()) {
    const vm::Peer::Connection connection = peer->connection();
    if (connection.state == vm::Peer::State::kUp)
      pairs.push_back(builder.tuple(peer->name, connection.controller));
  }
  return builder.list_from(pairs);
}

Term rare_system_info(Process& p, HeapBuilder& builder, Term item) {
  if (const Term answer = allocator_item(p, builder, item); answer.has_value()) return answer;
  for (const Switch& one : kSwitches) {
    if (item == one.item) return one.value;
  }
  if (item == am::ethread_info) return ethread_info(builder);
  if (item == am::dist_ctrl) return controllers(p, builder);
  const vm::Clock& clock = p.vm.schedulers->clock();
  if (item == am::context_reductions) return Term::small(vm::kReductionsPerSlice);
  if (item == am::ets_always_compress) return am::false_;
  if (item == am::snifs) return native_functions(builder);
  if (item == am::taints) return builder.list_from(NifState::of(p.vm).taints());
  if (item == am::check_io) return check_io(p, builder);
  if (item == am::async_dist) return vm::make_boolean(p.vm.heap_defaults->async_dist());
  if (item == am::heap_sizes) return heap_sizes(builder);
  if (item == am::max_integer) return largest_integer(builder);
  if (item == am::allocated_areas) return allocated_areas(builder);
  if (item == am::c_compiler_used) return compiler(builder);
  if (item == am::compile_info) return compile_info(builder);
  if (item == am::delayed_node_table_gc) return Term::small(60);
  if (item == am::dist_buf_busy_limit) return number(vm::Peers::of(p.vm).busy_bytes());
  if (item == am::end_time) return builder.integer(std::numeric_limits<SWord>::max());
  if (item == am::emu_args) return arguments(builder);
  if (item == am::schedulers_state) return schedulers_state(p, builder);
  if (item == am::all_schedulers_state) return all_schedulers_state(p, builder);
  if (item == am::ethread_used_tse) return Term::small(0);
  if (item == am::ets_count) {
    return number(p.vm.tables->all().size());
  }
  if (item == am::os_monotonic_time_source) {
    return clock_source(builder, am::clock_monotonic, vm::Clock::os_monotonic_ns(), true);
  }
  if (item == am::os_system_time_source) {
    return clock_source(builder, am::clock_realtime, clock.system_ns(), false);
  }
  return Term::none();
}

}  // namespace bif
