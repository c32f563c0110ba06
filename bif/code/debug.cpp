// The natives of `erts_debug` that programs and tests use (sizes of terms, identity), and those for
// dynamic tracing by the operating system, which this machine does not have.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/code/opcodes.h"
#include "vm/heap/list_view.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/copy.h"
#include "vm/term/shared_copy.h"

namespace bif {

BifResult flat_size_1(Process&, const Args<1>& a) { return number(vm::size_of_term_in_otp(a[0])); }

BifResult same_2(Process&, const Args<2>& a) { return vm::make_boolean(a[0] == a[1]); }

/// erts_debug:size_shared(Term): words with each shared part once, literals not at all.
BifResult size_shared_1(Process& p, const Args<1>& a) {
  return number(vm::size_of_shared_term_in_otp(a[0], *p.vm.literals));
}

/// erts_debug:copy_shared(Term [, Options]). The loader inserts calls of it where a call gets a
/// term that the process does not own (Shape::kOwned).
BifResult copy_shared_1(Process& p, const Args<1>& a) {
  HeapBuilder builder(p);
  vm::LiteralMemory* const literals = p.vm.literals.get();
  return vm::copy_term_of_size(builder, a[0], vm::size_of_shared_term(a[0], literals), literals);
}
BifResult copy_shared_2(Process& p, const Args<2>& a) {
  return copy_shared_1(p, Args<1>(a.begin()));
}

// Locks are not counted: as in OTP's machine where it was built without that.
BifResult lcnt_collect_0(Process&, const Args<0>&) { return am::error; }
BifResult lcnt_clear_0(Process&, const Args<0>&) { return am::error; }
BifResult lcnt_control_1(Process& p, const Args<1>&) { return p.badarg(); }
BifResult lcnt_control_2(Process& p, const Args<2>&) { return p.badarg(); }

/// What an interpreter's loop takes in OTP; 0 is what its compiled machine answers.
BifResult interpreter_size_0(Process&, const Args<0>&) { return Term::small(0); }

/// erts_debug:instructions() -> the names of all instructions of this machine.
BifResult instructions_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (unsigned i = 0; i < vm::kOpCount; ++i) {
    list.add(builder.string(vm::op_info(static_cast<vm::Op>(i)).name));
  }
  return list.finish();
}

BifResult dt_put_tag_1(Process&, const Args<1>&) { return am::undefined; }
BifResult dt_get_tag_0(Process&, const Args<0>&) { return am::undefined; }
BifResult dt_spread_tag_1(Process& p, const Args<1>& a) {
  return a[0] == am::true_ || a[0] == am::false_ ? Term(am::true_) : p.badarg();
}
/// Takes back what dt_spread_tag/1 answered.
BifResult dt_restore_tag_1(Process& p, const Args<1>& a) {
  return a[0] == am::true_ ? Term(am::true_) : p.badarg();
}
BifResult dt_data_1(Process&, const Args<1>& a) { return a[0]; }

}  // namespace bif
