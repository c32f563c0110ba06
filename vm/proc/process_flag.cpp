// process_flag: one setter per flag. Each checks its value, returns the old one and changes nothing
// when the value is wrong.
#include "vm/proc/links.h"
#include "vm/proc/max_heap.h"
#include "vm/proc/process_info.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/send.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/vm.h"

namespace vm {
namespace {

bool to_boolean(Term value, bool* result) {
  if (value != am::true_ && value != am::false_) return false;
  *result = value == am::true_;
  return true;
}

Term set_boolean(bool* flag, Term value) {
  const bool old = *flag;
  return to_boolean(value, flag) ? make_boolean(old) : Term::none();
}

bool to_count(Term value, Word* result) {
  if (!value.is_small() || value.as_small() < 0) return false;
  *result = static_cast<Word>(value.as_small());
  return true;
}

/// Less than `least` counts as that.
Term set_heap_words(Word* words, Term value, Word least) {
  Word wanted;
  if (!to_count(value, &wanted)) return Term::none();
  const Word old = *words;
  *words = next_heap_size(std::max(wanted, least));
  return Term::small(static_cast<SWord>(old));
}

Term set_priority(Process& p, Term value) {
  const Priority old = p.flags.priority;
  return priority_from_atom(value, &p.flags.priority) ? priority_atom(old) : Term::none();
}

Term set_message_queue_data(Process& p, Term value) {
  if (value != am::on_heap && value != am::off_heap) return Term::none();
  const bool old = p.flags.off_heap_messages;
  p.flags.off_heap_messages = value == am::off_heap;
  return old ? am::off_heap : am::on_heap;
}

/// OTP keeps this count in 16 bits, and drops the upper ones of its argument.
constexpr Word kFullsweepMask = 0xFFFF;

Term set_fullsweep_after(Process& p, Term value) {
  Word wanted;
  if (!to_count(value, &wanted)) return Term::none();
  wanted &= kFullsweepMask;
  return Term::small(static_cast<SWord>(std::exchange(p.fullsweep_after, wanted)));
}

Term set_max_heap_size(Process& p, Term value) {
  MaxHeap wanted = p.max_heap;
  if (!read_max_heap(value, &wanted)) return Term::none();
  if (!allows(wanted, p.min_heap_words)) return Term::none();
  HeapBuilder builder(p);
  return max_heap_term(builder, std::exchange(p.max_heap, wanted));
}

Term set_error_handler(Process& p, Term value) {
  return value.is_atom() ? std::exchange(p.flags.error_handler, value) : Term::none();
}

Term set_save_calls(Process& p, Term value) {
  Word wanted;
  if (!to_count(value, &wanted) || wanted > kMaxSavedCalls) return Term::none();
  return Term::small(static_cast<SWord>(save_calls(p, wanted)));
}

/// It continues on the scheduler that it is bound to.
Operation moved(Process& p, Term result) {
  co_await yielded(p);
  co_return result;
}

/// 0: any scheduler may run it. Numbers are from 1.
Term bind_to_scheduler(Process& p, Term value) {
  Word number;
  if (!to_count(value, &number) || number > p.vm.schedulers->count()) return p.badarg();
  const unsigned before = p.vm.multi_scheduling->bound().bind(p.pid, static_cast<unsigned>(number));
  const Term old = Term::small(before);
  return p.suspend_on(moved(p, old));
}

/// The old value; none() for a wrong value; `*known`: whether there is such a flag.
Term set_flag(Process& p, Term flag, Term value, bool* known) {
  *known = true;
  if (flag == am::trap_exit) return set_boolean(&p.flags.trap_exit, value);
  if (flag == am::priority) return set_priority(p, value);
  if (flag == am::error_handler) return set_error_handler(p, value);
  if (flag == am::min_heap_size) {
    return set_heap_words(&p.min_heap_words, value, kMinHeapWords);
  }
  if (flag == am::min_bin_vheap_size) {
    return set_heap_words(&p.min_virtual_heap_words, value, kMinVirtualHeapWords);
  }
  if (flag == am::max_heap_size) return set_max_heap_size(p, value);
  if (flag == am::message_queue_data) return set_message_queue_data(p, value);
  if (flag == am::fullsweep_after) return set_fullsweep_after(p, value);
  if (flag == am::save_calls) return set_save_calls(p, value);
  if (flag == am::sensitive) return set_boolean(&p.flags.sensitive, value);
  if (flag == am::async_dist) return set_boolean(&p.flags.async_dist, value);
  *known = false;
  return Term::none();
}

}  // namespace

Term process_flag(Process& p, Term flag, Term value) {
  if (flag == am::scheduler) return bind_to_scheduler(p, value);
  bool known;
  const Term old = set_flag(p, flag, value, &known);
  if (old.has_value()) return old;
  // Which errors name a cause is irregular, as in OTP.
  if (flag == am::save_calls) return p.badarg_because(am::none);
  return known ? p.badarg() : p.badarg_because(am::badopt);
}

namespace {

struct SaveCallsSignal : CallSignal {
  SaveCallsSignal(Process& asking, Word wanted)
      : CallSignal(&set),
        vm(asking.vm),
        asker(asking.pid),
        wait(next_operation_wait(asking)),
        value(wanted) {}
  ~SaveCallsSignal() override {
    if (!answered) send_reply(vm, asker, wait, am::undefined);
  }
  Vm& vm;
  Term asker;
  Word wait;
  Word value;
  bool answered = false;
  static void set(Process& p, CallSignal& self) {
    auto& signal = static_cast<SaveCallsSignal&>(self);
    const Word old = save_calls(p, signal.value);
    signal.answered = true;
    send_reply(p.vm, signal.asker, signal.wait, Term::small(static_cast<SWord>(old)));
  }
};

Term no_such_process(Process& p) { return p.badarg_because(am::badtype); }

Operation set_save_calls_of(Process& p, Term pid, Word value) {
  push_question(p, pid, std::make_unique<SaveCallsSignal>(p, value));
  const Term old = co_await reply(p);
  co_return old == am::undefined ? no_such_process(p) : old;
}

}  // namespace

Term process_flag_of(Process& p, Term pid, Term flag, Term value) {
  Word wanted;
  if (p.vm.processes->find(pid) == nullptr) return no_such_process(p);
  if (flag != am::save_calls || !to_count(value, &wanted) || wanted > kMaxSavedCalls)
    return p.badarg();
  if (pid == p.pid) return process_flag(p, flag, value);
  return p.suspend_on(set_save_calls_of(p, pid, wanted));
}

}  // namespace vm
