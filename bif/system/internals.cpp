// Natives of erts_internal that libraries, not programs, call: kinds of terms, terms as text,
// group leaders, and those that are Erlang code of sonde_internals.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/links.h"
#include "vm/term/print.h"

#include <limits>

namespace bif {
namespace {

/// Goes on in Erlang: sonde_internals:function(Arguments...).
BifResult in_erlang(Process& p, Term function, std::initializer_list<Term> arguments) {
  return p.trap(p.vm.exports->get_or_create(am::sonde_internals, function, arguments.size()),
                arguments);
}

Term binary_kind(Term t) {
  return vm::BinaryBytes(t).size() <= vm::kMaxHeapBinaryBytes ? am::heap_binary : am::sub_binary;
}

Term kind_of(Term t) {
  if (t.is_small()) return am::fixnum;
  if (t.is_integer()) return am::bignum;
  if (t.is_atom()) return am::atom;
  if (t.is_float()) return am::hfloat;
  if (t.is_nil()) return am::nil;
  if (t.is_cons()) return am::list;
  if (t.is_tuple()) return am::tuple;
  if (t.is_record()) return am::record;
  if (t.is_map()) return t.is_flat_map() ? am::flatmap : am::hashmap;
  if (t.is_bitstring()) return t.is_binary() ? binary_kind(t) : am::heap_binary;
  if (t.is_pid()) return t.is_local_pid() ? am::pid : am::external_pid;
  if (t.is_port()) return t.is_local_port() ? am::port : am::external_port;
  if (t.is_ref()) return t.is_local_ref() ? am::reference : am::external_reference;
  return t.is_fun() && t.as_boxed<vm::Fun>().is_external() ? am::export_ : am::fun;
}

}  // namespace

BifResult term_type_1(Process&, const Args<1>& a) { return kind_of(a[0]); }

/// erts_internal:term_to_string(Term, Limit | undefined): as the machine writes terms in its own
/// messages; Limit counts items (vm/term/print.h).
BifResult term_to_string_2(Process& p, const Args<2>& a) {
  Word limit = std::numeric_limits<int>::max();
  if (a[1] != am::undefined &&
      (!to_unsigned(a[1], &limit) || limit < 2 || limit >= std::numeric_limits<int>::max()))
    return p.badarg();
  std::string text;
  vm::display_term(text, a[0], static_cast<vm::SWord>(limit));
  HeapBuilder builder(p);
  return builder.string(text);
}

/// Only OTP's own processes for dirty schedulers may call it, and there are none here.
BifResult check_dirty_process_code_2(Process& p, const Args<2>&) { return p.notsup(); }

BifResult erts_group_leader_2(Process& p, const Args<2>& a) {
  // OTP's caller makes the exception out of this atom.
  if (!a[0].is_pid() || !a[1].is_pid()) return am::badarg;
  return p.suspend_on(vm::set_group_leader(p, a[0], a[1], am::badarg));
}

BifResult erts_group_leader_3(Process& p, const Args<3>& a) {
  return in_erlang(p, am::group_leader, {a[0], a[1], a[2]});
}
BifResult erts_is_process_alive_2(Process& p, const Args<2>& a) {
  return in_erlang(p, am::is_process_alive, {a[0], a[1]});
}
BifResult erts_suspend_process_2(Process& p, const Args<2>& a) {
  return in_erlang(p, am::suspend_process, {a[0], a[1]});
}
BifResult erts_process_display_2(Process& p, const Args<2>& a) {
  return in_erlang(p, am::process_display, {a[0], a[1]});
}
BifResult erts_process_flag_3(Process& p, const Args<3>& a) {
  return in_erlang(p, am::process_flag, {a[0], a[1], a[2]});
}
BifResult erts_request_system_task_4(Process& p, const Args<4>& a) {
  return in_erlang(p, am::request_system_task, {a[0], a[1], a[2], a[3]});
}

}  // namespace bif
