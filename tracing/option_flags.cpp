// Reading lists of flags and options as trace:process/4 and the legacy functions take them.
#include "tracing/option_flags.h"

#include "tracing/trace_api.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

struct TracingFlagRow {
  vm::Term option;
  std::uint32_t bit;
  bool in_all;
};
constexpr TracingFlagRow kTracingFlags[] = {
#define TRACE_FLAG(name, bit, in_all, row) {vm::am::name, bit, in_all},
#include "tracing/flags.def"
};

/// A process or port that is named by way of the module that stands for both is named itself.
bool tracer_from_module(Vm& vm, Term module, Term state, Tracer* tracer) {
  if (!module.is_atom()) return false;
  if (module == vm::am::erl_tracer && (state.is_local_pid() || state.is_local_port())) {
    tracer->id = state;
    return true;
  }
  TracerCallbacks* callbacks = Tracing::of(vm).tracer_callbacks();
  const bool is_tracer = callbacks != nullptr && callbacks->is_tracer(module);
  if (!is_tracer && module != vm::am::erl_tracer) return false;
  tracer->module = vm::make_shared_ref<TracerModule>(
      module, state, callbacks == nullptr ? nullptr : callbacks->direct_tracer(state));
  return true;
}

}  // namespace

std::uint32_t flag_of_atom(vm::Term option) {
  std::uint32_t all = 0;
  for (const TracingFlagRow& row : kTracingFlags) {
    if (row.option == option) return row.bit;
    if (row.in_all) all |= row.bit;
  }
  return option == vm::am::all ? all : 0;
}

bool tracer_from(Vm& vm, Term term, Tracer* tracer) {
  *tracer = {};
  if (term.is_local_pid() || term.is_local_port()) {
    tracer->id = term;
    return true;
  }
  if (!term.is_tuple_of(2)) return false;
  const vm::Tuple& pair = term.as_tuple();
  return tracer_from_module(vm, pair.elements[0], pair.elements[1], tracer);
}

bool tracer_from_option(Vm& vm, Term option, Term name, Tracer* tracer) {
  *tracer = {};
  if (!option.is_tuple() || option.as_tuple().elements[0] != name) return false;
  const vm::Tuple& parts = option.as_tuple();
  if (option.is_tuple_of(3))
    return tracer_from_module(vm, parts.elements[1], parts.elements[2], tracer);
  if (!option.is_tuple_of(2)) return false;
  tracer->id = parts.elements[1];
  return tracer->id.is_local_pid() || tracer->id.is_local_port();
}

bool parse_trace_options(Vm& vm, Term list, NamesTracer names_tracer, TraceOptions* options) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (const std::uint32_t bits = flag_of_atom(option)) {
      options->flags |= bits;
    } else if (option == vm::am::cpu_timestamp) {
      options->processor_time = true;
    } else if (names_tracer == NamesTracer::kNo ||
               !tracer_from_option(vm, option, vm::am::tracer, &options->tracer)) {
      return false;
    }
  }
  return list.is_nil();
}

vm::Term flag_list(vm::HeapBuilder& builder, std::uint32_t flags) {
  vm::Term list = vm::Term::nil();
  for (const TracingFlagRow& row : kTracingFlags) {
    if (flags & row.bit) list = builder.cons(row.option, list);
  }
  return list;
}

}  // namespace tracing
