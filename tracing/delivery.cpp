// One way for every event to its tracer: the message is built in a fragment and queued as a signal
// from the tracee, or as bytes that a port is to write; a module's function is called at once.
#include "tracing/delivery.h"

#include "tracing/trace_api.h"
#include "tracing/trace_clock.h"
#include "vm/proc/exit.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/external.h"
#include "vm/term/map.h"

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
/// The same of a call of a module's function.
constexpr SWord kReductionsPerCallback = 2;

/// Shortens the time slice. As in OTP, what the process itself has done is counted without it.
void charge(SWord reductions) {
  vm::Scheduler* here = vm::Scheduler::current();
  if (here == nullptr || here->running == nullptr) return;
  here->running->use_reductions(reductions);
  here->slice -= reductions;
}

/// Calls the module's function that is asked.
TracerAnswer ask_module(Vm& vm, const TracerModule& module, TracerFamily family, Term tag,
                        Term tracee) {
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr) return TracerAnswer::kNoModule;
  charge(kReductionsPerCallback);
  const Term arguments[] = {tag, module.state(), tracee};
  return callbacks->enabled(module.module(), family, arguments);
}

/// As OTP: such events are reported where the settings of the process cannot be changed.
bool keeps_settings(Term tracee, TracerFamily family) {
  return tracee.is_local_pid() &&
         (family == TracerFamily::procs || family == TracerFamily::receive);
}

/// What a module has said about an event that is no call.
Wanted wanted(TracerAnswer answer, Term tracee, TracerFamily family) {
  if (answer == TracerAnswer::kTrace) return Wanted::kYes;
  if (answer == TracerAnswer::kDiscard || answer == TracerAnswer::kNoModule) return Wanted::kNo;
  return keeps_settings(tracee, family) ? Wanted::kNo : Wanted::kGone;
}

}  // namespace

bool is_alive(Vm& vm, const Tracer& tracer, Term tracee) {
  if (!tracer.module) return is_tracer_alive(vm, tracer.id);
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks != nullptr && callbacks->is_standing(*tracer.module)) return true;
  const TracerAnswer answer =
      ask_module(vm, *tracer.module, TracerFamily::any, vm::am::trace_status,
                 tracee.is_none() ? Term(vm::am::undefined) : tracee);
  return answer != TracerAnswer::kRemove && answer != TracerAnswer::kNoModule;
}

Wanted ask(Vm& vm, const Tracer& tracer, Term tracee, TracerFamily family, Term tag) {
  if (!tracer.module) return tracer.id == tracee ? Wanted::kNo : Wanted::kYes;
  return wanted(ask_module(vm, *tracer.module, family, tag, tracee), tracee, family);
}

namespace {

/// What a module has said about a call.
Wanted wanted_call(TracerAnswer answer) {
  return answer == TracerAnswer::kTrace     ? Wanted::kYes
         : answer == TracerAnswer::kDiscard ? Wanted::kNo
                                            : Wanted::kGone;
}

}  // namespace

Wanted ask_about_call(Vm& vm, const Tracer& tracer, Term tracee) {
  if (!tracer.module) {
    if (!is_tracer_alive(vm, tracer.id)) return Wanted::kGone;
    return tracer.id == tracee ? Wanted::kNo : Wanted::kYes;
  }
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr) return Wanted::kGone;
  charge(2 * kReductionsPerCallback);
  const TracerModule& module = *tracer.module;
  return wanted_call(callbacks->enabled_call(module.module(), module.state(), tracee));
}

Wanted report_plain_call(Vm& vm, const TracerModule& module, Term tracee, CalledFunction& call) {
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr) return Wanted::kGone;
  const Wanted wanted = wanted_call(callbacks->report_call(module, tracee, call));
  charge((wanted == Wanted::kYes ? 3 : 2) * kReductionsPerCallback);
  return wanted;
}

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

