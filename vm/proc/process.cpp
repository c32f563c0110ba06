// A process's life from its table slot to its end, how BIFs raise, and its roots.
#include "vm/proc/process.h"

#include "vm/heap/literal_memory.h"
#include "vm/proc/dictionary.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/vm.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace vm {

Process::Process(Vm& machine, Term id) : pid(id), vm(machine) { identity.group_leader = id; }

Process::~Process() {
  trace_process_freed(*this);
  operation.coroutine.reset();  // before what its frame may refer to
  // A machine that is taken down has no schedulers any more.
  if (vm.schedulers != nullptr) timeout.leave_wheel();
  for (Signal* signal = exit.unhandled_signals; signal != nullptr;)
    std::unique_ptr<Signal>{std::exchange(signal, signal->next)};
  destroy_heap(*this);
}

void Process::unpark_registers(Term* scheduler_x, double* scheduler_f) {
  std::copy_n(x, live, scheduler_x);
  x = scheduler_x;
  f = scheduler_f;
}

void Process::park_registers() {
  if (sched.state.is_exiting()) live = 0;
  Term* room = parked.room(live);
  std::copy_n(x, live, room);
  x = room;
}

Term Process::raise(ExceptionClass kind, Term reason) {
  assert_own_thread();
  raising.exception = Exception{};
  raising.exception.kind = kind;
  raising.exception.reason = reason;
  raising.outcome = Outcome::kRaised;
  return Term::none();
}

Term Process::badarg() { return error(am::badarg); }
Term Process::badarith() { return error(am::badarith); }
Term Process::system_limit() { return error(am::system_limit); }
Term Process::undef() { return error(am::undef); }
Term Process::notsup() { return error(am::notsup); }

Term Process::badmap(Term value) {
  HeapBuilder builder(*this);
  return error(builder.tuple(am::badmap, value));
}

Term Process::badkey(Term key) {
  HeapBuilder builder(*this);
  return error(builder.tuple(am::badkey, key));
}

Term Process::badarg_because(Term cause) {
  badarg();
  HeapBuilder builder(*this);
  raising.exception.error_info = map_put(builder, empty_map(builder), am::cause, cause);
  return Term::none();
}

void Process::see_newest_code() {
  code_index = vm.code_index.active();
  choose_call_index();
}

Term Process::trap(Export& target, std::initializer_list<Term> arguments) {
  std::uint32_t n = 0;
  for (Term argument : arguments) x[n++] = argument;
  live = n;
  raising.trap_target = &target;
  raising.outcome = Outcome::kTrap;
  return Term::none();
}

Term Process::suspend_on(std::unique_ptr<Operation> started) {
  assert_own_thread();
  VM_ASSERT(operation.coroutine == nullptr, "a process waits in one BIF at a time");
  operation.coroutine = std::move(started);
  raising.outcome = Outcome::kValue;
  // Much of what may wait need not: the first step runs at once.
  if (operation.coroutine->step()) {
    const Term result = operation.coroutine->result();
    operation.coroutine.reset();
    return result;
  }
  raising.outcome = Outcome::kSuspended;
  return Term::none();
}

Term Process::suspend_on(Operation started) {
  return suspend_on(std::make_unique<Operation>(std::move(started)));
}

void visit_process_roots(Process& p, RootVisitor& visitor) {
  if (p.dictionary != nullptr) visitor.visit(p.dictionary->terms());
  if (p.has_raised()) {
    Exception& e = p.raising.exception;
    for (Term* term : {&e.reason, &e.stacktrace, &e.arguments, &e.error_info}) visitor.visit(*term);
  }
  visitor.visit(p.identity.group_leader);
  visitor.visit(p.exit.reason);
  visitor.visit(p.tracing.seq_token);
  for (OperationRoot* root = p.operation.roots; root != nullptr; root = root->next)
    visitor.visit(root->value);
}

}  // namespace vm
