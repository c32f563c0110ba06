// The natives of `erts_debug` that programs and tests use (sizes of terms, identity), and those for
// dynamic tracing by the operating system, which this machine does not have.
#include "bif/natives.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/copy.h"

namespace bif {

BifResult flat_size_1(Process&, const Args<1>& a) {
  return Term::small(static_cast<SWord>(vm::size_of_term_in_otp(a[0])));
}

BifResult same_2(Process&, const Args<2>& a) { return vm::make_boolean(a[0] == a[1]); }

BifResult dt_put_tag_1(Process&, const Args<1>&) { return am::undefined; }
BifResult dt_get_tag_0(Process&, const Args<0>&) { return am::undefined; }
BifResult dt_true_1(Process&, const Args<1>&) { return am::true_; }
BifResult dt_data_1(Process&, const Args<1>& a) { return a[0]; }

}  // namespace bif
