// From the facts that the machine reports to the messages of the contract (P2, P3, P7 to P11).
#include "tracing/event_hooks.h"

#include "tracing/bp_hit.h"
#include "tracing/call_ends.h"
#include "tracing/delivery.h"
#include "tracing/flag_signal.h"
#include "tracing/measure.h"
#include "tracing/trace_match_host.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/process_position.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/node.h"
#include "vm/term/number.h"

namespace tracing {

namespace {

/// {M, F, Args} of a spawn; for a request, as OTP, that of the function which makes the call.
Term call_of(HeapBuilder& builder, const SpawnReport& report) {
  const Term call = builder.tuple(report.start.module, report.start.function, report.argument_list);
  if (!report.is_request) return call;
  return builder.tuple(Term(vm::am::erts_internal), vm::am::spawn_init,
                       builder.cons(call, Term::nil()));
}

/// The process's only entry, if it has one of `flags` and is of a module that gets all events as
/// they are. Nothing that its functions do changes the entries, so no copy of it is needed, and a
/// copy costs more than all the rest does until the module is called: it counts references.
const TraceeEntry* plain_entry(const Process& p, std::uint32_t flags) {
  const std::vector<TraceeEntry>& entries = p.tracing.state->entries;
  if (entries.size() != 1) return nullptr;
  const TraceeEntry& entry = entries.front();
  const Tracer& tracer = entry.setting.tracer;
  const bool is_plain =
      (entry.setting.flags & flags) && tracer.module && !tracer.bounds && entry.session->is_alive();
  return is_plain ? &entry : nullptr;
}

/// report() to what plain_entry() has returned.
template <class Make>
void report_to_plain(Process& p, const TraceeEntry& entry, TracerFamily family, Term tag,
                     Make&& make) {
  PartsOf<Make> parts(p.vm, entry.setting, make);
  if (report_plain(p.vm, *entry.setting.tracer.module, p.pid, family, tag, parts)) return;
  p.tracing.state->entries.front().setting.flags = 0;
  update_flags(p);
}

/// The same of an event that is made already.
void report_made(Process& p, const TraceeEntry& entry, const TraceEvent& event) {
  if (record_plain(p.vm, entry.setting, p.pid, event)) return;
  report_to_plain(p, entry, event.family, event.tag, [&] { return event; });
}

/// Where the parts of an event are built: events have few words.
class EventRoom {
 private:
  static constexpr Word kWords = 64;
  Word words_[kWords];  // not initialised: there is one for each event
  vm::OffHeap owners_;  // stays empty: parts are tuples, lists and numbers

 public:
  HeapBuilder builder{
      {reinterpret_cast<Term*>(words_), kWords}, owners_, HeapBuilder::WhenFull::kFragment};
};

}  // namespace

template <class Make>
void EventHooks::report_built(Process& p, std::uint32_t flags, TracerFamily family, Term tag,
                              Make&& make) {
  if (p.tracing.state == nullptr) return;
  if (const TraceeEntry* entry = plain_entry(p, flags))
    return report_to_plain(p, *entry, family, tag, make);
  std::optional<TraceEvent> event;
  for_entries_with(p, flags, [&](const TraceeEntry& entry) {
    return report(p.vm, entry.setting, p.pid, family, tag, [&] {
      if (!event) event = make();
      return *event;
    });
  });
}

void EventHooks::report_event(Process& p, vm::TraceFlag flag, Term tag, Term first, Term second) {
  if (p.tracing.state == nullptr) return;
  const TracerFamily family = family_of(flag);
  const TraceEvent event{family, tag, first, second, Term::none()};
  if (const TraceeEntry* entry = plain_entry(p, flag)) return report_made(p, *entry, event);
  report_built(p, flag, family, tag, [&] { return event; });
}

bool EventHooks::passes(Process& p, const TraceeEntry& entry, vm::TraceFlag flag,
                        std::span<const Term> subject, Term* extra) {
  const MessageFilter& filter = entry.session->filter(flag);
  if (filter.kind == MessageFilter::Kind::kAll) return true;
  if (filter.kind == MessageFilter::Kind::kNone) return false;
  TraceMatchHost host(tracing_, entry.session);
  const vm::MatchOutcome outcome = filter.program->run(p, subject, host);
  if (outcome.result.is_none() || outcome.result == vm::am::false_) return false;
  // As OTP: in a silent process no spec matches, and a spec may have made it one just now (P5).
  const TraceeEntry* now = find_entry(p, *entry.session);
  if (now != nullptr && (now->setting.flags & vm::kTraceSilent)) return false;
  if (outcome.result != vm::am::true_) *extra = outcome.result;
  return true;
}

void EventHooks::report_filtered(Process& p, vm::TraceFlag flag, std::span<const Term> subject,
                                 const TraceEvent& event) {
  const TraceeEntry* entry = plain_entry(p, flag);
  if (entry != nullptr && entry->session->filter(flag).kind == MessageFilter::Kind::kAll)
    return report_made(p, *entry, event);
  for_entries_with(p, flag, [&](const TraceeEntry& entry) {
    if (is_gone(p.vm, entry.setting.tracer)) return false;
    TraceEvent passed = event;
    if (!passes(p, entry, flag, subject, &passed.extra)) return true;
    return report(p.vm, entry.setting, p.pid, event.family, event.tag, [&] { return passed; });
  });
}

// --- events that are one term ---

#define TRACE_EVENT(point, Tracee, flag, tag) \
  void EventHooks::on_##point(Tracee& p, Term term) { \
    report_event(p, vm::flag, vm::am::tag, term); \
  }
