// One way for every event to its tracer: the message is built in a fragment and queued as a signal
// from the tracee, or as bytes that a port is to write.
#include "tracing/delivery.h"

#include "tracing/trace_clock.h"
#include "vm/proc/exit.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/external.h"

namespace tracing {

bool is_tracer_alive(Vm& vm, Term tracer) {
  if (tracer.is_none()) return false;
  if (tracer.is_local_port()) return vm.ports != nullptr && vm.ports->takes_reports(tracer);
  const Process* p = vm.processes->find(tracer);
  return p != nullptr && !vm::is_exiting(*p);
}

namespace {

/// What a message costs the process that makes it: about as much work as that many calls. Without
/// it a traced process's time slices take twenty times as long as others', and all that waits for
/// thread progress waits for them: changes of breakpoints above all.
constexpr SWord kReductionsPerEvent = 20;

void charge_event() {
  const vm::Scheduler* here = vm::Scheduler::current();
  if (here != nullptr && here->running != nullptr)
    here->running->use_reductions(kReductionsPerEvent);
}

}  // namespace

bool is_alive(Vm& vm, const Tracer& tracer) { return is_tracer_alive(vm, tracer.id); }

void send_to_tracer(Vm& vm, Term tracer, Term value, vm::HeapFragment* fragments,
                    vm::MessageReceipt* receipt) {
  if (!tracer.is_local_port()) {
    vm::send_from_machine(vm, Term::none(), tracer, value, fragments, vm::am::undefined, receipt);
    return;
  }
  const std::vector<vm::Byte> bytes = vm::encode_external(value);
  vm::HeapFragment::free_chain(fragments);
  vm.ports->report(tracer, std::string(bytes.begin(), bytes.end()), receipt);
}

namespace {

/// Room for nearly every event, and not much more: it is kept until the tracer collects.
constexpr Word kRoomWords = 20;

Term build_message(vm::HeapBuilder& builder, Vm& vm, Term tracee, std::uint32_t flags,
                   const TraceEvent& event) {
  const vm::SharedLiterals literals = vm.literals.get();
  Term elements[8];
  Word count = 0;
  const bool stamped = has_timestamp(flags);
  elements[count++] = stamped ? vm::am::trace_ts : vm::am::trace;
  elements[count++] = tracee;
  elements[count++] = event.tag;
  if (event.first.has_value()) elements[count++] = vm::copy_term(builder, event.first, literals);
  if (event.second.has_value()) elements[count++] = vm::copy_term(builder, event.second, literals);
  if (event.extra.has_value()) elements[count++] = vm::copy_term(builder, event.extra, literals);
  if (flags & vm::kTraceSchedulerId) {
    const vm::Scheduler* here = vm::Scheduler::current();
    elements[count++] = Term::small(here == nullptr ? 0 : static_cast<SWord>(here->index) + 1);
  }
  if (stamped) elements[count++] = make_timestamp(builder, vm, flags);
  return builder.tuple_from({elements, count});
}

}  // namespace

bool deliver(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
             const TraceEvent& event) {
  if (!is_alive(vm, tracer)) return false;
  if (tracer.id == tracee) return true;
  if (tracer.bounds && !tracer.bounds->admit()) return true;
  charge_event();
  if (tracer.bounds) tracer.bounds->retain();  // until its gone()
  if (tracer.id.is_local_port()) {
    vm::HeapBuilder builder(kRoomWords);
    const Term message = build_message(builder, vm, tracee, flags, event);
    send_to_tracer(vm, tracer.id, message, builder.take_fragments(), tracer.bounds.get());
  } else {
    // The message and its terms in one block.
    auto message = vm::Message::make(kRoomWords, vm::Message::Extra::kYes);
    const std::span<Term> room = message->room();
    vm::MessageExtra& extra = message->extra();
    vm::HeapBuilder builder(room, extra.off_heap, vm::HeapBuilder::WhenFull::kFragment);
    message->value = build_message(builder, vm, tracee, flags, event);
    extra.fragments = builder.take_fragments();
    message->unused_words =
        static_cast<std::uint16_t>(room.data() + room.size() - builder.memory_end());
    extra.token = vm::am::undefined;  // the tracer's stays as it is
    extra.receipt = tracer.bounds.get();
    vm::send_from_machine(vm, tracer.id, std::move(message));
  }
  if (tracer.bounds) tracer.bounds->sent();
  return true;
}

namespace {

/// Sends {trace_delivered, Tracee, Ref} to `asker` when it is destroyed: by then all that the
/// tracee has reported is in its tracers' queues.
class DeliveredSignal final : public vm::CallSignal {
 public:
  DeliveredSignal(Vm& vm, Term asker, Term tracee, Term ref)
      : vm::CallSignal([](Process&, vm::CallSignal&) {}), vm_(vm), asker_(asker) {
    vm::HeapBuilder builder(Word{16});
    value_ =
        builder.tuple(Term(vm::am::trace_delivered), tracee, vm::copy_term(builder, ref, nullptr));
    fragment_ = builder.take_fragments();
  }
  ~DeliveredSignal() override {
    vm::send_from_machine(vm_, Term::none(), asker_, value_, fragment_);
  }

 private:
  Vm& vm_;
  const Term asker_;
  Term value_;
  vm::HeapFragment* fragment_;
};

}  // namespace

Term request_delivered(Process& p, Term tracee) {
  const Term ref = vm::make_ref(p);
  if (tracee.has_value()) {
    vm::push_signal(p.vm, tracee, std::make_unique<DeliveredSignal>(p.vm, p.pid, tracee, ref));
  } else {
    // Every process that was about to report something has done so when all schedulers have passed.
    auto* signal = new DeliveredSignal(p.vm, p.pid, vm::am::all, ref);  // owner: the action below
    p.vm.progress->later([signal] { delete signal; });                  // owner: this action
  }
  return ref;
}

}  // namespace tracing
