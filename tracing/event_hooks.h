// EventHooks: tracing's side of the seam (vm/proc/trace_points.def): from a reported event to
// messages for those sessions that want it. Threads: in the context of the process that an event is
// about.
#pragma once

#include "tracing/trace_api.h"
#include "vm/proc/trace_hooks.h"

namespace tracing {

using vm::CodeAddress;
using vm::FuncInfo;
using vm::HeapBuilder;
using vm::Message;
using vm::OpHandler;
using vm::PortTracee;
using vm::SpawnReport;
using vm::StackWord;

class EventHooks final : public vm::TraceHooks {
 public:
  explicit EventHooks(Tracing& tracing) : tracing_(tracing) {}

#define TRACE_POINT(result, name, rule, condition, parameters, arguments) \
  result on_##name parameters override;
#include "vm/proc/trace_points.def"

 private:
  /// The event that `make` builds to all sessions with one of the flags whose tracers want it.
  /// `make` is called for the first of them.
  template <class Make>
  static void report_built(Process& p, std::uint32_t flags, TracerFamily family, Term tag,
                           Make&& make);
  /// {Tag, First, Second} to all sessions with the flag; none(): without.
  static void report_event(Process& p, vm::TraceFlag flag, Term tag, Term first,
                           Term second = Term::none());
  static void report_event(PortTracee& p, vm::TraceFlag flag, Term tag, Term first,
                           Term second = Term::none());
  /// The event to the sessions with the flag whose filter of messages lets `subject` pass.
  void report_filtered(Process& p, vm::TraceFlag flag, std::span<const Term> subject,
                       const TraceEvent& event);
  /// Runs a session's filter; false: no message. `*extra` is what {message, _} asked for.
  bool passes(Process& p, const TraceeEntry& entry, vm::TraceFlag flag,
              std::span<const Term> subject, Term* extra);
  static void report_scheduling(Process& p, Term tag, std::uint32_t flags);
  /// `first`: words needed, or given back; none() without. `heap_block_words`: the size of the heap
  /// to report.
  static void report_collection(Process& p, Term tag, Term first, Word heap_block_words);

  Tracing& tracing_;
};

}  // namespace tracing