#include "tracing/events.def"

// --- messages ---

void EventHooks::on_send(Process& p, Term to, Term message, bool exists) {
  const Term tag = exists ? vm::am::send : vm::am::send_to_non_existing_process;
  const Term subject[] = {to, message};
  report_filtered(p, vm::kTraceSend, subject, {TracerFamily::send, tag, message, to, Term::none()});
}

void EventHooks::on_receive(Process& p, Message& message) {
  const bool known = message.from.has_value() && message.from.is_local_pid();
  // As OTP: a timer's message comes from a node of its own.
  const bool elsewhere =
      message.from.has_value() && message.from.is_atom() && message.from != vm::am::undefined;
  const Term subject[] = {elsewhere ? message.from : vm::local_node_name(),
                          known ? message.from : Term(vm::am::undefined), message.value};
  report_filtered(
      p, vm::kTraceReceive, subject,
      {TracerFamily::receive, vm::am::receive, message.value, Term::none(), Term::none()});
}

void EventHooks::on_timeout(Process& p) {
  report_event(p, vm::kTraceReceive, vm::am::receive, vm::am::timeout);
}

// --- life ---

void EventHooks::on_spawn(Process& p, Process& child, const SpawnReport& report) {
  inherit(p, child, report.is_linked);
  if (child.tracing.state != nullptr) count_argument_list(child, report.argument_list);
  EventRoom room;
  report_built(p, vm::kTraceProcs, TracerFamily::procs, vm::am::spawn, [&] {
    return TraceEvent{TracerFamily::procs, vm::am::spawn, child.pid, call_of(room.builder, report),
                      Term::none()};
  });
  if (report.is_linked) report_event(p, vm::kTraceProcs, vm::am::link, child.pid);
}

void EventHooks::on_spawned(Process& p, Term parent, const SpawnReport& report) {
  EventRoom room;
  report_built(p, vm::kTraceProcs, TracerFamily::procs, vm::am::spawned, [&] {
    return TraceEvent{TracerFamily::procs, vm::am::spawned, parent, call_of(room.builder, report),
                      Term::none()};
  });
  if (report.is_linked) report_event(p, vm::kTraceProcs, vm::am::getting_linked, parent);
}

void EventHooks::on_linking(Process& p, Term other) {
  constexpr std::uint32_t kBoth = vm::kTraceSetOnLink | vm::kTraceSetOnFirstLink;
  for (TraceeEntry& entry : p.tracing.state->entries) {
    if ((entry.setting.flags & kBoth) == 0) continue;
    if (entry.setting.flags & vm::kTraceSetOnFirstLink) entry.setting.flags &= ~kBoth;
    FlagChange change{entry.session, true, entry.setting.flags, entry.setting.tracer};
    vm::push_signal(p.vm, other,
                    std::make_unique<FlagSignal>(std::move(change), SharedRef<Countdown>()));
  }
  update_flags(p);
}

// --- running and collecting ---

/// The flags for events of processes that start and stop running.
constexpr std::uint32_t kRunFlags = vm::kTraceRunning | vm::kTraceRunningProcs;

/// To the sessions that have one of `flags`.
void EventHooks::report_scheduling(Process& p, Term tag, std::uint32_t flags) {
  // relaxed: the process's own word
  if ((p.tracing.flags.load(vm::kRelaxed) & flags) == 0) return;
  EventRoom room;
  report_built(p, flags, TracerFamily::running_procs, tag, [&] {
    return TraceEvent{TracerFamily::running_procs, tag,
                      vm::function_term(room.builder, vm::current_mfa(p)), Term::none(),
                      Term::none()};
  });
}

