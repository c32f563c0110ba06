// A new process: a table slot, a heap with the arguments in it, one stack word, links and monitors,
// then a run queue.
#include "vm/proc/spawn.h"

#include "vm/code/export_table.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

namespace vm {
namespace {

void apply_options(Process& child, const SpawnOptions& options) {
  child.priority = options.priority;
  child.off_heap_messages = options.off_heap_messages;
  child.async_dist = options.async_dist;
  if (options.min_heap_words != 0) child.min_heap_words = next_heap_size(options.min_heap_words);
  if (options.min_virtual_heap_words != 0) {
    child.min_virtual_heap_words = next_heap_size(options.min_virtual_heap_words);
    child.virtual_heap_limit = child.old_virtual_heap_limit = child.min_virtual_heap_words;
  }
  if (options.fullsweep_after != ~Word{0}) child.fullsweep_after = options.fullsweep_after;
  child.max_heap_words = options.max_heap_words;
  child.max_heap_kill = options.max_heap_kill;
  child.max_heap_error_logger = options.max_heap_error_logger;
  child.max_heap_shared_binaries = options.max_heap_shared_binaries;
}

/// Heap, stack and registers for a call of `start` with `arguments`, which are copied.
void prepare_call(Process& child, Export& start, std::span<const Term> arguments) {
  Vm& vm = child.vm;
  const SharedLiterals literals = vm.literals.get();
  Word words = 0;
  for (Term argument : arguments)
    words += argument.is_pointer() ? size_of_term(argument, literals) : 0;
  initialise_heap(child, std::max(child.min_heap_words, words + 1));
  child.stack_top -= 1;
  child.stack_top->bits = reinterpret_cast<Word>(&vm.words.normal_exit);
  child.x = child.parked_room(static_cast<std::uint32_t>(arguments.size()));
  child.live = 0;
  {
    HeapBuilder builder(child);
    for (Term argument : arguments) {
      child.x[child.live++] = words == 0 ? argument : copy_term(builder, argument, literals);
    }
  }
  child.ip = start.address(vm.code_index.active());
}

/// Elements of a proper list; false if it is none or has more than 255.
bool list_elements(Term list, std::vector<Term>* elements) {
  while (list.is_cons()) {
    elements->push_back(list.as_cons().head);
    list = list.as_cons().tail;
  }
  return list.is_nil() && elements->size() <= 255;
}

struct Start {
  Term module;
  Term function;
  Term argument_list;  // for tracing, on the parent's heap
  std::span<const Term> arguments;
};

/// Makes the child; none() when the table is full, else its pid. With a monitor `*ref` receives the
/// reference.
Term make_child(Process& parent, const Start& start, const SpawnOptions& options, Term* ref) {
  Vm& vm = parent.vm;
  std::unique_ptr<Process> made = vm.processes->create();
  if (made == nullptr) return Term::none();
  Process& child = *made;
  apply_options(child, options);
  child.group_leader = parent.group_leader;
  child.parent = parent.pid;
  child.initial_call = {start.module, start.function, start.arguments.size()};
  prepare_call(child,
               vm.exports->get_or_create(start.module, start.function, start.arguments.size()),
               start.arguments);
  vm.trace->on_process_created(child);
  // relaxed: as in the trace points; the tuple is built for them only.
  if ((parent.trace_flags.load(kRelaxed) | child.trace_flags.load(kRelaxed)) != 0) {
    Term mfa;
    {
      HeapBuilder builder(parent);
      mfa = builder.tuple(start.module, start.function, start.argument_list);
    }
    trace_spawn(parent, child, mfa);
    trace_spawned(child, parent.pid, mfa);
  }
  if (options.link) {
    add_spawn_links(parent, child);
    trace_link(parent, child.pid);
    trace_getting_linked(child, parent.pid);
  }
  if (options.monitor) *ref = add_spawn_monitor(parent, child, options.monitor_options);
  const Term pid = child.pid;
  vm.schedulers->make_runnable(vm.processes->publish(std::move(made)));
  parent.use_reductions(10);
  return pid;
}

Term answer_spawn(Process& parent, Term pid, Term ref, bool monitor) {
  if (pid.is_none()) return parent.system_limit();
  if (!monitor) return pid;
  HeapBuilder builder(parent);
  return builder.tuple(pid, ref);
}

}  // namespace

Term spawn(Process& parent, Term module, Term function, Term arguments,
           const SpawnOptions& options) {
  std::vector<Term> elements;
  if (!module.is_atom() || !function.is_atom() || !list_elements(arguments, &elements))
    return parent.badarg();
  Term ref;
  const Term pid = make_child(parent, {module, function, arguments, elements}, options, &ref);
  return answer_spawn(parent, pid, ref, options.monitor);
}

Term spawn_fun(Process& parent, Term fun, const SpawnOptions& options) {
  Term argument_list;
  {
    HeapBuilder builder(parent);
    argument_list = builder.cons(fun, builder.cons(Term::nil(), Term::nil()));
  }
  const Term arguments[] = {fun, Term::nil()};
  Term ref;
  const Term pid =
      make_child(parent, {am::erlang, am::apply, argument_list, arguments}, options, &ref);
  return answer_spawn(parent, pid, ref, options.monitor);
}

Term answer_spawn_request(Process& parent, Term ref, const SpawnRequestOptions& options, Term pid,
                          Term reason) {
  if (ref.is_none()) ref = make_ref(parent);
  const bool ok = pid.has_value();
  if (ok ? options.reply_on_success : options.reply_on_error) {
    HeapBuilder builder(5 + kPidRefWords + 16);
    const SharedLiterals literals = parent.vm.literals.get();
    const Term tag = options.reply_tag.is_none() ? am::spawn_reply
                                                 : copy_term(builder, options.reply_tag, literals);
    const Term copied_ref = copy_term(builder, ref, literals);
    const Term value = builder.tuple(tag, copied_ref, ok ? am::ok : am::error, ok ? pid : reason);
    send_from_machine(parent.vm, ok ? pid : parent.pid, parent.pid, value,
                      builder.take_fragments());
  }
  return ref;
}

Term spawn_request(Process& parent, Term module, Term function, Term arguments,
                   const SpawnRequestOptions& options) {
  std::vector<Term> elements;
  if (!module.is_atom() || !function.is_atom() || !list_elements(arguments, &elements))
    return parent.badarg();
  Term ref;
  const Term pid = make_child(parent, {module, function, arguments, elements}, options.spawn, &ref);
  return answer_spawn_request(parent, ref, options, pid, am::system_limit);
}

Term spawn_first(Vm& vm, Term module, Term function, Term arguments, Term group_leader) {
  std::vector<Term> elements;
  std::unique_ptr<Process> made = vm.processes->create();
  VM_CHECK(list_elements(arguments, &elements) && made != nullptr, "the first process can be made");
  made->group_leader = group_leader.is_none() ? made->pid : group_leader;
  made->initial_call = {module, function, elements.size()};
  prepare_call(*made, vm.exports->get_or_create(module, function, elements.size()), elements);
  vm.trace->on_process_created(*made);
  const Term pid = made->pid;
  vm.schedulers->make_runnable(vm.processes->publish(std::move(made)));
  return pid;
}

}  // namespace vm
