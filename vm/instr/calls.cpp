// Calls, out of line: yields, BIFs that return no value, apply, functions that do not exist.
#include "vm/instr/calls.h"

#include "vm/code/tables.h"
#include "vm/instr/raise.h"
#include "vm/proc/code_purge.h"
#include "vm/proc/operation.h"
#include "vm/proc/saved_calls.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

namespace vm::instr {
namespace {

constexpr Word kMaxArity = 255;

constexpr Word kNoList = ~Word{0};

/// The length of a proper list, or kNoList.
Word argument_count(Term list) {
  Word count = 0;
  for (; list.is_cons(); list = list.as_cons().tail) ++count;
  return list.is_nil() ? count : kNoList;
}

/// Puts the elements of a list in x0, x1, ...
void spread(Machine& m, Term list) {
  for (Word i = 0; list.is_cons(); list = list.as_cons().tail) m.set_x(i++, list.as_cons().head);
}

/// A list of x0 .. x(count-1).
Term collect_arguments(Machine& m, Word count) {
  m.save();
  Term list;
  {
    HeapBuilder builder(*m.p);
    list = builder.list_from(std::span<const Term>(m.p->x, count));
  }
  m.load();
  return list;
}

Term error_handler_of(const Process& p) {
  return p.flags.error_handler.has_value() ? p.flags.error_handler : Term(am::error_handler);
}

/// The target of a call: its entry, and the number of x registers it takes. Without an entry, an
/// exception was raised and `flow` says where to continue.
struct Target {
  CodeAddress entry = nullptr;
  Word live = 0;
  Flow flow = Flow::kLeave;
};

/// Raises undef for the function x0:x1 with the arguments x2.
Flow raise_undefined(Machine& m) {
  Process& p = *m.p;
  m.save();
  p.raising.exception = Exception();
  p.raising.exception.reason = am::undef;
  p.raising.exception.mfa = {m.x0, m.x1, 0};
  p.raising.exception.arguments = m.x2;
  m.I = nullptr;
  return handle_exception(m);
}

/// The target error_handler:Function(x0, x1, x2), which is called instead of a function that does
/// not exist. Raises undef if there is no error handler.
Target error_handler_target(Machine& m, Term function) {
  Process& p = *m.p;
  Export& handler = p.vm.exports->get_or_create(error_handler_of(p), function, 3);
  if (!handler.is_at_stub(p.code_index) || handler.bif != nullptr)
    return {handler.address(p.call_index), 3};
  return {nullptr, 0, raise_undefined(m)};
}

/// The target of a call of a fun whose entry has no address: its code is being purged, was purged,
/// or is not loaded yet.
Target unloaded_fun_target(Machine& m, Term callee, Word arity) {
  const FunEntry& entry = callee.as_boxed<Fun>().entry();
  const Term module = entry.module;
  const bool waits = m.p->vm.code_purge->suspend_until_end(*m.p, entry);
  // The address is set again if the purge was aborted meanwhile. acquire: as in enter_closure().
  const bool again = waits || entry.address.load(kAcquire) != nullptr;
  if (!again && m.p->vm.modules->current(module, m.p->code_index) != nullptr)
    return {nullptr, 0, raise_error(m, am::badfun, callee)};  // the loaded code has no such fun
  m.x2 = collect_arguments(m, arity);
  m.x0 = module;
  m.x1 = callee;
  if (again) {
    // An Erlang function of OTP repeats the call, at once or after the purge.
    if (waits) m.reds = 0;
    Export& caller =
        m.p->vm.exports->get_or_create(am::erts_code_purger, am::pending_purge_lambda, 3);
    return {caller.address(m.p->call_index), 3};
  }
  // The module is not loaded: call error_handler:undefined_lambda(Module, Fun, Arguments).
  return error_handler_target(m, am::undefined_lambda);
}

/// The target of a call of the fun `callee` with `arity` arguments in the x registers.
Target resolve_fun(Machine& m, Term callee, Word arity) {
  if (!callee.is_fun()) return {nullptr, 0, raise_error(m, am::badfun, callee)};
  const Fun& fun = callee.as_boxed<Fun>();
  if (fun.call_arity() != arity) {
    const Term arguments = collect_arguments(m, arity);
    m.save();
    Term what;
    {
      HeapBuilder builder(*m.p);
      what = builder.tuple(callee, arguments);
    }
    m.load();
    return {nullptr, 0, raise_error(m, am::badarity, what)};
  }
  if (fun.is_external()) return {fun.exported().address(m.p->call_index), arity};
  if (const CodeAddress entry = enter_closure(m, callee, arity))
    return {entry, arity + fun.num_free()};
  return unloaded_fun_target(m, callee, arity);
}

Flow badarg_in_apply(Machine& m, std::span<const Term> arguments) {
  return fail_call(m, Label{0}, am::badarg, {am::erlang, am::apply, arguments});
}

/// Whether that is erlang:apply/3.
bool is_apply(Term module, Term function, Word arity) {
  return module == am::erlang && function == am::apply && arity == 3;
}

/// The target of apply(x0, x1, x2). Puts the arguments in the x registers. Where that is apply/3
/// itself, the target of what it applies: as in OTP, the call is then made in place of the first
/// apply, however many there are.
Target resolve_apply(Machine& m) {
  for (;;) {
    const Term module = m.x0, function = m.x1, list = m.x2;
    const Word arity = argument_count(list);
    if (arity == kNoList || !module.is_atom() || !function.is_atom()) {
      const Term arguments[] = {module, function, list};
      return {nullptr, 0, badarg_in_apply(m, arguments)};
    }
    if (arity > kMaxArity) return {nullptr, 0, raise_undefined(m)};
    spread(m, list);
    if (is_apply(module, function, arity)) continue;
    const Export& target = m.p->vm.exports->get_or_create(module, function, arity);
    return {target.address(m.p->call_index), arity};
  }
}

Target resolve_function(Machine& m, Term module, Term function, Word arity) {
  if (!module.is_atom() || !function.is_atom()) {
    const Term arguments[] = {module, function, collect_arguments(m, arity)};
    return {nullptr, 0, badarg_in_apply(m, arguments)};
  }
  if (is_apply(module, function, arity)) return resolve_apply(m);
  return {m.p->vm.exports->get_or_create(module, function, arity).address(m.p->call_index), arity};
}

/// The target of apply(x0, x1), where x0 is a fun.
Target resolve_apply_fun(Machine& m) {
  const Term callee = m.x0, list = m.x1;
  const Word arity = argument_count(list);
  if (arity <= kMaxArity && !callee.is_fun())
    return {nullptr, 0, raise_error(m, am::badfun, callee)};
  if (arity > kMaxArity) {
    const Term arguments[] = {callee, list};
    return {nullptr, 0, badarg_in_apply(m, arguments)};
  }
  spread(m, list);
  return resolve_fun(m, callee, arity);
}

Flow enter(Machine& m, const Target& target) {
  return target.entry == nullptr ? target.flow : m.enter(target.entry, target.live);
}
Flow call_from(Machine& m, const Target& target, CodeAddress return_to) {
  if (target.entry == nullptr) return target.flow;
  m.push_return(return_to);
  return m.enter(target.entry, target.live);
}
/// Makes a tail call. If there is no target, the frame stays, because this function raises the
/// exception.
Flow leave_for(Machine& m, const Target& target, Word deallocate) {
  if (target.entry == nullptr) return target.flow;
  m.E += deallocate;
  return m.enter(target.entry, target.live);
}

/// True for functions that only raise an exception.
bool only_raises(const FuncInfo& callee) {
  if (callee.module != am::erlang) return false;
  if (callee.function == am::error) return callee.arity >= 1 && callee.arity <= 3;
  return (callee.function == am::exit || callee.function == am::throw_) && callee.arity == 1;
}
/// Makes a tail call of a function that is determined at run time. As in OTP, if the function only
/// raises, the call is an ordinary call, so that the caller stays in the stack trace.
Flow apply_from(Machine& m, const Target& target, Word deallocate, CodeAddress return_to) {
  if (target.entry != nullptr && only_raises(FuncInfo::of_entry(target.entry)))
    return call_from(m, target, return_to);
  return leave_for(m, target, deallocate);
}

/// Leaves for the operation that a BIF has started.
void suspend(Machine& m, Word live) {
  Process& p = *m.p;
  if (!p.operation.coroutine->keeps_terms_in_place()) {
    m.yield(&p.vm.words.resume_operation, live);
    return;
  }
  // As yield(), which may collect.
  m.save();
  p.ip = &p.vm.words.resume_operation;
  p.live = static_cast<std::uint32_t>(live);
  m.leave_saved();
}

}  // namespace

INSTR_SLOW(call, Uint arity, Label callee) {
  m.push_return(after(m, 2));
  return m.enter(callee.address(), arity);
}
INSTR_SLOW(call_last, Uint arity, Label callee, Uint deallocate) {
  m.E += deallocate;
  return m.enter(callee.address(), arity);
}
INSTR_SLOW(call_only, Uint arity, Label callee) { return m.enter(callee.address(), arity); }
INSTR_SLOW(call_ext, Uint arity, ExportRef callee) {
  m.push_return(after(m, 2));
  return m.enter(callee->address(m.p->call_index), arity);
}
INSTR_SLOW(call_ext_last, Uint arity, ExportRef callee, Uint deallocate) {
  m.E += deallocate;
  return m.enter(callee->address(m.p->call_index), arity);
}
INSTR_SLOW(call_ext_only, Uint arity, ExportRef callee) {
  return m.enter(callee->address(m.p->call_index), arity);
}

// No reductions are left: run this instruction again in the next time slice.
INSTR_SLOW(call_light_bif, Uint arity, ExportRef callee) {
  if (m.reds <= 0) return m.yield(m.I, arity);
  return call_light_bif::run(m, arity, callee);
}

Term call_light(Process& p, const Term* args) {
  Export& callee = *ExportRef{p.ip[2]};
  const FuncInfo& info = FuncInfo::of_entry(callee.address(p.call_index));
  // relaxed: as in the definition
  if (info.breakpoint.load(kRelaxed) == nullptr) return collected(p, callee.bif(p, args));
  // The call through the entry word counts this reduction again.
  ++p.reductions;
  p.raising.trap_target = &callee;
  p.raising.outcome = Outcome::kTrap;
  return Term::none();
}

CodeAddress after_no_value(Process& p, const Mfa& bif, CodeAddress return_to) {
  Machine m = Machine::of(p);
  const Outcome outcome = p.raising.outcome;
  p.raising.outcome = Outcome::kValue;
  if (outcome != Outcome::kRaised && return_to != nullptr) m.push_return(return_to);
  switch (outcome) {
    case Outcome::kRaised:
      raise_from_bif(m, bif);
      break;
    case Outcome::kTrap:
      m.enter(p.raising.trap_target->address(p.call_index), p.raising.trap_target->info.arity);
      break;
    case Outcome::kSuspended:
      // The arguments stay in the x registers for the stack trace, in case the operation raises.
      p.operation.bif = bif;
      suspend(m, bif.arity);
      break;
    case Outcome::kExiting:
    case Outcome::kValue:
      m.yield(&p.vm.words.continue_exit, 0);
      break;
  }
  // If the process leaves, everything is saved already, and p.ip is the address to continue at.
  if (m.I != &p.vm.words.leave) m.save();
  return m.I;
}

CodeAddress after_no_value_of(Process& p, const FuncInfo& bif, CodeAddress return_to) {
  return after_no_value(p, {bif.module, bif.function, bif.arity}, return_to);
}

INSTR_SLOW(call_error_handler) {
  const FuncInfo& info = FuncInfo::of_entry(m.I);
  const Term arguments = collect_arguments(m, info.arity);
  m.x0 = info.module;
  m.x1 = info.function;
  m.x2 = arguments;
  return enter(m, error_handler_target(m, am::undefined_function));
}

INSTR_SLOW(i_save_call, ExportRef callee) {
  note_call(*m.p, callee->mfa());
  return m.go(callee->address(m.p->code_index));
}

INSTR_SLOW(i_export_jump) { return slow::call_error_handler(m); }

INSTR_SLOW(apply, Uint arity) {
  return call_from(m, resolve_function(m, m.x(arity), m.x(arity + 1), arity), after(m, 1));
}

INSTR_SLOW(apply_last, Uint arity, Uint deallocate) {
  return apply_from(m, resolve_function(m, m.x(arity), m.x(arity + 1), arity), deallocate,
                    after(m, 2));
}

INSTR_SLOW(i_apply) {
  m.push_return(after(m, 0));
  return slow::i_apply_body(m);
}

INSTR_SLOW(i_apply_last, Uint deallocate) {
  return apply_from(m, resolve_apply(m), deallocate, after(m, 1));
}

INSTR_SLOW(i_apply_body) {
  m.I = nullptr;  // a stack trace starts with apply/3; its caller is on the stack
  return enter(m, resolve_apply(m));
}

INSTR_SLOW(i_apply_fun) { return call_from(m, resolve_apply_fun(m), after(m, 0)); }

INSTR_SLOW(i_apply_fun_last, Uint deallocate) {
  return leave_for(m, resolve_apply_fun(m), deallocate);
}

INSTR_SLOW(i_apply_fun_body) {
  m.I = nullptr;  // as in i_apply_body
  return enter(m, resolve_apply_fun(m));
}

INSTR_SLOW(call_fun, Uint arity) {
  return call_from(m, resolve_fun(m, m.x(arity), arity), after(m, 1));
}

INSTR_SLOW(call_fun2, Literal, Uint arity, Any callee) {
  return call_from(m, resolve_fun(m, callee.get(m), arity), after(m, 3));
}

INSTR_SLOW(i_call_fun_last, Uint arity, Uint deallocate) {
  return leave_for(m, resolve_fun(m, m.x(arity), arity), deallocate);
}

INSTR_SLOW(i_call_fun2_last, Literal, Uint arity, Any callee, Uint deallocate) {
  return leave_for(m, resolve_fun(m, callee.get(m), arity), deallocate);
}

}  // namespace vm::instr
