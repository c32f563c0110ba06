// Type tests, comparisons and Boolean operators as functions, for apply and match specs. Compiled
// code has instructions for most of them.
#include "bif/natives.h"
#include "vm/term/compare.h"
#include "vm/term/record.h"

namespace bif {
namespace {

bool is_boolean(Term t) { return t == am::true_ || t == am::false_; }

}  // namespace

BifResult is_atom_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_atom()); }
BifResult is_list_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_list()); }
BifResult is_tuple_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_tuple()); }
BifResult is_float_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_float()); }
BifResult is_integer_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_integer()); }
BifResult is_number_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_number()); }
BifResult is_pid_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_pid()); }
BifResult is_port_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_port()); }
BifResult is_reference_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_ref()); }
BifResult is_binary_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_binary()); }
BifResult is_bitstring_1(Process&, const Args<1>& a) {
  return vm::make_boolean(a[0].is_bitstring());
}
BifResult is_function_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_fun()); }
BifResult is_map_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_map()); }
BifResult is_boolean_1(Process&, const Args<1>& a) { return vm::make_boolean(is_boolean(a[0])); }

BifResult is_function_2(Process& p, const Args<2>& a) {
  if (a[1].is_big()) {
    return a[1].as_boxed<vm::Big>().negative() ? p.badarg() : Term(am::false_);
  }
  if (!a[1].is_small() || a[1].as_small() < 0) return p.badarg();
  return vm::make_boolean(a[0].is_fun() && a[0].as_boxed<vm::Fun>().call_arity() ==
                                               static_cast<Word>(a[1].as_small()));
}

BifResult is_integer_3(Process& p, const Args<3>& a) {
  if (!a[1].is_integer() || !a[2].is_integer()) return p.badarg();
  return vm::make_boolean(a[0].is_integer() && vm::compare(a[1], a[0]) <= 0 &&
                          vm::compare(a[0], a[2]) <= 0);
}

BifResult is_record_1(Process&, const Args<1>& a) { return vm::make_boolean(a[0].is_record()); }

BifResult is_record_2(Process& p, const Args<2>& a) {
  if (!a[1].is_atom()) return p.badarg();
  if (a[0].is_record()) return vm::make_boolean(a[0].as_boxed<vm::Record>().type().name == a[1]);
  return vm::make_boolean(a[0].is_tuple() && a[0].as_tuple().arity() > 0 &&
                          a[0].as_tuple().elements[0] == a[1]);
}

/// For a native record the second argument is the module and the third one the name.
BifResult is_record_3(Process& p, const Args<3>& a) {
  if (a[0].is_record() && a[1].is_atom() && a[2].is_atom())
    return vm::make_boolean(vm::is_record_of(a[0].as_boxed<vm::Record>(), a[1], a[2]));
  if (!a[1].is_atom() || !a[2].is_small()) return p.badarg();
  return vm::make_boolean(a[0].is_tuple() && a[2].as_small() > 0 &&
                          a[0].as_tuple().arity() == static_cast<Word>(a[2].as_small()) &&
                          a[0].as_tuple().elements[0] == a[1]);
}

BifResult equal_2(Process&, const Args<2>& a) { return vm::make_boolean(vm::equal(a[0], a[1])); }
BifResult not_equal_2(Process&, const Args<2>& a) {
  return vm::make_boolean(!vm::equal(a[0], a[1]));
}
BifResult exactly_equal_2(Process&, const Args<2>& a) {
  return vm::make_boolean(vm::exactly_equal(a[0], a[1]));
}
BifResult exactly_not_equal_2(Process&, const Args<2>& a) {
  return vm::make_boolean(!vm::exactly_equal(a[0], a[1]));
}
BifResult less_2(Process&, const Args<2>& a) {
  return vm::make_boolean(vm::compare(a[0], a[1]) < 0);
}
BifResult less_equal_2(Process&, const Args<2>& a) {
  return vm::make_boolean(vm::compare(a[0], a[1]) <= 0);
}
BifResult greater_2(Process&, const Args<2>& a) {
  return vm::make_boolean(vm::compare(a[0], a[1]) > 0);
}
BifResult greater_equal_2(Process&, const Args<2>& a) {
  return vm::make_boolean(vm::compare(a[0], a[1]) >= 0);
}

BifResult max_2(Process&, const Args<2>& a) { return vm::compare(a[0], a[1]) < 0 ? a[1] : a[0]; }
BifResult min_2(Process&, const Args<2>& a) { return vm::compare(a[0], a[1]) > 0 ? a[1] : a[0]; }

BifResult and_2(Process& p, const Args<2>& a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return p.badarg();
  return vm::make_boolean(a[0] == am::true_ && a[1] == am::true_);
}
BifResult or_2(Process& p, const Args<2>& a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return p.badarg();
  return vm::make_boolean(a[0] == am::true_ || a[1] == am::true_);
}
BifResult xor_2(Process& p, const Args<2>& a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return p.badarg();
  return vm::make_boolean(a[0] != a[1]);
}
BifResult not_1(Process& p, const Args<1>& a) {
  if (!is_boolean(a[0])) return p.badarg();
  return vm::make_boolean(a[0] == am::false_);
}

BifResult cmp_term_2(Process&, const Args<2>& a) {
  return Term::small(vm::compare_exact(a[0], a[1]));
}

}  // namespace bif
