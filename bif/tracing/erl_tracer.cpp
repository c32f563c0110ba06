// The NIFs of OTP's module erl_tracer: processes and ports as tracers, for modules that pass events
// on, and for those that name {erl_tracer, Tracer}. Source: erl_tracer(3), and what OTP 27 answers.
#include "bif/natives.h"
#include "tracing/trace_api.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"

#include <vector>

namespace bif {
namespace {

/// Whether `state` is a process or port of this machine that is there.
bool is_tracer(Process& p, Term state) {
  const bool fits = state.is_local_pid() || state.is_local_port();
  return fits && !tracing::is_gone(p.vm, tracing::Tracer{state});
}

struct Stamp {
  Term name;
  std::uint32_t flag;
};
constexpr Stamp kStamps[] = {
    {am::timestamp, vm::kTraceTimestamp},
    {am::monotonic, vm::kTraceMonotonicTimestamp},
    {am::strict_monotonic, vm::kTraceStrictMonotonicTimestamp},
};

/// The flag of the time stamp that an event is to have; 0 for a name that there is not.
std::uint32_t stamp_flag(Term name) {
  for (const Stamp& stamp : kStamps)
    if (name == stamp.name) return stamp.flag;
  return 0;
}

Term option(Term options, Term name) {
  return options.is_map() ? vm::map_get(options, name) : Term::none();
}

}  // namespace

/// enabled(TraceTag, Tracer, Tracee) -> trace | discard | remove.
BifResult erl_tracer_enabled_3(Process& p, const Args<3>& a) {
  if (!is_tracer(p, a[1])) return a[0] == am::trace_status ? am::remove : am::discard;
  return a[1] == a[2] ? am::discard : am::trace;
}

/// trace(TraceTag, Tracer, Tracee, Message, Options) -> ok: sends {trace, Tracee, TraceTag,
/// Message} with what the options add. For seq_trace the tracee is the label.
BifResult erl_tracer_trace_5(Process& p, const Args<5>& a) {
  if (!is_tracer(p, a[1])) return am::ok;
  const Term stamp = option(a[4], am::timestamp);
  const std::uint32_t flag = stamp.is_none() ? 0 : stamp_flag(stamp);
  if (stamp.has_value() && flag == 0) return am::ok;
  const bool is_seq = a[0] == am::seq_trace;
  HeapBuilder builder(Word{32});
  const Term head = is_seq ? am::seq_trace : flag == 0 ? am::trace : am::trace_ts;
  std::vector<Term> elements{head, a[2]};
  if (!is_seq) elements.push_back(a[0]);
  elements.push_back(a[3]);
  for (const Term name : {am::extra, am::match_spec_result, am::scheduler_id})
    if (const Term value = option(a[4], name); value.has_value()) elements.push_back(value);
  for (Term& element : elements) element = vm::copy_term(builder, element, p.vm.literals.get());
  if (flag != 0) elements.push_back(tracing::make_timestamp(builder, p.vm, flag));
  const Term event = builder.tuple_from(elements);
  tracing::send_to_tracer(p.vm, a[1], event, builder.take_fragments());
  return am::ok;
}

}  // namespace bif
