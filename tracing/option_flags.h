// Trace flags and tracers as programs write them: option atoms (flags.def) to bits and back, and
// options that name a tracer. Threads: any.
#pragma once

#include "tracing/tracer.h"

#include <cstdint>

namespace tracing {

/// The bits of an option (`all` included), 0 if it is no flag.
std::uint32_t flag_of_atom(vm::Term option);
/// A local process or port, alive or not, or a {Module, State} whose module is a tracer now; the
/// state is copied. False for anything else (S1, S9).
bool tracer_from(Vm& vm, Term term, Tracer* tracer);
/// The same of an option {Name, Tracer} or {Name, Module, State}.
bool tracer_from_option(Vm& vm, Term option, Term name, Tracer* tracer);

/// What a list of flags and options says.
struct TraceOptions {
  std::uint32_t flags = 0;
  bool processor_time = false;  // cpu_timestamp
  Tracer tracer;                // none: none is named
};
/// Whether a list may name a tracer: for sessions that have none of their own.
enum class NamesTracer : bool { kNo, kYes };
/// Adds to `options` what a proper list says; false if there is anything else in it.
bool parse_trace_options(Vm& vm, Term list, NamesTracer names_tracer, TraceOptions* options);
/// The list of options of these bits, as trace:info shows it.
vm::Term flag_list(vm::HeapBuilder& builder, std::uint32_t flags);

}  // namespace tracing