void EventHooks::on_scheduled_in(Process& p) {
  resume_measuring_time(tracing_, p);
  // As OTP: modules are asked for their status with each slice.
  const TraceeEntry* entry = plain_entry(p, ~std::uint32_t{0});
  if (entry == nullptr) {
    remove_entries_without_tracer(p, ~std::uint32_t{0});
  } else if (!is_alive(p.vm, entry->setting.tracer, p.pid)) {
    remove_entry(p, *entry->session);
  }
  report_scheduling(p, vm::am::in, kRunFlags);
}
void EventHooks::on_scheduled_out(Process& p) {
  stop_measuring_time(tracing_, p);
  report_scheduling(p, vm::am::out, kRunFlags);
}
void EventHooks::on_port_entered(Process& p) {
  report_scheduling(p, vm::am::out, vm::kTraceRunningProcs);
}
void EventHooks::on_port_left(Process& p) {
  report_scheduling(p, vm::am::in, vm::kTraceRunningProcs);
}
void EventHooks::on_exiting(Process& p, Term what) {
  report_event(p, vm::kTraceExiting, what, Term::small(0));
}

void EventHooks::report_collection(Process& p, Term tag, Term first, Word heap_block_words) {
  EventRoom room;
  report_built(p, vm::kTraceGarbageCollection, TracerFamily::garbage_collection, tag, [&] {
    Term items = vm::heap_figures(room.builder, p, vm::HeapFigures::kAll, heap_block_words);
    // What is needed, or was given back, under the name that OTP has for it.
    if (first.has_value())
      items = room.builder.cons(room.builder.tuple(Term(vm::am::wordsize), first), items);
    return TraceEvent{TracerFamily::garbage_collection, tag, items, Term::none(), Term::none()};
  });
}

void EventHooks::on_gc_start(Process& p, bool major, Word need) {
  count_before_collection(p);
  report_collection(p, major ? vm::am::gc_major_start : vm::am::gc_minor_start, vm::number(need),
                    p.heap_words());
}
void EventHooks::on_gc_end(Process& p, bool major, Word collected) {
  count_after_collection(p);
  report_collection(p, major ? vm::am::gc_major_end : vm::am::gc_minor_end, vm::number(collected),
                    p.heap_words());
}
void EventHooks::on_max_heap(Process& p, Word words) {
  report_collection(p, vm::am::gc_max_heap_size, Term::none(), words);
}

// --- the rest of the seam ---

OpHandler EventHooks::on_breakpoint(Process& p, FuncInfo& function) {
  return hit_breakpoint(tracing_, p, function);
}
void EventHooks::on_frame_returned(Process& p, CodeAddress frame) {
  traced_return(tracing_, p, frame);
}
void EventHooks::on_frame_unwound(Process& p, StackWord* frame) {
  traced_exception(tracing_, p, frame);
}

void EventHooks::on_process_created(Process& p) { tracing_.tracees().on_created(p); }
void EventHooks::on_process_freed(Process& p) {
  clear_tracee(p);
  SeqTrace::free(p);
  tracing_.watch().forget(p);
}

void EventHooks::on_token_sent(Process& p, Term to, Term message) {
  tracing_.seq().sent(p, to, message);
}
void EventHooks::on_token_received(Process& p, Term token, Term message) {
  tracing_.seq().received(p, token, message);
}
void EventHooks::on_token_exit(Process& p) { tracing_.seq().exits(p); }
void EventHooks::on_token_exited(Process& p, Term from, Term reason, Term token) {
  tracing_.seq().exited(p, from, reason, token.as_tuple());
}
Term EventHooks::on_token_spawn(Process& p, Process& child, SpawnReport& report) {
  return tracing_.seq().spawned(p, child, report);
}
Term EventHooks::on_token(Process& p, HeapBuilder& builder) {
  return tracing_.seq().token(p, builder);
}

void EventHooks::on_collected(Process& p, SWord ns) { tracing_.watch().collected(p, ns); }
void EventHooks::on_slice_end(Process& p, CodeAddress from, SWord start_ns) {
  const SWord ns = p.vm.schedulers->slice_clock_ns() - start_ns;
  if (times_slices_exactly(p.vm)) tracing_.watch().slice_ended(p, from, ns);
  tracing_.sampler().slice_ended(p, start_ns, ns);
}
void EventHooks::on_busy_port(Process& p, Term port) { tracing_.watch().port_is_busy(p, port); }
void EventHooks::on_queue_length(Process& p) { tracing_.watch().queue_changed(p); }
void EventHooks::on_runnable(Process& p, bool active) { tracing_.profile().runnable(p, active); }
void EventHooks::on_scheduler(Vm&, unsigned index, bool woken, unsigned active) {
  tracing_.profile().scheduler(index, woken, active);
}

}  // namespace tracing
