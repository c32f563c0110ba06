// Delivery of exceptions to their handlers, and conversion of raw traces to stack traces.
#include "vm/instr/raise.h"

#include "vm/code/code_place.h"
#include "vm/code/tables.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_position.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/vm.h"

#include <algorithm>

namespace vm::instr {
namespace {

/// The maximum number of entries in a stack trace. erlang:system_flag(backtrace_depth, N) sets the
/// actual number.
constexpr Word kMaxBacktraceDepth = 256;
Word backtrace_depth(const Process& p) {
  // relaxed: a new depth takes effect at some later exception. At least 1, for the running
  // function.
  return std::clamp<Word>(p.vm.backtrace_depth.load(std::memory_order_relaxed), 1,
                          kMaxBacktraceDepth);
}

// The elements of a raw trace, a tuple of kRawTraceElements. The addresses are limbs of a big
// integer. The first one gives the function of the top entry, or only its line if the function is
// given by name. The others are those of the callers, each within the call instruction.
enum RawTrace : Word {
  kTraceClass,
  kTraceModule,  // [] if the top entry is the function of the first address
  kTraceFunction,
  kTraceArguments,  // arity or argument list; `undefined` if neither is known
  kTraceErrorInfo,  // a map, or []
  kTraceAddresses,
  kTraceGiven,  // the list given to erlang:raise/3, else `undefined`
  kRawTraceElements,
};

bool is_raw_trace(Term t) {
  if (!t.is_tuple_of(kRawTraceElements)) return false;
  const Tuple& raw = t.as_tuple();
  return raw.elements[kTraceClass].is_atom() && raw.elements[kTraceAddresses].is_big();
}

/// Collects the return addresses on the stack as addresses within the calls. Consecutive equal
/// addresses (recursion) are collected once.
Word gather_callers(const Process& p, Word* addresses, Word count, Word limit) {
  const MachineWords& words = p.vm.words;
  const StackWord* const end = p.heap_end;
  Word last = count == 0 ? 0 : addresses[count - 1] + kWordBytes;
  for (const StackWord* slot = p.stack_top; slot < end && count < limit; ++slot) {
    // The first test decides for most words, and the second for most frames of a deep recursion.
    if (!slot->term().is_header() || slot->bits == last) continue;
    const auto address = reinterpret_cast<CodeAddress>(slot->bits);
    if (words.is_trace_frame(address) || address == &words.normal_exit) continue;
    last = slot->bits;
    addresses[count++] = reinterpret_cast<Word>(address - 1);
  }
  return count;
}

/// Makes the raw trace of the exception in flight, which was raised at `pc`. `pc` is null if only
/// the callers are known.
Term make_raw_trace(Process& p, CodeAddress pc) {
  const Exception& e = p.raising.exception;
  const bool named = e.mfa.module.has_value();
  const Word depth = backtrace_depth(p);
  HeapBuilder builder(p);
  Term* const limbs = builder.alloc(2 + depth);
  const auto addresses = reinterpret_cast<Word*>(limbs + 1);
  Word count = 0;
  // If the function is given by name, the first address is only for the line, and a BIF has no
  // line.
  if (named && !e.line_known) addresses[count++] = 0;
  if (pc != nullptr || count == 0) addresses[count++] = reinterpret_cast<Word>(pc);
  // A given list says all.
  if (!e.stacktrace.has_value()) count = gather_callers(p, addresses, count, depth);
  limbs[0] = Term::from_bits(make_header(Subtag::kBigPositive, count));
  builder.shrink_to(limbs + 1 + count);
  const Term arguments = e.arguments.has_value() ? e.arguments
                         : named                 ? Term::small(static_cast<SWord>(e.mfa.arity))
                                                 : Term(am::undefined);
  return builder.tuple(class_atom(e.kind), named ? e.mfa.module : Term::nil(),
                       named ? e.mfa.function : Term::nil(), arguments,
                       e.error_info.has_value() ? e.error_info : Term::nil(), Term::boxed(limbs),
                       e.stacktrace.has_value() ? e.stacktrace : Term(am::undefined));
}

/// Finds the innermost catch tag and its frame. Notifies tracing of the trace frames that it
/// passes.
bool find_catch(Process& p, StackWord** frame, Word* catch_index) {
  if (p.raising.catches == 0) return false;
  StackWord* start = p.stack_top;
  for (StackWord* slot = p.stack_top; slot < p.heap_end; ++slot) {
    const Term t = slot->term();
    if (t.is_header()) {
      start = slot + 1;
    } else if (t.is_catch()) {
      *frame = start;
      *catch_index = t.catch_index();
      return true;
    }
  }
  return false;
}

void report_unwound_frames(Process& p, StackWord* end) {
  for (StackWord* slot = p.stack_top; slot < end; ++slot) {
    if (slot->term().is_header() &&
        p.vm.words.is_trace_frame(reinterpret_cast<CodeAddress>(slot->bits))) {
      trace_frame_unwound(p, slot);
    }
  }
}

/// A throw that nothing catches is an error, for tracers as well as for the exit reason.
void make_throw_an_error(Process& p) {
  Exception& exception = p.raising.exception;
  if (exception.kind != ExceptionClass::kThrow) return;
  HeapBuilder builder(p);
  exception.kind = ExceptionClass::kError;
  p.x[1] = class_atom(exception.kind);
  exception.reason = builder.tuple(Term(am::nocatch), p.x[2]);
  p.x[2] = exception.reason;
}

/// Ends a process whose exception is not caught.
Flow end_process(Machine& m) {
  Process& p = *m.p;
  const Term raw = p.x[3];
  make_throw_an_error(p);
  const Term reason = p.x[2];
  report_unwound_frames(p, p.heap_end);
  if (p.raising.exception.kind == ExceptionClass::kExit) {
    exit_process(p, reason);
  } else {
    Term full;
    {
      HeapBuilder builder(p);
      const Term trace = stacktrace_of(p, builder, raw);
      full = builder.tuple(reason, trace);
    }
    exit_process_with_error(p, full);
  }
  p.live = 0;
  p.ip = &p.vm.words.continue_exit;
  m.load();
  return m.leave_saved();
}

/// Continues at the handler of an exception, or ends the process. p.raising.exception is complete,
/// the registers are saved, and p.x is free to use.
Flow deliver(Machine& m, Term raw_trace) {
  Process& p = *m.p;
  p.x[0] = Term::none();
  p.x[1] = class_atom(p.raising.exception.kind);
  p.x[2] = p.raising.exception.reason;
  p.x[3] = raw_trace;
  p.raising.outcome = Outcome::kValue;
  StackWord* frame = nullptr;
  Word index = 0;
  if (!find_catch(p, &frame, &index)) return end_process(m);
  report_unwound_frames(p, frame);
  p.stack_top = frame;
  p.raising.exception = Exception();
  m.load();
  m.x0 = Term::none();
  return m.go(p.vm.catches->target(index));
}

/// [{file, F}, {line, L}, {error_info, Map}], as far as they are known.
Term location(HeapBuilder& builder, const CodePlace& place, Term error_info) {
  Term rest = Term::nil();
  if (error_info.is_map())
    rest = builder.cons(builder.tuple(Term(am::error_info), error_info), rest);
  return place.line == nullptr ? rest : line_location(builder, *place.module, *place.line, rest);
}

/// The module that describes the errors of a BIF, for the {error_info, Map} of its stack trace
/// entry.
Term error_module_of(Term bif_module) {
  if (bif_module == am::erlang || bif_module == am::atomics || bif_module == am::counters ||
      bif_module == am::persistent_term || bif_module == am::erts_internal) {
    return am::erl_erts_errors;
  }
  if (bif_module == am::binary || bif_module == am::ets || bif_module == am::lists ||
      bif_module == am::maps || bif_module == am::math || bif_module == am::re ||
      bif_module == am::unicode) {
    return am::erl_stdlib_errors;
  }
  if (bif_module == am::code || bif_module == am::os || bif_module == am::trace)
    return am::erl_kernel_errors;
  return Term::none();
}

Term argument_list(HeapBuilder& builder, const Term* arguments, Word count) {
  return builder.list_from(std::span<const Term>(arguments, count));
}

/// True for erlang:error/1 and similar BIFs, whose stack traces start with their caller.
bool raises_for_its_caller(const Mfa& bif) {
  if (bif.module != am::erlang) return false;
  return (bif.function == am::error && bif.arity <= 3) ||
         (bif.function == am::exit && bif.arity == 1) ||
         (bif.function == am::throw_ && bif.arity == 1) ||
         (bif.function == am::raise && bif.arity == 3);
}

void name_failed(Process& p, const Mfa& mfa, const Term* arguments) {
  HeapBuilder builder(p);
  Exception& e = p.raising.exception;
  e.mfa = mfa;
  if (!e.arguments.has_value()) e.arguments = argument_list(builder, arguments, mfa.arity);
  const Term module = error_module_of(mfa.module);
  if (e.kind != ExceptionClass::kError || module.is_none()) return;
  const Term said = e.error_info.has_value() ? e.error_info : empty_map(builder);
  if (map_get(said, am::module).is_none())
    e.error_info = map_put(builder, said, am::module, module);
}

Flow start(Machine& m, Term reason) {
  m.save();
  m.p->raising.exception = Exception();
  m.p->raising.exception.reason = reason;
  return handle_exception(m);
}

}  // namespace

Term class_atom(ExceptionClass kind) {
  switch (kind) {
    case ExceptionClass::kError:
      return am::error;
    case ExceptionClass::kExit:
      return am::exit;
    case ExceptionClass::kThrow:
      return am::throw_;
  }
  return am::error;
}

bool class_from_atom(Term atom, ExceptionClass* kind) {
  if (atom == am::error)
    *kind = ExceptionClass::kError;
  else if (atom == am::exit)
    *kind = ExceptionClass::kExit;
  else if (atom == am::throw_)
    *kind = ExceptionClass::kThrow;
  else
    return false;
  return true;
}

Flow raise_error(Machine& m, Term reason) { return start(m, reason); }

Flow raise_error(Machine& m, Term tag, Term value) {
  m.save();
  Term reason;
  {
    HeapBuilder builder(*m.p);
    reason = builder.tuple(tag, value);
  }
  m.load();
  return start(m, reason);
}

Flow fail_call(Machine& m, Label fail, Term reason, const FailedCall& call) {
  if (fail.branches()) return Flow::kFail;
  m.save();
  m.p->raising.exception = Exception();
  m.p->raising.exception.reason = reason;
  return fail_raised_call(m, fail, call);
}

Flow fail_raised_call(Machine& m, Label fail, const FailedCall& call) {
  if (fail.branches()) {
    m.p->raising.outcome = Outcome::kValue;
    return Flow::kFail;
  }
  name_failed(*m.p, {call.module, call.function, call.arguments.size()}, call.arguments.data());
  return handle_exception(m);
}

Flow raise_from_bif(Machine& m, const Mfa& bif) {
  if (!raises_for_its_caller(bif)) {
    name_failed(*m.p, bif, m.p->x);
  } else if (m.I == nullptr && m.E->term().is_header()) {
    // Called as a function: the top entry, below frames of tracing, is the caller.
    const StackWord* slot = m.E;
    while (slot + 1 < m.p->heap_end &&
           (!slot->term().is_header() ||
            m.p->vm.words.is_trace_frame(reinterpret_cast<CodeAddress>(slot->bits))))
      ++slot;
    m.I = reinterpret_cast<CodeAddress>(slot->bits) - 1;
  }
  return handle_exception(m);
}

Flow raise_function_clause(Machine& m, const FuncInfo& info) {
  m.save();
  Process& p = *m.p;
  p.raising.exception = Exception();
  p.raising.exception.reason = am::function_clause;
  p.raising.exception.mfa = {info.module, info.function, info.arity};
  p.raising.exception.line_known = true;
  {
    HeapBuilder builder(p);
    p.raising.exception.arguments = argument_list(builder, p.x, info.arity);
  }
  return handle_exception(m);
}

Flow handle_exception(Machine& m) {
  Process& p = *m.p;
  // No x register is live any more. The terms of the exception are roots while it is raised.
  p.raising.outcome = Outcome::kRaised;
  const Word words = 1 + kRawTraceElements + 2 + backtrace_depth(p);
  if (p.free_words() < words + kStackReserve || p.vm.options.stress_gc) {
    collect_garbage(p, words + kStackReserve, 0);
  }
  return deliver(m, make_raw_trace(p, m.I));
}

Flow raise_again(Machine& m, ExceptionClass kind, Term reason, Term raw_trace) {
  m.save();
  m.p->raising.exception = Exception();
  m.p->raising.exception.kind = kind;
  m.p->raising.exception.reason = reason;
  // An instruction that raises with this trace once more must raise what this one does.
  if (is_raw_trace(raw_trace)) raw_trace.as_tuple().elements[kTraceClass] = class_atom(kind);
  return deliver(m, raw_trace);
}

Term stacktrace_of(Process& p, HeapBuilder& builder, Term raw) {
  if (!is_raw_trace(raw)) return raw;
  const Tuple& trace = raw.as_tuple();
  if (trace.elements[kTraceGiven] != am::undefined) return trace.elements[kTraceGiven];
  const Big& addresses = trace.elements[kTraceAddresses].as_boxed<Big>();
  Term list = Term::nil();
  for (Word i = addresses.size(); i-- > 0;) {
    const auto at = reinterpret_cast<CodeAddress>(addresses.limbs[i]);
    const CodePlace place = at == nullptr ? CodePlace() : place_of(*p.vm.modules, at);
    const FuncInfo* const caller = place.function;
    const Term info = i == 0 ? trace.elements[kTraceErrorInfo] : Term::nil();
    Term name = i == 0 ? trace.elements[kTraceModule] : Term::nil();
    Term function = trace.elements[kTraceFunction];
    Term arguments = i == 0 ? trace.elements[kTraceArguments] : Term(am::undefined);
    if (name.is_nil()) {
      if (caller == nullptr) continue;
      name = caller->module;
      function = caller->function;
      if (arguments == am::undefined) arguments = Term::small(static_cast<SWord>(caller->arity));
    }
    const Term where = location(builder, place, info);
    list = builder.cons(builder.tuple(name, function, arguments, where), list);
  }
  return list;
}

ExceptionClass class_of_trace(Term raw) {
  ExceptionClass kind = ExceptionClass::kError;
  if (is_raw_trace(raw)) class_from_atom(raw.as_tuple().elements[kTraceClass], &kind);
  return kind;
}

}  // namespace vm::instr