/// As programs see it; 0: the event happened on none.
Term scheduler_number() {
  const vm::Scheduler* here = vm::Scheduler::current();
  return Term::small(here == nullptr ? 0 : static_cast<SWord>(here->index) + 1);
}

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
  if (flags & vm::kTraceSchedulerId) elements[count++] = scheduler_number();
  if (stamped) elements[count++] = make_timestamp(builder, vm, flags);
  return builder.tuple_from({elements, count});
}

/// The clock of the time stamp, as modules get it; none() without a time stamp (P16).
Term timestamp_name(Vm& vm, std::uint32_t flags) {
  if (flags & vm::kTraceTimestamp)
    return Tracing::of(vm).clock().stamps_processor_time() ? vm::am::cpu_timestamp
                                                           : vm::am::timestamp;
  if (flags & vm::kTraceStrictMonotonicTimestamp) return vm::am::strict_monotonic;
  return flags & vm::kTraceMonotonicTimestamp ? Term(vm::am::monotonic) : Term::none();
}

constexpr std::uint32_t kOptionFlags = vm::kTraceSchedulerId | vm::kTraceTimestamp |
                                       vm::kTraceStrictMonotonicTimestamp |
                                       vm::kTraceMonotonicTimestamp;

/// The options of an event for a module (T3), where it has any.
Term build_options(vm::HeapBuilder& builder, Vm& vm, const TracerModule& module,
                   std::uint32_t flags, const TraceEvent& event) {
  if ((flags & kOptionFlags) == 0 && event.extra.is_none())
    return vm::map_update(builder, module.extra_option(), vm::am::extra, event.second);
  vm::MapPair pairs[4];
  std::size_t count = 0;
  if (event.second.has_value()) pairs[count++] = {vm::am::extra, event.second};
  if (event.extra.has_value()) pairs[count++] = {vm::am::match_spec_result, event.extra};
  if (flags & vm::kTraceSchedulerId) pairs[count++] = {vm::am::scheduler_id, scheduler_number()};
  if (const Term stamp = timestamp_name(vm, flags); stamp.has_value())
    pairs[count++] = {vm::am::timestamp, stamp};
  return vm::map_from_pairs(builder, std::span(pairs, count));
}

/// Words of a map with all options.
constexpr Word kOptionsWords = 24;

/// The options of any event, built in `room` where there are some.
Term options_of(std::span<Term, kOptionsWords> room, Vm& vm, const TracerModule& module,
                std::uint32_t flags, const TraceEvent& event) {
  if ((flags & kOptionFlags) == 0 && event.second.is_none() && event.extra.is_none()) [[likely]]
    return module.no_options();
  vm::OffHeap owners;  // stays empty: the map has atoms, a number, and terms that exist
  vm::HeapBuilder builder(room, owners);
  return build_options(builder, vm, module, flags, event);
}

/// The process in whose context a module's function runs; as OTP, none where the process may be
/// in the middle of being made, or of handling signals.
Term context_of(Term tracee, TracerFamily family) {
  return tracee.is_local_pid() && !keeps_settings(tracee, family) ? tracee : Term::none();
}

/// Whatever an event's parts are, they are passed on as they are, and live until the call returns.
void call_module(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
                 const TraceEvent& event) {
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr) return;
  charge(kReductionsPerCallback);
  const auto call = [&](Term options) {
    const Term arguments[] = {event.tag, tracer.module->state(), tracee, event.first, options};
    callbacks->trace(tracer.module->module(), event.family, arguments,
                     context_of(tracee, event.family));
  };
  Word words[kOptionsWords];  // not initialised: there is one for each event
  const std::span<Term, kOptionsWords> room(reinterpret_cast<Term*>(words), kOptionsWords);
  call(options_of(room, vm, *tracer.module, flags, event));
}

