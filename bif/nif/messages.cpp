// Pids, ports, messages, names. A message from a library's environment takes its terms along
// without copying. Threads: any, also those that C code has made. Source: erl_nif(3), enif_send.
#include "bif/nif/environment.h"
#include "bif/nif/nif_state.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/exit.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/copy.h"

using bif::from_nif;
using bif::to_nif;
using vm::Term;

namespace bif {
namespace {

vm::Vm& machine_of(const ErlNifEnv* env) { return env != nullptr ? env->vm : nif_machine(); }

/// What a name is registered for, or none().
Term registered(vm::Vm& vm, ERL_NIF_TERM name) {
  return from_nif(name).is_atom() ? vm.registry->find(from_nif(name)) : Term::none();
}

}  // namespace
}  // namespace bif

extern "C" {

ErlNifPid* enif_self(ErlNifEnv* env, ErlNifPid* pid) {
  if (env->pid.is_none()) return nullptr;
  pid->pid = to_nif(env->pid);
  return pid;
}

int enif_get_local_pid(ErlNifEnv*, ERL_NIF_TERM term, ErlNifPid* pid) {
  if (!from_nif(term).is_local_pid()) return 0;
  pid->pid = term;
  return 1;
}
int enif_get_local_port(ErlNifEnv*, ERL_NIF_TERM term, ErlNifPort* port) {
  if (!from_nif(term).is_local_port()) return 0;
  port->port_id = term;
  return 1;
}
void enif_set_pid_undefined(ErlNifPid* pid) { pid->pid = to_nif(vm::am::undefined); }
int enif_is_pid_undefined(const ErlNifPid* pid) { return from_nif(pid->pid) == vm::am::undefined; }

int enif_is_process_alive(ErlNifEnv* env, ErlNifPid* pid) {
  return bif::is_process_alive(bif::machine_of(env), from_nif(pid->pid));
}
int enif_is_current_process_alive(ErlNifEnv* env) {
  return env->process != nullptr ? !vm::is_exiting(*env->process)
                                 : bif::is_process_alive(env->vm, env->pid);
}
int enif_is_port_alive(ErlNifEnv* env, ErlNifPort* port) {
  vm::Vm& vm = bif::machine_of(env);
  return vm.ports != nullptr && vm.ports->takes_reports(from_nif(port->port_id));
}

int enif_whereis_pid(ErlNifEnv* env, ERL_NIF_TERM name, ErlNifPid* pid) {
  const Term found = bif::registered(bif::machine_of(env), name);
  if (found.is_none() || !found.is_local_pid()) return 0;
  pid->pid = to_nif(found);
  return 1;
}
int enif_whereis_port(ErlNifEnv* env, ERL_NIF_TERM name, ErlNifPort* port) {
  const Term found = bif::registered(bif::machine_of(env), name);
  if (found.is_none() || !found.is_local_port()) return 0;
  port->port_id = to_nif(found);
  return 1;
}

int enif_send(ErlNifEnv* env, const ErlNifPid* to, ErlNifEnv* message_env, ERL_NIF_TERM message) {
  if (bif::has_nif_checks()) bif::checks::check_sender(env, message_env);
  vm::Vm& vm = bif::machine_of(env);
  const Term receiver = from_nif(to->pid);
  const vm::ThreadProgress::Visit visit(*vm.progress);
  vm::Process* process = vm.processes->find(receiver);
  if (process == nullptr || vm::is_exiting(*process)) return 0;
  const bool is_dirty = env != nullptr && env->kind == ErlNifEnv::Kind::kDirty;
  if (is_dirty && !bif::is_process_alive(vm, env->pid)) return 0;
  Term value = from_nif(message);
  if (is_dirty && env->records_sends)
    env->record_send(
        receiver, message_env == nullptr ? value : vm::copy_term(env->builder(), value, nullptr));
  if (env != nullptr && env->process != nullptr && message_env == nullptr) {
    // The caller's own terms: as if it had sent them itself, for tracing too.
    if (bif::has_nif_checks()) bif::checks::check_sent(*env->process, value);
    vm::send_message(*env->process, receiver, value);
    return 1;
  }
  vm::HeapFragment* fragments = nullptr;
  if (message_env == nullptr) {
    vm::HeapBuilder builder(vm::Word{0});
    value = vm::copy_term(builder, value, nullptr);
    fragments = builder.take_fragments();
  } else {
    fragments = message_env->take_terms();
    if (bif::has_nif_checks()) bif::checks::check_sent(vm, fragments, value);
  }
  const Term from = env != nullptr ? env->pid : Term::none();
  if (env != nullptr && env->process != nullptr)
    vm::trace_send(*env->process, receiver, value, true);
  // A tracer leaves the token of the process that it sends to.
  const bool is_tracer = env != nullptr && env->kind == ErlNifEnv::Kind::kTracer;
  vm::send_from_machine(vm, from, receiver, value, fragments,
                        is_tracer ? Term(vm::am::undefined) : Term::nil());
  return 1;
}

int enif_port_command(ErlNifEnv* env, const ErlNifPort* to, ErlNifEnv* message_env,
                      ERL_NIF_TERM message) {
  if (bif::has_nif_checks()) bif::checks::check_sender(env, message_env);
  vm::Vm& vm = bif::machine_of(env);
  const Term port = from_nif(to->port_id);
  vm::HeapFragment* fragments = message_env != nullptr ? message_env->take_terms() : nullptr;
  if (bif::has_nif_checks() && message_env != nullptr)
    bif::checks::check_sent(vm, fragments, from_nif(message));
  std::string bytes;
  const bool is_data = vm::append_iodata(from_nif(message), bytes);
  vm::HeapFragment::free_chain(fragments);
  if (message_env != nullptr) message_env->exception = Term::none();
  if (!is_data || vm.ports == nullptr || !vm.ports->takes_reports(port)) return 0;
  vm.ports->report(port, std::move(bytes), nullptr);
  return 1;
}

}  // extern "C"
