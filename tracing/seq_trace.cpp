// The token's way through the machine, and the messages about it.
#include "tracing/seq_trace.h"

#include "tracing/delivery.h"
#include "tracing/trace_clock.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/number.h"

namespace tracing {

namespace {

using vm::SWord;

// Parts of a token.
enum Part : Word { kFlags, kLabel, kSerial, kFrom, kLast, kEpoch, kParts };

struct FlagRow {
  Term name;
  SWord bit;
  std::uint32_t timestamp;  // the trace flag that asks for the same time stamp, else 0
};
constexpr FlagRow kFlagRows[] = {
    {vm::am::send, 1, 0},
    {vm::am::receive, 2, 0},
    {vm::am::print, 4, 0},
    {vm::am::timestamp, 8, vm::kTraceTimestamp},
    {vm::am::strict_monotonic_timestamp, 16, vm::kTraceStrictMonotonicTimestamp},
    {vm::am::monotonic_timestamp, 32, vm::kTraceMonotonicTimestamp},
};

/// The bit of a token's flags that an atom names, or 0.
SWord flag_bit(Term name) {
  for (const FlagRow& row : kFlagRows) {
    if (row.name == name) return row.bit;
  }
  return 0;
}

std::uint32_t timestamp_flags(SWord flags) {
  std::uint32_t result = 0;
  for (const FlagRow& row : kFlagRows) {
    if (flags & row.bit) result |= row.timestamp;
  }
  return result;
}

Word value_of(Term small) { return static_cast<Word>(small.as_small()); }

Term make_token(vm::HeapBuilder& builder, Term label, const Term (&parts)[kParts]) {
  Term elements[kParts];
  std::copy(std::begin(parts), std::end(parts), elements);
  elements[kLabel] = label;
  return builder.tuple_from(elements);
}

/// Copies `token` for another process.
Term copy_token(vm::HeapBuilder& builder, Vm& vm, Term token) {
  return vm::copy_term(builder, token, vm.literals.get());
}

/// {spawn_request, Ref, From, GroupLeader, Start, Options, ReplyTag, Arguments}, on the parent's
/// heap.
Term spawn_request_term(Process& parent, const vm::SpawnReport& report) {
  vm::HeapBuilder builder(parent);
  Term options = report.options;
  if (options.is_none()) {
    options = Term::nil();
    if (report.is_monitored) options = builder.cons(vm::am::monitor, options);
    if (report.is_linked) options = builder.cons(vm::am::link, options);
  }
  Term start =
      builder.tuple(report.start.module, report.start.function, vm::number(report.start.arity));
  Term arguments = report.argument_list;
  if (report.is_request) {
    // A request is carried out by a function of the machine, which makes the call.
    const Term call =
        builder.tuple(report.start.module, report.start.function, report.argument_list);
    arguments = builder.cons(call, Term::nil());
    start = builder.tuple(Term(vm::am::erts_internal), vm::am::spawn_init, Term::small(1));
  }
  const Term parts[] = {
      vm::am::spawn_request, report.ref, parent.pid, parent.identity.group_leader, start, options,
      report.reply_tag,      arguments};
  return builder.tuple_from(parts);
}

/// What real Erlang/OTP (27 to 29) counts from after a spawn that the caller waits for: not the
/// serial of the answer, but the word that stands for it there, with its four bits of tag. Streams
/// of events have to be equal, so it is kept; a spawn_request counts as the contract says.
Word serial_after_spawn(Word serial) { return serial << 4 | 0xF; }

/// A copy of what was sent or printed, as much as the session keeps of it.
Term captured_copy(vm::HeapBuilder& builder, Vm& vm, const Tracer& tracer, Term term) {
  const Capture* capture = tracer.bounds ? tracer.bounds->capture() : nullptr;
  const bool is_cut = capture != nullptr && capture->max_bytes != 0;
  return is_cut ? copy_cut(builder, term, capture->max_bytes)
                : vm::copy_term(builder, term, vm.literals.get());
}

/// Sends an event to a process or port, if the session's bounds admit it.
void send_event(Vm& vm, const Tracer& tracer, Term event, vm::HeapBuilder& builder) {
  if (!tracer.bounds) return send_to_tracer(vm, tracer.id, event, builder.take_fragments());
  if (!tracer.bounds->admit(vm::am::seq_trace)) return;
  Bounds* const receipt = vm::SharedRef<Bounds>(tracer.bounds).detach();  // until its gone()
  send_to_tracer(vm, tracer.id, event, builder.take_fragments(), receipt);
  tracer.bounds->sent();
}

}  // namespace

// --- tokens ---

vm::Tuple* SeqTrace::current(Process& p) {
  if (p.tracing.seq_token == Term::nil()) return nullptr;
  vm::Tuple& token = p.tracing.seq_token.as_tuple();
  // relaxed: see reset().
  if (value_of(token.elements[kEpoch]) == epoch_.load(vm::kRelaxed)) return &token;
  p.tracing.seq_token = Term::nil();
  return nullptr;
}

vm::Tuple& SeqTrace::require(Process& p) {
  if (vm::Tuple* token = current(p)) return *token;
  // The serial number that was received last outlives the token.
  const Term last = vm::number(counters(p).last);
  vm::HeapBuilder builder(p);
  const Term zero = Term::small(0);
  // relaxed: see reset().
  p.tracing.seq_token = make_token(
      builder, zero, {zero, zero, zero, p.pid, last, vm::number(epoch_.load(vm::kRelaxed))});
  return p.tracing.seq_token.as_tuple();
}

vm::SeqCounters& SeqTrace::counters(Process& p) {
  if (p.tracing.seq_counters == nullptr)
    p.tracing.seq_counters = new vm::SeqCounters();  // owner: the process
  const Word epoch = epoch_.load(vm::kRelaxed);      // relaxed: see reset()
  if (p.tracing.seq_counters->epoch != epoch) *p.tracing.seq_counters = {epoch, 0, 0};
  return *p.tracing.seq_counters;
}

void SeqTrace::free(Process& p) {
  delete p.tracing.seq_counters;  // owner: the process
  p.tracing.seq_counters = nullptr;
}

bool SeqTrace::has_token(Process& p) { return current(p) != nullptr; }

Term SeqTrace::token(Process& p, vm::HeapBuilder& builder) {
  const vm::Tuple* token = current(p);
  if (token == nullptr) return Term::nil();
  const vm::SharedLiterals literals = vm_.literals.get();
  return builder.tuple(token->elements[kFlags],
                       vm::copy_term(builder, token->elements[kLabel], literals),
                       token->elements[kSerial], token->elements[kFrom], token->elements[kLast]);
}

// --- programs ---

Term SeqTrace::set(Process& p, Term component, Term value) {
  if (const SWord bit = flag_bit(component)) {
    if (value != vm::am::true_ && value != vm::am::false_) return Term::none();
    vm::Tuple& token = require(p);
    const SWord flags = token.elements[kFlags].as_small();
    token.elements[kFlags] = Term::small(value == vm::am::true_ ? flags | bit : flags & ~bit);
    return vm::make_boolean((flags & bit) != 0);
  }
  if (component == vm::am::label) {
    const vm::Tuple& old = require(p);
    const Term before = old.elements[kLabel];
    // A new tuple: an old one must not point to what may be younger.
    Term parts[kParts];
    std::copy_n(old.elements, std::size_t{kParts}, parts);
    vm::HeapBuilder builder(p);
    p.tracing.seq_token = make_token(builder, value, parts);
    return before;
  }
  if (component == vm::am::serial) {
    if (!value.is_tuple_of(2)) return Term::none();
    const Term last = value.as_tuple().elements[0];
    const Term serial = value.as_tuple().elements[1];
    if (!last.is_small() || !serial.is_small()) return Term::none();
    vm::Tuple& token = require(p);
    Term before;
    {
      vm::HeapBuilder builder(p);
      before = builder.tuple(token.elements[kLast], token.elements[kSerial]);
    }
    token.elements[kLast] = last;
    token.elements[kSerial] = serial;
    vm::SeqCounters& own = counters(p);
    own.last = value_of(last);
    own.serial = value_of(serial);
    return before;
  }
  if (component != vm::am::sequential_trace_token || !value.is_nil()) return Term::none();
  vm::HeapBuilder builder(p);
  const Term before = token(p, builder);
  p.tracing.seq_token = Term::nil();
  return before;
}

Term SeqTrace::info(Process& p, Term component) {
  const vm::Tuple* token = current(p);
  if (const SWord bit = flag_bit(component)) {
    return vm::make_boolean(token != nullptr && (token->elements[kFlags].as_small() & bit) != 0);
  }
  if (component != vm::am::label && component != vm::am::serial) return Term::none();
  if (token == nullptr) return Term::nil();
  if (component == vm::am::label) return token->elements[kLabel];
  vm::HeapBuilder builder(p);
  return builder.tuple(token->elements[kLast], token->elements[kSerial]);
}

bool SeqTrace::print(Process& p, Term label, Term value) {
  const vm::Tuple* token = current(p);
  if (token == nullptr) return false;
  if (label.has_value() && !vm::exactly_equal(label, token->elements[kLabel])) return false;
  count(p);
  emit(p, *token, Kind::kPrint, Term::nil(), value);
  return true;
}

SeqTrace::~SeqTrace() {
  delete tracer_.load(vm::kRelaxed);  // owner: this; relaxed: no other thread has it
}

SeqTrace::SystemTracer SeqTrace::system_tracer() {
  // acquire: pairs with set_tracer(). It stays until the thread reports progress.
  const SystemTracer* present = tracer_.load(vm::kAcquire);
  if (present == nullptr) return {};
  if (is_alive(vm_, present->tracer, Term::none())) return *present;
  if (present->tracer.module) set_tracer({});
  return {};
}

void SeqTrace::set_tracer(const Tracer& tracer, std::uint32_t stamp) {
  std::unique_ptr<const SystemTracer> next;
  if (!tracer.is_none())
    next = std::make_unique<const SystemTracer>(SystemTracer{.tracer = tracer, .stamp = stamp});
  // acq_rel: pairs with system_tracer(), and with itself for the one that is given back.
  const SystemTracer* old = tracer_.exchange(next.release(), vm::kAcqRel);
  if (old != nullptr) vm_.progress->delete_later(const_cast<SystemTracer*>(old));
}

// --- the machine ---

/// Whether steps of the process count. The system tracer's own do not, nor those that it does not
/// want: its messages carry the token as it came.
bool SeqTrace::counts(Process& p) {
  const Tracer tracer = this->tracer();
  return tracer.is_none() ||
         ask(vm_, tracer, p.pid, TracerFamily::any, vm::am::seq_trace) == Wanted::kYes;
}

/// The next serial number of the process, in its token too (Q3). False where its steps do not
/// count.
bool SeqTrace::count(Process& p) {
  if (!counts(p)) return false;
  vm::Tuple& token = p.tracing.seq_token.as_tuple();
  vm::SeqCounters& own = counters(p);
  token.elements[kFrom] = p.pid;
  token.elements[kSerial] = vm::number(++own.serial);
  token.elements[kLast] = vm::number(own.last);
  return true;
}

void SeqTrace::emit(Process& about, const vm::Tuple& token, Kind kind, Term receiver,
                    Term message) {
  const SWord flags = token.elements[kFlags].as_small();
  if ((flags & static_cast<SWord>(kind)) == 0 || about.flags.sensitive) return;
  const auto [tracer, own_stamp] = system_tracer();
  if (tracer.is_none() ||
      ask(vm_, tracer, about.pid, TracerFamily::any, vm::am::seq_trace) != Wanted::kYes ||
      is_rejected(tracer, vm::am::seq_trace))
    return;
  const vm::SharedLiterals literals = vm_.literals.get();
  vm::HeapBuilder builder(Word{32});
  const Term name = kind == Kind::kSend      ? vm::am::send
                    : kind == Kind::kReceive ? vm::am::receive
                                             : vm::am::print;
  const Term info = builder.tuple(
      name, builder.tuple(token.elements[kLast], token.elements[kSerial]),
      vm::copy_term(builder, token.elements[kFrom], literals),
      vm::copy_term(builder, receiver, literals), captured_copy(builder, vm_, tracer, message));
  const Term label = vm::copy_term(builder, token.elements[kLabel], literals);
  const std::uint32_t stamp = own_stamp != 0 ? own_stamp : timestamp_flags(flags);
  if (tracer.module) {
    // In the place of the tracee: the label (T3).
    deliver(vm_, tracer, label, stamp,
            {TracerFamily::any, vm::am::seq_trace, info, Term::none(), Term::none()});
    vm::HeapFragment::free_chain(builder.take_fragments());
    return;
  }
  const Term event = has_timestamp(stamp) ? builder.tuple(Term(vm::am::seq_trace), label, info,
                                                          make_timestamp(builder, vm_, stamp))
                                          : builder.tuple(Term(vm::am::seq_trace), label, info);
  send_event(vm_, tracer, event, builder);
}

void SeqTrace::sent(Process& from, Term to, Term message) {
  const vm::Tuple* token = current(from);
  if (token == nullptr) return;
  count(from);
  emit(from, *token, Kind::kSend, to, message);
}

/// The token of something received becomes the process's (Q1, Q3).
void SeqTrace::receive_token(Process& p, Term token) {
  p.tracing.seq_token = token;
  if (token.is_tuple()) {
    // From another node, whose epochs are its own: it counts from now on. relaxed: see reset().
    Term& epoch = token.as_tuple().elements[kEpoch];
    if (!epoch.is_small()) epoch = vm::number(epoch_.load(vm::kRelaxed));
  }
  if (current(p) == nullptr) return;
  vm::SeqCounters& own = counters(p);
  own.last = value_of(token.as_tuple().elements[kSerial]);
  own.serial = std::max(own.serial, own.last);
}

void SeqTrace::received(Process& p, Term token, Term message) {
  if (token == vm::am::undefined) return;
  receive_token(p, token);
  if (const vm::Tuple* own = current(p)) emit(p, *own, Kind::kReceive, p.pid, message);
}

void SeqTrace::exits(Process& p) {
  if (current(p) != nullptr) count(p);
}

void SeqTrace::exited(Process& p, Term from, Term reason, const vm::Tuple& token) {
  // A token from before a reset, or from another node. relaxed: see reset()
  const Term epoch = token.elements[kEpoch];
  if (epoch.is_small() && value_of(epoch) != epoch_.load(vm::kRelaxed)) return;
  vm::HeapBuilder builder(Word{4});
  emit(p, token, Kind::kSend, p.pid, builder.tuple(Term(vm::am::EXIT), from, reason));
  vm::HeapFragment::free_chain(builder.take_fragments());
}

Term SeqTrace::spawned(Process& parent, Process& child, vm::SpawnReport& report) {
  const vm::Tuple* token = current(parent);
  if (token == nullptr) return vm::am::undefined;
  if (report.ref.is_none()) report.ref = vm::make_ref(parent);
  // The request to the child ...
  const Term request = spawn_request_term(parent, report);
  count(parent);
  emit(parent, *token, Kind::kSend, child.pid, request);
  {
    vm::HeapBuilder builder(child);
    receive_token(child, copy_token(builder, vm_, parent.tracing.seq_token));
  }
  emit(child, child.tracing.seq_token.as_tuple(), Kind::kReceive, child.pid, request);
  if (!report.is_answered) return vm::am::undefined;
  // ... and its answer, which a caller that waits receives at once.
  Term answer, answer_token;
  {
    vm::HeapBuilder builder(parent);
    answer = builder.tuple(report.reply_tag, report.ref, Term(vm::am::ok), child.pid);
  }
  count(child);
  emit(child, child.tracing.seq_token.as_tuple(), Kind::kSend, parent.pid, answer);
  {
    vm::HeapBuilder builder(parent);
    answer_token = copy_token(builder, vm_, child.tracing.seq_token);
  }
  if (report.is_request) return answer_token;
  // It counts as received, but the parent keeps its token.
  const vm::Tuple& answered = answer_token.as_tuple();
  vm::SeqCounters& own = counters(parent);
  own.last = own.serial = serial_after_spawn(value_of(answered.elements[kSerial]));
  emit(parent, answered, Kind::kReceive, parent.pid, answer);
  return vm::am::undefined;
}

}  // namespace tracing
