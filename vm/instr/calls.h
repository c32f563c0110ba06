// Calls and returns. Every call goes through the callee's entry word, which breakpoints and tiers
// change. A call costs one reduction. If none is left, the process yields and continues at the
// callee's entry, so that the entry word runs exactly once per call. BIFs are called with all
// registers saved; calls.cpp handles their outcomes other than a value.
// Threads: the thread that runs the process.
#pragma once

#include "vm/code/native_function.h"
#include "vm/instr/machine.h"
#include "vm/instr/value.h"

namespace vm::instr {

/// Handles a BIF that returned none(). The registers are saved and p.ip is the calling instruction.
/// `return_to` is the address at which the caller continues with a value; it is null for a tail
/// call. Leaves the registers saved and returns the address at which to continue.
CodeAddress after_no_value(Process& p, const Mfa& bif, CodeAddress return_to);
/// The same with the BIF's name where it stands.
CodeAddress after_no_value_of(Process& p, const FuncInfo& bif, CodeAddress return_to);

INSTR_FAST(call, Uint arity, Label callee) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  m.push_return(after(m, 2));
  return m.go(callee.address());
}

INSTR_FAST(call_last, Uint arity, Label callee, Uint deallocate) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  m.E += deallocate;
  return m.go(callee.address());
}

INSTR_FAST(call_only, Uint arity, Label callee) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  return m.go(callee.address());
}

INSTR_FAST(call_ext, Uint arity, ExportRef callee) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  m.push_return(after(m, 2));
  return m.go(callee->address(m.p->call_index));
}

INSTR_FAST(call_ext_last, Uint arity, ExportRef callee, Uint deallocate) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  m.E += deallocate;
  return m.go(callee->address(m.p->call_index));
}

INSTR_FAST(call_ext_only, Uint arity, ExportRef callee) {
  if (m.reds <= 1) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  return m.go(callee->address(m.p->call_index));
}

/// Replaces a BIF that may be traced in Export::light_bif. p.ip points to a call_light_bif. If the
/// BIF has no breakpoint for this process, calls the BIF, and collects if there is need. Otherwise
/// returns none() with a trap to the BIF's entry word.
Term call_light(Process& p, const Term* args);

/// Calls `bif(process, arguments)` with the first `arity` x registers, and loads its result.
/// Returns false, with the registers saved, if that is none().
template <class Bif>
inline bool call_bif_value(Machine& m, Word arity, Bif bif) {
  m.save_arguments(arity);
  const Term result = bif(*m.p, m.p->x);
  if (result.is_none()) [[unlikely]]
    return false;
  m.load_result(result);
  return true;
}
inline Flow bif_without_value(Machine& m, const FuncInfo& bif, CodeAddress return_to) {
  const CodeAddress next = after_no_value_of(*m.p, bif, return_to);
  m.load();
  return m.go(next);
}

INSTR_FAST(call_light_bif, Uint arity, ExportRef callee) {
  if (m.reds <= 0) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  // relaxed: seeing a breakpoint late is as if the call had come earlier (B6)
  if (!call_bif_value(m, arity, callee->light_bif.load(kRelaxed))) [[unlikely]]
    return bif_without_value(m, callee->info, after(m, 2));
  return Flow::kNext;
}

INSTR(call_bif, BifRef bif, Uint arity) {
  const auto call = [&bif](Process& p, const Term* x) {
    return collected(p, bif.function()(p, x));
  };
  if (!call_bif_value(m, arity, call)) [[unlikely]] {
    m.p->ip = nullptr;  // the stub is not code of the caller, which is on the stack
    return bif_without_value(m, FuncInfo::of_entry(m.I), nullptr);
  }
  return m.go_back();
}

INSTR(call_nif) {
  const FuncInfo& info = FuncInfo::of_entry(m.I);
  // acquire: pairs with load_nif/2, which published it
  const NativeFunction& native = *info.native.load(kAcquire);
  const auto call = [&native](Process& p, const Term* x) {
    return collected(p, native.run(p, x, native));
  };
  if (!call_bif_value(m, info.arity, call)) [[unlikely]] {
    m.p->ip = nullptr;  // not code of a caller: the stack names that
    return bif_without_value(m, info, nullptr);
  }
  return m.go_back();
}

INSTR(return_) { return m.go_back(); }

INSTR(nif_start) { return Flow::kNext; }

