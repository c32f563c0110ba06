// Finding the receiver, copying the message, queueing it, waking.
#include "vm/proc/send.h"

#include "vm/proc/connection_wait.h"
#include "vm/proc/links.h"
#include "vm/proc/node_monitors.h"
#include "vm/proc/ports.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/remote.h"
#include "vm/proc/saved_calls.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/node.h"
#include "vm/vm.h"

namespace vm {
namespace {

/// Sends to the alias that `ref` names; its owner decides whether it is active.
void send_to_alias(Process& from, Term ref, Term value) {
  const Term owner = ref_owner(ref);
  Process* to = owner.is_none() ? nullptr : from.vm.processes->find(owner);
  trace_send(from, ref, value, to != nullptr);
  if (to == nullptr) return;
  trace_token_sent(from, ref, value);
  auto message =
      make_message(from.vm, from.pid, value, from.tracing.seq_token, Message::Extra::kYes);
  message->kind = SignalKind::kAliasMessage;
  message->extra().alias = ref_number(ref);
  if (push_signal(*to, message.get())) message.release();
}

/// `as` is the address as the sender wrote it: what tracing reports.
void send_to_pid(Process& from, Term to_pid, Term as, Term value) {
  Process* to = from.vm.processes->find(to_pid);
  trace_send(from, as, value, to != nullptr);
  if (to == nullptr) return;
  trace_token_sent(from, to_pid, value);
  auto message = make_message(from.vm, from.pid, value, from.tracing.seq_token);
  if (push_signal(*to, message.get())) message.release();
}

SendResult send_to_port(Process& from, Term port, Term as, Term value) {
  trace_send(from, as, value, true);
  const bool is_taken = from.vm.ports == nullptr || from.vm.ports->message(from, port, value);
  return is_taken ? SendResult::kSent : SendResult::kBusy;
}

SendResult send_to_other_node(Process& from, Term to, Term value) {
  const Remote::Sent sent = from.vm.node_monitors->remote().send(from, to, value, {});
  if (sent == Remote::Sent::kTooLarge) return SendResult::kTooLarge;
  return sent == Remote::Sent::kBusy ? SendResult::kBusyConnection : SendResult::kSent;
}

SendResult send_to_name(Process& from, Term name, Term as, Term value, bool must_exist) {
  const Term to = from.vm.registry->find(name);
  if (to.is_none()) {
    trace_send(from, as, value, true);
    return must_exist ? SendResult::kNotAName : SendResult::kSent;
  }
  if (to.is_local_pid()) send_to_pid(from, to, as, value);
  return to.is_local_port() ? send_to_port(from, to, as, value) : SendResult::kSent;
}

Operation wait_for_port(Process& p, Term result) {
  const OperationRoot kept(p, result);
  co_await woken(p);
  co_return kept.get();
}

}  // namespace

bool push_signal(Process& to, Signal* signal) {
  switch (to.in_queue.push(signal)) {
    case SignalInQueue::Push::kFirst:
      to.vm.schedulers->make_runnable(to);
      return true;
    case SignalInQueue::Push::kMore:
      return true;
    case SignalInQueue::Push::kClosed:
      return false;
  }
  VM_UNREACHABLE();
}

bool push_signal(Vm& vm, Term to_pid, std::unique_ptr<Signal> signal) {
  if (vm.processes == nullptr) return false;  // the machine is being taken down
  if (!to_pid.is_immediate()) {
    vm.node_monitors->remote().signal(to_pid, static_cast<TermSignal&>(*signal));
    return true;
  }
  if (to_pid.is_local_port()) {
    std::unique_ptr<TermSignal> to_port(static_cast<TermSignal*>(signal.release()));
    if (vm.ports != nullptr && vm.ports->signal(to_pid, &to_port)) return true;
    answer_for_the_dead(vm, to_pid, *to_port);
    return false;
  }
  ThreadProgress::Visit visit(*vm.progress);  // any thread may call this
  Process* to = vm.processes->find(to_pid);
  if (to != nullptr && push_signal(*to, signal.get())) {
    static_cast<void>(signal.release());
    return true;
  }
  answer_for_the_dead(vm, to_pid, *signal);
  return false;
}

std::unique_ptr<Message> make_message(Vm& vm, Term from, Term value, Term token,
                                      Message::Extra with_extra) {
  // A larger message is copied without measuring it first.
  constexpr Word kMeasuredWords = 512;
  const SharedLiterals literals = vm.literals.get();
  const bool token_is_plain = token == Term::nil() || token == am::undefined;
  TermSize size;
  if (value.is_pointer()) {
    size = size_and_owners_up_to(value, literals, kMeasuredWords);
    if (size.words > kMeasuredWords) [[unlikely]] {
      if (token_is_plain) {
        const CopyInParts copy = copy_in_parts(value, literals);
        if (copy.fragments != nullptr)
          return make_message_of(from, copy.term, copy.fragments, token, nullptr);
      }
      size = size_and_owners_of_term(value, literals);
    }
  }
  const CopySize token_size = token_is_plain ? CopySize() : size_of_term(token, literals);
  if (size.has_owners || !token_is_plain) with_extra = Message::Extra::kYes;
  auto message = Message::make(size.words + token_size.words, with_extra);
  message->from = from;
  OffHeap none;
  HeapBuilder builder(message->room(), message->has_extra ? message->extra().off_heap : none);
  message->value = copy_term_of_size(builder, value, size, literals);
  message->leaves_token = token == am::undefined;
  if (message->has_extra) [[unlikely]]
    message->extra().token = copy_term_of_size(builder, token, token_size, literals);
  return message;
}

std::unique_ptr<Message> make_message_of(Term from, Term value, HeapFragment* fragments, Term token,
                                         MessageReceipt* receipt) {
  const bool is_plain = token == Term::nil() || token == am::undefined;
  const bool has_extra = fragments != nullptr || receipt != nullptr || !is_plain;
  auto message = Message::make(0, has_extra ? Message::Extra::kYes : Message::Extra::kNone);
  message->from = from;
  message->value = value;
  message->leaves_token = token == am::undefined;
  if (has_extra) {
    message->extra().fragments = fragments;
    message->extra().token = token;
    message->extra().receipt = receipt;
  }
  return message;
}

void send_message(Process& from, Term to_pid, Term value) {
  send_to_pid(from, to_pid, to_pid, value);
}

SendResult send(Process& from, Term to, Term value) {
  if (to.is_local_pid()) {
    note_call(from, {Term::none(), am::send, 0});
    send_message(from, to, value);
    return SendResult::kSent;
  }
  if (to.is_atom()) return send_to_name(from, to, to, value, true);
  if (to.is_local_ref()) {
    send_to_alias(from, to, value);
    return SendResult::kSent;
  }
  if (to.is_tuple_of(2)) {
    const Tuple& address = to.as_tuple();
    if (!address.elements[0].is_atom() || !address.elements[1].is_atom())
      return SendResult::kBadTarget;
    if (address.elements[1] != local_node_name()) return send_to_other_node(from, to, value);
    return send_to_name(from, address.elements[0], to, value, false);
  }
  if (to.is_local_port()) return send_to_port(from, to, to, value);
  if (to.is_pid() || to.is_ref()) return send_to_other_node(from, to, value);
  if (to.is_port()) return SendResult::kSent;
  return SendResult::kBadTarget;
}

Term send_or_raise(Process& from, Term to, Term value, Term result) {
  switch (send(from, to, value)) {
    case SendResult::kSent:
      return result;
    case SendResult::kBusy:
      return from.suspend_on(wait_for_port(from, result));
    case SendResult::kBusyConnection:
      return from.suspend_on(suspended_by_connection(from, result, kSenderPlace));
    case SendResult::kTooLarge:
      return from.system_limit();
    case SendResult::kNotAName:
    case SendResult::kBadTarget:
      break;
  }
  return from.badarg();
}

void send_from_machine(Vm& vm, Term from, Term to_pid, Term value, HeapFragment* fragments,
                       Term token, MessageReceipt* receipt) {
  send_from_machine(vm, to_pid, make_message_of(from, value, fragments, token, receipt));
}

void send_from_machine(Vm& vm, Term to_pid, std::unique_ptr<Message> message) {
  if (message->from.is_none()) message->from = am::undefined;
  push_signal(vm, to_pid, std::move(message));
}

void send_from_machine_to(Vm& vm, Term from, Term to, Term value, HeapFragment* fragments,
                          Term token) {
  Term pid = to;
  if (to.is_atom()) pid = vm.registry->find(to);
  if (pid.has_value() && pid.is_local_pid()) {
    send_from_machine(vm, from, pid, value, fragments, token);
    return;
  }
  HeapFragment::free_chain(fragments);
}

}  // namespace vm
