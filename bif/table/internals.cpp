// Natives of tables that OTP's own modules call: ets:all/0 as a request, tables for a debugger.
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/ets/counted_binaries.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"

namespace bif {

/// ets:internal_request_all() -> Ref; {Ref, [Table]} comes as a message. (ets:all/0 is whole here.)
BifResult ets_internal_request_all_0(Process& p, const Args<0>&) {
  const Term all = ets_all_0(p, Args<0>(nullptr));
  Term ref;
  Term message;
  {
    HeapBuilder builder(p);
    ref = vm::make_ref(builder, vm::next_ref_number(p.vm));
    message = builder.tuple(ref, all);
  }
  vm::send_message(p, p.pid, message);
  return ref;
}

/// erts_internal:ets_super_user(boolean()): whether the caller may use all tables.
BifResult ets_super_user_1(Process& p, const Args<1>& a) {
  if (a[0] != am::true_ && a[0] != am::false_) return p.badarg();
  p.uses_tables.store(true, vm::kSeqCst);  // seq_cst: as its other users, so that exit looks
  tables(p.vm).set_super_user(p.pid, a[0] == am::true_);
  return am::ok;
}

/// The walk of ets:first/1 and next/2: places of deleted objects are not shown either way.
BifResult ets_raw_first_1(Process& p, const Args<1>& a) { return ets_first_1(p, a); }
BifResult ets_raw_next_2(Process& p, const Args<2>& a) { return ets_next_2(p, a); }

/// erts_internal:ets_lookup_binary_info(Table, Key) -> [{Id, Bytes, Count}] of the counted binaries
/// in the objects.
BifResult ets_lookup_binary_info_2(Process& p, const Args<2>& a) {
  const Term objects = ets_lookup_2(p, a);
  if (objects.is_none()) return objects;
  std::vector<vm::CountedBinary> found;
  vm::find_counted_binaries(objects, found);
  HeapBuilder builder(p);
  return vm::counted_binaries_term(builder, found);
}

}  // namespace bif