/// deliver() to a module. An event counts as waiting until the call returns.
void deliver_to_module(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
                       const TraceEvent& event) {
  if (!tracer.bounds) return call_module(vm, tracer, tracee, flags, event);
  if (!tracer.bounds->admit(event.tag)) return;
  tracer.bounds->retain();  // until its gone()
  call_module(vm, tracer, tracee, flags, event);
  tracer.bounds->sent();
  tracer.bounds->gone();
}

/// deliver() of the event as it is.
bool deliver_whole(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
                   const TraceEvent& event) {
  if (tracer.module) {
    deliver_to_module(vm, tracer, tracee, flags, event);
    return true;
  }
  if (!is_tracer_alive(vm, tracer.id)) return false;
  if (tracer.id == tracee) return true;
  if (tracer.bounds && !tracer.bounds->admit(event.tag)) return true;
  charge(kReductionsPerEvent);
  Bounds* const receipt = SharedRef<Bounds>(tracer.bounds).detach();  // until its gone()
  if (tracer.id.is_local_port()) {
    vm::HeapBuilder builder(kRoomWords);
    const Term message = build_message(builder, vm, tracee, flags, event);
    send_to_tracer(vm, tracer.id, message, builder.take_fragments(), receipt);
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
    extra.receipt = receipt;
    vm::send_from_machine(vm, tracer.id, std::move(message));
  }
  if (tracer.bounds) tracer.bounds->sent();
  return true;
}

/// deliver() of an event of which the session gets only a part.
bool deliver_captured(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
                      const TraceEvent& event, const Capture& capture) {
  constexpr Word kCapturedWords = 32;
  vm::HeapBuilder builder(kCapturedWords);
  const bool is_delivered =
      deliver_whole(vm, tracer, tracee, flags, captured(builder, capture, event));
  vm::HeapFragment::free_chain(builder.take_fragments());
  return is_delivered;
}

}  // namespace

bool deliver(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
             const TraceEvent& event) {
  const Capture* const capture = tracer.bounds ? tracer.bounds->capture() : nullptr;
  if (capture == nullptr) return deliver_whole(vm, tracer, tracee, flags, event);
  if (is_rejected(tracer, event.tag)) return true;
  return deliver_captured(vm, tracer, tracee, flags, event, *capture);
}

std::pair<Term, Term> PlainParts::terms() {
  event_ = make_event();
  return {event_.first, event_.second};
}

bool PlainParts::has_other_options() const {
  return (setting_.flags & kOptionFlags) != 0 || event_.extra.has_value();
}

Term PlainParts::options() {
  const std::span<Term, kOptionsWords> room(reinterpret_cast<Term*>(words_), kOptionsWords);
  return options_of(room, vm_, *setting_.tracer.module, setting_.flags, event_);
}

bool report_plain(Vm& vm, const TracerModule& module, Term tracee, TracerFamily family, Term tag,
                  EventParts& parts) {
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr) return true;
  const Wanted answer =
      wanted(callbacks->report(module, family, tag, tracee, parts, context_of(tracee, family)),
             tracee, family);
  charge((answer == Wanted::kYes ? 2 : 1) * kReductionsPerCallback);
  return answer != Wanted::kGone;
}

bool record_plain(Vm& vm, const TraceeSetting& setting, Term tracee, const TraceEvent& event) {
  if ((setting.flags & kOptionFlags) != 0 || event.extra.has_value()) return false;
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  if (callbacks == nullptr ||
      !callbacks->record(*setting.tracer.module, event.tag, tracee, event.first, event.second,
                         context_of(tracee, event.family)))
    return false;
  charge(2 * kReductionsPerCallback);
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
    vm::push_question(p, tracee, std::make_unique<DeliveredSignal>(p.vm, p.pid, tracee, ref));
  } else {
    // Every process that was about to report something has done so when all schedulers have passed.
    auto* signal = new DeliveredSignal(p.vm, p.pid, vm::am::all, ref);  // owner: the action below
    p.vm.progress->later([signal] { delete signal; });                  // owner: this action
  }
  return ref;
}

}  // namespace tracing