INSTR_FAST(i_export_jump) {
  const auto& e = reinterpret_cast<const Export&>(FuncInfo::of_entry(m.I));
  const CodeAddress target = e.target(m.p->code_index);
  if (target == e.stub_address()) [[unlikely]]
    return Flow::kSlow;  // the function was removed in the meantime
  return m.go(target);
}

INSTR_OUT_OF_LINE(i_save_call);
INSTR_OUT_OF_LINE(func_info);
INSTR_OUT_OF_LINE(call_error_handler);
INSTR_OUT_OF_LINE(apply);
INSTR_OUT_OF_LINE(apply_last);
INSTR_OUT_OF_LINE(i_apply);
INSTR_OUT_OF_LINE(i_apply_last);
INSTR_OUT_OF_LINE(i_apply_fun);
INSTR_OUT_OF_LINE(i_apply_fun_last);
INSTR_OUT_OF_LINE(i_apply_body);
INSTR_OUT_OF_LINE(i_apply_fun_body);

/// Returns the address that a call of the fun enters, and puts the free variables of a closure in
/// the x registers after its arguments. Returns null if `callee` is not a fun of this arity, or if
/// the code of the closure is not loaded.
inline CodeAddress enter_closure(Machine& m, Term callee, Word arity) {
  if (!Value(callee).is_boxed()) [[unlikely]]
    return nullptr;
  // Of a fun it is the number of free variables, scaled; of anything else, not scaled.
  const Word free_variables = callee.header() - make_header(Subtag::kFun, 2);
  constexpr Word kScale = make_header(Subtag::kFun, 3) - make_header(Subtag::kFun, 2);
  if (free_variables % kScale != 0) [[unlikely]]
    return nullptr;
  const Fun& fun = callee.as_boxed<Fun>();
  if (fun.arity != arity) [[unlikely]] {
    if (fun.arity != (arity | Fun::kExternal)) return nullptr;
    return fun.exported().address(m.p->call_index);
  }
  const CodeAddress entry =
      fun.entry().address.load(std::memory_order_acquire);  // pairs with the loader's publication
  if (entry == nullptr) [[unlikely]]
    return nullptr;
  // Those that may belong in processor registers separately: if the arity is a constant, each is a
  // single move.
#pragma clang loop unroll(full)
  for (Word i = 0; i < kMachineX; ++i) {
    if (free_variables == i * kScale) return entry;
    m.set_x(arity + i, fun.free[i]);
  }
  Term* const x = m.p->x + arity;
  const Word count = free_variables / kScale;
#pragma clang loop vectorize(disable) unroll(disable)
  for (Word i = kMachineX; i < count; ++i) x[i] = fun.free[i];
  return entry;
}

/// Like enter_closure(), and counts a reduction for the call. Also returns null if the time slice
/// is over.
inline CodeAddress begin_fun_call(Machine& m, Term callee, Word arity) {
  if (m.reds <= 1) [[unlikely]]
    return nullptr;
  const CodeAddress entry = enter_closure(m, callee, arity);
  if (entry != nullptr) [[likely]]
    --m.reds;
  return entry;
}

INSTR_FAST(call_fun, Uint arity) {
  const CodeAddress entry = begin_fun_call(m, m.x(arity), arity);
  if (entry == nullptr) [[unlikely]]
    return Flow::kSlow;
  m.push_return(after(m, 1));
  return m.go(entry);
}

INSTR_FAST(call_fun2, Literal, Uint arity, auto callee) {
  const CodeAddress entry = begin_fun_call(m, callee.get(m), arity);
  if (entry == nullptr) [[unlikely]]
    return Flow::kSlow;
  m.push_return(after(m, 3));
  return m.go(entry);
}

INSTR_FAST(i_call_fun_last, Uint arity, Uint deallocate) {
  const CodeAddress entry = begin_fun_call(m, m.x(arity), arity);
  if (entry == nullptr) [[unlikely]]
    return Flow::kSlow;
  m.E += deallocate;
  return m.go(entry);
}

INSTR_FAST(i_call_fun2_last, Literal, Uint arity, auto callee, Uint deallocate) {
  const CodeAddress entry = begin_fun_call(m, callee.get(m), arity);
  if (entry == nullptr) [[unlikely]]
    return Flow::kSlow;
  m.E += deallocate;
  return m.go(entry);
}

}  // namespace vm::instr
