// Properties of funs, and creation of external funs.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/code/tables.h"
#include "vm/proc/process_table.h"
#include "vm/term/fun_identity.h"

namespace bif {
namespace {

Term environment(HeapBuilder& builder, const vm::Fun& fun) {
  return fun.is_external() ? Term::nil() : builder.list_from({fun.free, fun.num_free()});
}

/// Returns the value of an item of fun_info/2, or none() for an unknown item.
Term fun_item(HeapBuilder& builder, const vm::Fun& fun, Term item) {
  const vm::FunIdentity identity = vm::fun_identity(fun);
  const bool external = fun.is_external();
  const auto local = [&](Term value) { return external ? Term(am::undefined) : value; };
  if (item == am::module) return identity.module;
  if (item == am::name) return identity.function.has_value() ? identity.function : Term::nil();
  if (item == am::arity) return number(identity.arity);
  if (item == am::env) return environment(builder, fun);
  if (item == am::type) return external ? am::external : am::local;
  // A fun does not record the process that created it. OTP also returns the first process.
  if (item == am::pid) return local(vm::make_pid(0, 0));
  if (item == am::index || item == am::new_index) return local(number(identity.index));
  if (item == am::uniq) return local(number(identity.old_uniq));
  // The module's own reference and that of the fun. Copies of a fun are not counted.
  if (item == am::refc) return local(number(2));
  if (item == am::new_uniq) {
    return external ? Term(am::undefined) : vm::make_binary(builder, identity.uniq, 16);
  }
  return Term::none();
}

}  // namespace

BifResult fun_info_2(Process& p, const Args<2>& a) {
  if (!a[0].is_fun()) return p.badarg();
  Term pair;
  {
    HeapBuilder builder(p);
    const Term value = fun_item(builder, a[0].as_boxed<vm::Fun>(), a[1]);
    if (value.has_value()) pair = builder.tuple(a[1], value);
  }
  return pair.has_value() ? pair : p.badarg();
}

BifResult fun_info_mfa_1(Process& p, const Args<1>& a) {
  if (!a[0].is_fun()) return p.badarg();
  const vm::FunIdentity identity = vm::fun_identity(a[0].as_boxed<vm::Fun>());
  // As in OTP, a closure whose code is not loaded has no name.
  const Term function = identity.function.has_value() ? identity.function : Term::nil();
  return HeapBuilder(p).tuple(identity.module, function, number(identity.arity));
}

BifResult make_fun_3(Process& p, const Args<3>& a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small() || a[2].as_small() < 0 ||
      a[2].as_small() > 255) {
    return p.badarg();
  }
  const auto arity = static_cast<Word>(a[2].as_small());
  HeapBuilder builder(p);
  auto* fun = reinterpret_cast<vm::Fun*>(builder.alloc(3));
  fun->header = vm::make_header(vm::Subtag::kFun, 2);
  fun->target = &p.vm.exports->get_or_create(a[0], a[1], arity);
  fun->arity = arity | vm::Fun::kExternal;
  return Term::boxed(fun);
}

}  // namespace bif
