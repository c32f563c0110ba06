// A new process: a table slot, a heap with the arguments in it, one stack word, links and monitors,
// then a run queue.
#include "vm/proc/spawn.h"

#include "vm/base/memory_limit.h"
#include "vm/code/export_table.h"
#include "vm/proc/max_heap.h"
#include "vm/proc/process_table.h"
#include "vm/proc/remote.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

namespace vm {
namespace {

void apply_options(Process& child, const SpawnOptions& options) {
  child.flags.priority = options.priority;
  child.flags.off_heap_messages = options.off_heap_messages;
  child.flags.async_dist = options.async_dist;
  child.identity.is_system = options.is_system;
  if (options.bound_to != 0) child.vm.multi_scheduling->bound().bind(child.pid, options.bound_to);
  if (options.min_heap_words != 0) child.min_heap_words = next_heap_size(options.min_heap_words);
  if (options.min_virtual_heap_words != 0) {
    child.min_virtual_heap_words = next_heap_size(options.min_virtual_heap_words);
    child.virtual_heap_limit = child.old_virtual_heap_limit = child.min_virtual_heap_words;
  }
  if (options.fullsweep_after != ~Word{0}) child.fullsweep_after = options.fullsweep_after;
  child.max_heap = options.max_heap;
}

Word words_of_copies(Vm& vm, std::span<const Term> arguments) {
  Word words = 0;
  for (Term argument : arguments)
    words += argument.is_pointer() ? size_of_term(argument, vm.literals.get()).words : 0;
  return words;
}

/// Whether memory is to be had for a heap with so many words of arguments.
bool heap_fits(const SpawnOptions& options, Word words) {
  return fits_in_memory(next_heap_size(std::max(options.min_heap_words, words + 1)) * kWordBytes);
}

/// Heap, stack and registers for a call of `start` with `arguments`, which are copied: to `words`
/// words.
void prepare_call(Process& child, Export& start, std::span<const Term> arguments, Word words) {
  Vm& vm = child.vm;
  const SharedLiterals literals = vm.literals.get();
  initialise_heap(child, std::max(child.min_heap_words, words + 1));
  child.stack_top -= 1;
  child.stack_top->bits = reinterpret_cast<Word>(&vm.words.normal_exit);
  child.x = child.parked.room(static_cast<std::uint32_t>(arguments.size()));
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
  const SpawnRequestOptions* request = nullptr;  // of spawn_request
};

/// What make_child() has made; no pid when the table is full, or no memory is left for the heap.
struct Made {
  Term pid;
  Term ref;                           // of the monitor, or of a request that tracing reported
  Term answer_token = am::undefined;  // for the answer to a request, on the parent's heap
  Process* child = nullptr;           // not yet runnable; stays until this thread's time slice ends
};

/// What tracing is to know of the spawn.
SpawnReport report_of(const Start& start, const SpawnOptions& options) {
  SpawnReport report;
  report.start = {start.module, start.function, start.arguments.size()};
  report.argument_list = start.argument_list;
  report.is_linked = options.link;
  report.is_monitored = options.monitor;
  report.options = options.list;
  report.reply_tag = am::spawn_reply;
  if (start.request != nullptr) {
    report.is_request = true;
    report.is_answered = start.request->reply_on_success;
    if (start.request->reply_tag.has_value()) report.reply_tag = start.request->reply_tag;
  }
  return report;
}

/// The caller makes it runnable.
Made make_child(Process& parent, const Start& start, const SpawnOptions& options) {
  Vm& vm = parent.vm;
  Made answer;
  const Word words = words_of_copies(vm, start.arguments);
  if (!heap_fits(options, words)) return answer;
  std::unique_ptr<Process> made = vm.processes->create();
  if (made == nullptr) return answer;
  Process& child = *made;
  apply_options(child, options);
  child.identity.parent = parent.pid;
  child.identity.initial_call = {start.module, start.function, start.arguments.size()};
  prepare_call(child,
               vm.exports->get_or_create(start.module, start.function, start.arguments.size()),
               start.arguments, words);
  child.identity.group_leader = parent.identity.group_leader;
  if (child.identity.group_leader.is_pointer()) {
    HeapBuilder builder(child);
    child.identity.group_leader =
        copy_term(builder, parent.identity.group_leader, vm.literals.get());
  }
  trace_process_created(child);
  SpawnReport report = report_of(start, options);
  trace_spawn(parent, child, report);
  trace_spawned(child, parent.pid, report);
  if (options.link) add_spawn_links(parent, child);
  if (options.monitor) report.ref = add_spawn_monitor(parent, child, options.monitor_options);
  const Term token = trace_token_spawn(parent, child, report);
  if (token.has_value()) answer.answer_token = token;
  answer.ref = report.ref;
  answer.pid = child.pid;
  answer.child = &vm.processes->publish(std::move(made));
  parent.use_reductions(10);
  return answer;
}

/// The parent continues first, as in OTP, up to its next receive at least in most cases.
void start_child(Process& child) {
  if (Scheduler* scheduler = Scheduler::current()) scheduler->hold_queue();
  child.vm.schedulers->make_runnable(child);
}

Term answer_spawn(Process& parent, const Made& made, bool monitor) {
  if (made.pid.is_none()) return parent.system_limit();
  if (!monitor) return made.pid;
  HeapBuilder builder(parent);
  return builder.tuple(made.pid, made.ref);
}

}  // namespace

Term spawn(Process& parent, Term module, Term function, Term arguments,
           const SpawnOptions& options) {
  std::vector<Term> elements;
  if (!module.is_atom() || !function.is_atom() || !list_elements(arguments, &elements))
    return parent.badarg();
  const Made made = make_child(parent, {module, function, arguments, elements}, options);
  if (made.child != nullptr) start_child(*made.child);
  return answer_spawn(parent, made, options.monitor);
}

Term answer_spawn_request(Process& parent, Term ref, const SpawnRequestOptions& options, Term pid,
                          Term reason, Term token) {
  if (ref.is_none()) ref = make_ref(parent);
  const bool ok = pid.has_value();
  if (ok ? options.reply_on_success : options.reply_on_error) {
    HeapBuilder builder(5 + kPidRefWords + 16);
    const SharedLiterals literals = parent.vm.literals.get();
    const Term tag = options.reply_tag.is_none() ? am::spawn_reply
                                                 : copy_term(builder, options.reply_tag, literals);
    const Term copied_ref = copy_term(builder, ref, literals);
    const Term value = builder.tuple(tag, copied_ref, ok ? am::ok : am::error, ok ? pid : reason);
    const Term copied_token = copy_term(builder, token, literals);
    send_from_machine(parent.vm, ok ? pid : parent.pid, parent.pid, value, builder.take_fragments(),
                      copied_token);
  }
  return ref;
}

Term spawn_request(Process& parent, Term module, Term function, Term arguments,
                   const SpawnRequestOptions& options) {
  std::vector<Term> elements;
  if (!module.is_atom() || !function.is_atom() || !list_elements(arguments, &elements))
    return parent.badarg();
  const Made made =
      make_child(parent, {module, function, arguments, elements, &options}, options.spawn);
  const Term ref = answer_spawn_request(parent, made.ref, options, made.pid, am::system_limit,
                                        made.answer_token);
  // After the answer, which comes before everything that the new process sends.
  if (made.child != nullptr) start_child(*made.child);
  return ref;
}

Term spawn_for_remote(Vm& vm, Term module, Term function, Term arguments, Term group_leader,
                      const SpawnOptions& options, const RemoteParent& parent) {
  std::vector<Term> elements;
  if (!list_elements(arguments, &elements)) return Term::none();
  const Word words = words_of_copies(vm, elements);
  if (!heap_fits(options, words)) return Term::none();
  std::unique_ptr<Process> made = vm.processes->create();
  if (made == nullptr) return Term::none();
  apply_options(*made, options);
  made->identity.initial_call = {module, function, elements.size()};
  prepare_call(*made, vm.exports->get_or_create(module, function, elements.size()), elements,
               words);
  {
    HeapBuilder builder(*made);
    made->identity.group_leader = copy_term(builder, group_leader, nullptr);
  }
  trace_process_created(*made);
  if (parent.link) {
    std::shared_ptr<const RemotePid> remote = intern_remote_pid(parent.pid);
    const Word key = remote->term().bits();
    links_of(*made).links[key] = Link{0, std::move(remote)};
  }
  if (parent.watcher != nullptr)
    links_of(*made).monitored_by[parent.monitor] = {Term::none(), Term::none(), parent.watcher};
  const Term pid = made->pid;
  parent.made(pid);
  parent.reply(pid);
  vm.schedulers->make_runnable(vm.processes->publish(std::move(made)));
  return pid;
}

bool has_room_for_heap(const SpawnOptions& options) {
  return allows(options.max_heap, next_heap_size(options.min_heap_words));
}

Term spawn_first(Vm& vm, Term module, Term function, Term arguments, Term group_leader) {
  std::vector<Term> elements;
  std::unique_ptr<Process> made = vm.processes->create();
  VM_CHECK(list_elements(arguments, &elements) && made != nullptr, "the first process can be made");
  made->identity.is_system = made->pid.id_data() == 0;
  made->identity.group_leader = group_leader.is_none() ? made->pid : group_leader;
  made->identity.initial_call = {module, function, elements.size()};
  prepare_call(*made, vm.exports->get_or_create(module, function, elements.size()), elements,
               words_of_copies(vm, elements));
  trace_process_created(*made);
  const Term pid = made->pid;
  vm.schedulers->make_runnable(vm.processes->publish(std::move(made)));
  return pid;
}

}  // namespace vm
