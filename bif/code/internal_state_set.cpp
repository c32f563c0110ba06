// erts_debug:set_internal_state/2: a table of items by name. An item that is not in the table, or
// an argument that does not fit, raises badarg, as in OTP. Source: what OTP 27's suites expect; OTP
// has no documentation of it.
#include "bif/code/internal_state.h"
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "vm/ets/table_index.h"
#include "vm/io/io.h"
#include "vm/net/socket_poll.h"
#include "vm/port/port_table.h"
#include "vm/proc/code_permission.h"
#include "vm/proc/exit.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/links.h"
#include "vm/proc/process_table.h"
#include "vm/proc/process_tasks.h"
#include "vm/proc/send.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/sched/timers.h"
#include "vm/term/copy.h"
#include "vm/term/print.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace bif {
namespace {

void sleep_ms(SWord ms) {
  if (ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

BifResult available_internal_state(Process& p, Term value) {
  if (value != am::true_ && value != am::false_) return p.badarg();
  // relaxed: a switch, nothing depends on it
  const bool before =
      BifState::of(p).internal_state->is_available.exchange(value == am::true_, vm::kRelaxed);
  if (value == am::true_) {
    HeapBuilder builder(p);
    vm::report_to_logger(p.vm, am::warning,
                         "Process ~p enabled access to the emulator internal state.~nNOTE: This "
                         "is an erts internal test feature and should *only* be used by OTP "
                         "test-suites.~n",
                         builder.cons(p.pid, Term::nil()), p.pid, p.identity.group_leader);
  }
  return vm::make_boolean(before);
}

BifResult reds_left(Process& p, Term value) {
  SWord reductions = 0;
  if (!to_signed(value, &reductions)) return p.badarg();
  if (reductions >= 0 && reductions <= p.reductions) p.use_reductions(p.reductions - reductions);
  return am::true_;
}

/// Occupies the scheduler for some time.
BifResult sleep(Process& p, Term value) {
  SWord ms = 0;
  if (!to_signed(value, &ms)) return p.badarg();
  sleep_ms(ms);
  return am::true_;
}

vm::Operation block_others(Process& p, SWord ms) {
  vm::MultiScheduling& scheduling = *p.vm.multi_scheduling;
  scheduling.block(p, vm::MultiScheduling::Kind::kAll);
  co_await vm::thread_progress(p);
  // Nor does anything come in.
  p.vm.port_table->sockets().rest(ms);
  p.vm.io->thread.on_loop([ms](auto*) { sleep_ms(ms); });
  sleep_ms(ms);
  scheduling.unblock(p, vm::MultiScheduling::Kind::kAll);
  co_return am::true_;
}

/// Keeps all processes from running for some time.
BifResult block(Process& p, Term value) {
  SWord ms = 0;
  if (!to_signed(value, &ms)) return p.badarg();
  return p.suspend_on(block_others(p, ms));
}

/// Each collection takes so many milliseconds longer.
BifResult test_long_gc_sleep(Process& p, Term value) {
  Word ms = 0;
  if (!to_unsigned(value, &ms)) return p.badarg();
  p.vm.heap_defaults->set_collection_delay_ms(ms);
  return am::true_;
}

BifResult force_gc(Process& p, Term pid) {
  if (!pid.is_local_pid()) return am::false_;
  // As in OTP the caller collects, whichever process was named.
  p.collection_requested = true;
  return vm::make_boolean(p.vm.processes->find(pid) != nullptr);
}

/// Fills the words between heap and stack with a dead tuple.
BifResult fill_heap(Process& p, Term full_sweep) {
  const Word left = p.free_words();
  if (left > 1) {
    Term* words = HeapBuilder(p).alloc(left);
    words[0] = Term::from_bits(vm::make_header(vm::Subtag::kTuple, left - 1));
    std::fill(words + 1, words + left, Term::nil());
  }
  if (full_sweep == am::true_) p.need_full_sweep = true;
  return am::ok;
}

/// Switches collections of the caller that others ask for on or off. Returns what was set before.
BifResult gc_state(Process& p, Term value) {
  if (value != am::true_ && value != am::false_) return p.badarg();
  vm::ProcessTasks& tasks = p.vm.multi_scheduling->tasks();
  return vm::make_boolean(!tasks.hold_collections(p, value == am::false_));
}

/// A copy of the term in a heap fragment.
BifResult mbuf(Process& p, Term term) {
  HeapBuilder builder(Word{16});
  const Term copy = vm::copy_term(builder, term, nullptr);
  p.adopt(builder.take_fragments());
  return copy;
}

/// A reference-counted binary of zeros, of any size.
BifResult binary(Process& p, Term size) {
  Word bytes = 0;
  if (!to_unsigned(size, &bytes)) return p.badarg();
  vm::SharedRef<vm::Binary> made = vm::Binary::make(bytes);
  std::memset(made->bytes(), 0, bytes);
  HeapBuilder builder(p);
  return vm::make_counted_binary(builder, std::move(made), bytes);
}

vm::Operation wait_for_progress(Process& p) {
  // Twice: what an action after the first thread progress puts off is done after the second.
  co_await vm::thread_progress(p);
  co_await vm::thread_progress(p);
  co_return am::ok;
}

BifResult wait(Process& p, Term what) {
  for (const Term known :
       {am::deallocations, am::timer_cancellations, am::aux_work, am::thread_progress})
    if (what == known) return p.suspend_on(wait_for_progress(p));
  return p.badarg();
}

vm::Operation take_code_permission(Process& p) {
  vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  InternalState& state = *BifState::of(p).internal_state;
  const vm::MutexLock lock(state.mutex);
  state.code_permission.emplace(std::move(permission));
  co_return am::true_;
}

BifResult code_mod_permission(Process& p, Term value) {
  if (value == am::true_) return p.suspend_on(take_code_permission(p));
  if (value != am::false_) return p.badarg();
  std::optional<vm::CodeModPermission> given_back;  // outside the lock: it wakes a process
  InternalState& state = *BifState::of(p).internal_state;
  {
    const vm::MutexLock lock(state.mutex);
    if (state.code_permission) {
      given_back.emplace(std::move(*state.code_permission));
      state.code_permission.reset();
    }
  }
  return am::true_;
}

struct BlockSignal final : vm::CallSignal {
  explicit BlockSignal(SWord ms) : CallSignal(block), ms(ms) {}
  static void block(Process&, vm::CallSignal& self) {
    sleep_ms(static_cast<BlockSignal&>(self).ms);
  }
  const SWord ms;
};

/// {Pid, Milliseconds}: the process handles signals for that long.
BifResult proc_sig_block(Process& p, Term value) {
  if (!value.is_tuple() || value.as_tuple().arity() != 2) return p.badarg();
  const Term pid = value.as_tuple().elements[0];
  SWord ms = 0;
  if (!pid.is_local_pid() || !to_signed(value.as_tuple().elements[1], &ms)) return p.badarg();
  return vm::make_boolean(vm::push_signal(p.vm, pid, std::make_unique<BlockSignal>(ms)));
}

/// Whether many processes can send signals to the caller without waiting for each other: always.
BifResult proc_sig_buffers(Process&, Term value) {
  return value == am::true_ ? am::true_ : am::notsup;
}

BifResult abort_machine(Process&, Term reason) {
  std::fprintf(stderr, "%s\n", vm::term_to_text(reason).c_str());
  std::abort();
}

/// A number, or `default`. Returns what it was.
template <LoopLimit kWhich>
BifResult loop_limit(Process& p, Term value) {
  Word limit = kDefaultLoopLimit;
  if (value != am::default_ && !to_unsigned(value, &limit)) return p.badarg();
  // relaxed: a figure, nothing depends on it
  auto& kept = BifState::of(p).internal_state->loop_limits[static_cast<int>(kWhich)];
  return number(kept.exchange(limit, vm::kRelaxed));
}

/// {Table, boolean()}: OTP splits the tree of an ordered set that many write, or joins it, when
/// this says so. Here such a table is a list with one lock, which has nothing to split.
BifResult ets_shape(Process& p, Term value) {
  if (!value.is_tuple() || value.as_tuple().arity() != 2) return p.badarg();
  const vm::SharedRef<vm::Table> table = p.vm.tables->find(value.as_tuple().elements[0]);
  const bool fits = table && table->type() == vm::TableType::kOrderedSet &&
                    table->options().write_concurrency != am::false_;
  return fits ? BifResult(am::ok) : p.badarg();
}

/// {Name, Count}: returns as many atoms that the index of tables keeps where it keeps Name.
BifResult colliding_names(Process& p, Term value) {
  if (!value.is_tuple_of(2)) return p.badarg();
  const Term name = value.as_tuple().elements[0];
  const Term count = value.as_tuple().elements[1];
  if (!name.is_atom() || !count.is_small() || count.as_small() < 0) return p.badarg();
  const auto names = p.vm.tables->names_near(name, static_cast<Word>(count.as_small()));
  HeapBuilder builder(p);
  return builder.list_from(names);
}

/// What the process numbers its next unlink signals from, so that a test comes to large numbers.
BifResult process_uniq_counter(Process& p, Term value) {
  Word number = 0;
  if (!to_unsigned(value, &number)) return p.badarg();
  vm::links_of(p).next_unlink_id = std::max<Word>(number, 1);  // 0 is no number, see Link
  return am::ok;
}

/// The number that the next process or port gets, or the next one after it that is free. Returns
/// which one it is.
BifResult next_pid(Process& p, Term value) {
  Word from = 0;
  if (!to_unsigned(value, &from)) return p.badarg();
  return HeapBuilder(p).unsigned_integer(p.vm.processes->set_next_number(from));
}
BifResult next_port(Process& p, Term value) {
  Word from = 0;
  if (!to_unsigned(value, &from)) return p.badarg();
  return HeapBuilder(p).unsigned_integer(p.vm.port_table->set_next_number(from));
}

/// A timer that sends its message after two more, which it sets where it ends and which end at
/// once.
BifResult multizero_timeout_in_timeout(Process& p, Term time) {
  const Term message = am::multizero_timeout_in_timeout_done;
  const Term timer = vm::start_timer(p, time, p.pid, message, {.rounds = 2});
  return timer.is_none() ? BifResult(Term::none()) : BifResult(am::ok);
}

BifResult not_supported(Process&, Term) { return am::notsup; }

struct Settable {
  const char* name;
  BifResult (*set)(Process& p, Term value);
};
constexpr Settable kSettables[] = {
    {"reds_left", reds_left},
    {"sleep", sleep},
    {"block", block},
    {"block_scheduler", sleep},
    {"test_long_gc_sleep", test_long_gc_sleep},
    {"force_gc", force_gc},
    {"fill_heap", fill_heap},
    {"gc_state", gc_state},
    {"mbuf", mbuf},
    {"binary", binary},
    {"wait", wait},
    {"code_mod_permission", code_mod_permission},
    {"proc_sig_block", proc_sig_block},
    {"proc_sig_buffers", proc_sig_buffers},
    {"abort", abort_machine},
    {"binary_loop_limit", loop_limit<LoopLimit::kBinary>},
    {"re_loop_limit", loop_limit<LoopLimit::kRe>},
    {"unicode_loop_limit", loop_limit<LoopLimit::kUnicode>},
    {"colliding_names", colliding_names},
    {"ets_force_split", ets_shape},
    {"ets_debug_random_split_join", ets_shape},
    {"multizero_timeout_in_timeout", multizero_timeout_in_timeout},
    {"process_uniq_counter", process_uniq_counter},
    {"next_pid", next_pid},
    {"next_port", next_port},
    {"ets_force_trap", not_supported},  // tables are not built for tests
};

}  // namespace

BifResult set_internal_state_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom()) return p.badarg();
  const std::string_view name = vm::atom_text(a[0]);
  if (name == "available_internal_state") return available_internal_state(p, a[1]);
  // relaxed: a switch, nothing depends on it
  if (!BifState::of(p).internal_state->is_available.load(vm::kRelaxed)) return p.undef();
  for (const Settable& item : kSettables)
    if (name == item.name) return item.set(p, a[1]);
  return p.badarg();
}

}  // namespace bif
