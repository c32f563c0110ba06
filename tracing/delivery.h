// deliver(): the one way of every event to its tracer, of whatever kind (STYLE 11). An event is a
// tag with up to two parts. Its message, or the arguments of a tracer module's function, are built
// here, once the tracer is known to want it. Order (P23): messages of one tracee are pushed into
// the tracer's queue by the thread that runs the tracee, one after the other. Threads: in the
// context of the tracee, or of its creator (spawn); builds in fragments of its own.
#pragma once

#include "tracing/session.h"

namespace tracing {

struct TraceEvent {
  TracerFamily family;
  Term tag;
  Term first;   // none() in `timeout`
  Term second;  // none() if there is one part only
  Term extra;   // of a match spec's {message, _} (P20), none() without
};

/// Whether the tracer can take events of `tracee` (none(): of any). The caller removes the settings
/// of one that is gone (S7). A module is asked for its `trace_status`.
bool is_alive(Vm& vm, const Tracer& tracer, Term tracee);
/// The same of a process or port; false for none().
bool is_tracer_alive(Vm& vm, Term tracer);
/// Whether the tracer is a process or port that is gone; modules are not asked.
inline bool is_gone(Vm& vm, const Tracer& tracer) {
  return !tracer.module && !is_tracer_alive(vm, tracer.id);
}

/// Whether a tracer wants an event. kGone: it wants no more, and its settings are to be removed.
enum class Wanted : std::uint8_t { kNo, kYes, kGone };
/// Asks before anything is built (T2). Without a module, everything is wanted except by the tracee
/// itself (P21).
Wanted ask(Vm& vm, const Tracer& tracer, Term tracee, TracerFamily family, Term tag);

/// is_alive(), then ask(), of a call. kGone stands for both.
Wanted ask_about_call(Vm& vm, const Tracer& tracer, Term tracee);

/// ask_about_call(), then deliver() of a wanted call, to a module without bounds and options. kYes:
/// it was reported.
Wanted report_plain_call(Vm& vm, const TracerModule& module, Term tracee, CalledFunction& call);

/// Sends a finished message to a process or port: `value` lies in `fragments`, which pass to the
/// message. A process receives it, a port writes it. `receipt`, if any, is notified when it has
/// been taken out, written, or thrown away.
void send_to_tracer(Vm& vm, Term tracer, Term value, vm::HeapFragment* fragments,
                    vm::MessageReceipt* receipt = nullptr);

/// Whether the session's bounds reject an event now (Z4); it then counts as dropped. To be called
/// before the parts of an event are built, where they are large.
inline bool is_rejected(const Tracer& tracer, Term tag) {
  return tracer.bounds && tracer.bounds->rejects(tag);
}

/// {trace | trace_ts, Tracee, Tag, Parts..., Extra?, Scheduler?, TimeStamp?} to the tracer; `flags`
/// say whether with the number of the scheduler (0: the event happened on none), and which time
/// stamp. A module gets the same as arguments; it has been asked. Of large terms the session gets
/// what its Capture keeps. Nothing happens when the tracer is the tracee itself (P21), or the
/// session's bounds do not allow it. False: the tracer is gone.
bool deliver(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
             const TraceEvent& event);

/// ask(), then deliver() of what `make` returns. False: the tracer is gone.
template <class Make>
bool report(Vm& vm, const TraceeSetting& setting, Term tracee, TracerFamily family, Term tag,
            Make&& make) {
  const Wanted wanted = ask(vm, setting.tracer, tracee, family, tag);
  if (wanted != Wanted::kYes) return wanted == Wanted::kNo;
  const TraceEvent event = make();
  return deliver(vm, setting.tracer, tracee, setting.flags, event);
}

/// The parts of an event for a module, in memory of their own; make_event() is called once, if at
/// all.
class PlainParts : public EventParts {
 public:
  PlainParts(Vm& vm, const TraceeSetting& setting) : vm_(vm), setting_(setting) {}
  std::pair<Term, Term> terms() final;
  bool has_other_options() const final;
  Term options() final;

 protected:
  virtual TraceEvent make_event() = 0;

 private:
  static constexpr Word kOptionsWords = 24;

  Vm& vm_;
  const TraceeSetting& setting_;
  TraceEvent event_{};
  Word words_[kOptionsWords];  // not initialised: there is one for each event
};

/// PlainParts of what `make` returns.
template <class Make>
class PartsOf final : public PlainParts {
 public:
  PartsOf(Vm& vm, const TraceeSetting& setting, Make& make)
      : PlainParts(vm, setting), make_(make) {}

 private:
  TraceEvent make_event() override { return make_(); }
  Make& make_;
};

/// report() to a module without bounds, in one call of it. False: the tracer is gone.
bool report_plain(Vm& vm, const TracerModule& module, Term tracee, TracerFamily family, Term tag,
                  EventParts& parts);

/// report_plain() of an event that is made already, to a module that need not be asked. False: it
/// must be, and nothing was done.
bool record_plain(Vm& vm, const TraceeSetting& setting, Term tracee, const TraceEvent& event);

/// A reference that will come to the process in {trace_delivered, Tracee, Ref} once all that
/// `tracee` (a pid; none(): every process) has reported until now is in its tracers' queues (P22).
Term request_delivered(Process& p, Term tracee);

}  // namespace tracing
