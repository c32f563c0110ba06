// One way for every event to its tracer: the message is built in a fragment and queued as a signal
// from the tracee.
#include "tracing/delivery.h"

#include "tracing/timestamp.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"

namespace tracing {

bool is_alive(Vm& vm, const Tracer& tracer) {
  if (tracer.is_none()) return false;
  const Process* p = vm.processes->find(tracer.pid);
  return p != nullptr && !vm::is_exiting(*p);
}

bool deliver(Vm& vm, const Tracer& tracer, Term tracee, std::uint32_t flags,
             const TraceEvent& event) {
  if (!is_alive(vm, tracer)) return false;
  if (tracer.pid == tracee) return true;
  if (tracer.bounds && !tracer.bounds->admit()) return true;
  vm::HeapBuilder builder(Word{32});
  const vm::SharedLiterals literals = vm.literals.get();
  Term elements[7];
  Word count = 0;
  const bool stamped = has_timestamp(flags);
  elements[count++] = stamped ? vm::am::trace_ts : vm::am::trace;
  elements[count++] = tracee;
  elements[count++] = event.tag;
  if (event.first.has_value()) elements[count++] = vm::copy_term(builder, event.first, literals);
  if (event.second.has_value()) elements[count++] = vm::copy_term(builder, event.second, literals);
  if (event.extra.has_value()) elements[count++] = vm::copy_term(builder, event.extra, literals);
  if (stamped) elements[count++] = make_timestamp(builder, vm, flags);
  const Term message = builder.tuple_from({elements, count});
  if (tracer.bounds) tracer.bounds->retain();  // until its gone()
  vm::send_from_machine(vm, Term::none(), tracer.pid, message, builder.take_fragments(),
                        vm::am::undefined, tracer.bounds.get());
  if (tracer.bounds) tracer.bounds->sent();
  return true;
}

}  // namespace tracing
