// deliver(): the one way of every trace message to its tracer, of whatever kind (STYLE 11). An
// event is a tag with up to two parts; the message is built here, once it is known that the tracer
// is there. Order (P23): messages of one tracee are pushed into the tracer's queue by the thread
// that runs the tracee, one after the other. Threads: in the context of the tracee, or of its
// creator (spawn); builds in fragments of its own.
#pragma once

#include "tracing/session.h"

namespace tracing {

struct TraceEvent {
  Term tag;
  Term first;   // none() in `timeout`
  Term second;  // none() if there is one part only
  Term extra;   // of a match spec's {message, _} (P20), none() without
};

/// Whether the tracer can take messages. The caller removes the settings of one that is gone (S7).
bool is_alive(Vm& vm, const Tracer& tracer);
/// The same of a process or port; false for none().
bool is_tracer_alive(Vm& vm, Term tracer);

/// Sends a finished message to a tracer: `value` lies in `fragments`, which pass to the message. A
/// process receives it, a port writes it. `receipt`, if any, is notified when it has been taken
/// out, written, or thrown away.
void send_to_tracer(Vm& vm, Term tracer, Term value, vm::HeapFragment* fragments,
                    vm::MessageReceipt* receipt = nullptr);

/// Whether the session's bounds reject an event now (Z4); it then counts as dropped. To be called
/// before the parts of an event are built, where they are large.
inline bool is_rejected(const Tracer& tracer) { return tracer.bounds && tracer.bounds->rejects(); }

/// {trace | trace_ts, Tracee, Tag, Parts..., Extra?, Scheduler?, TimeStamp?} to the tracer; `flags`
/// say whether with the number of the scheduler (0: the event happened on none), and which time
/// stamp. Nothing happens when the tracer is the tracee itself (P21), or the session's bounds
/// do not allow it. False: the tracer is gone.
bool deliver(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
             const TraceEvent& event);

/// A reference that will come to the process in {trace_delivered, Tracee, Ref} once all that
/// `tracee` (a pid; none(): every process) has reported until now is in its tracers' queues (P22).
Term request_delivered(Process& p, Term tracee);

}  // namespace tracing
