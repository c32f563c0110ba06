// The natives of `persistent_term`.
#include "vm/proc/persistent_terms.h"

#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/term/map.h"

namespace bif {

BifResult persistent_term_get_1(Process& p, const Args<1>& a) {
  const Term value = p.vm.persistent_terms->get(a[0]);
  return value.has_value() ? value : p.badarg();
}

BifResult persistent_term_get_2(Process& p, const Args<2>& a) {
  const Term value = p.vm.persistent_terms->get(a[0]);
  return value.has_value() ? value : a[1];
}

BifResult persistent_term_get_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return p.vm.persistent_terms->to_list(builder);
}

BifResult persistent_term_put_2(Process& p, const Args<2>& a) {
  const auto result = p.vm.persistent_terms->put(a[0], a[1]);
  return result == vm::PersistentTerms::PutResult::kStored ? Term(am::ok) : p.system_limit();
}

BifResult persistent_term_erase_1(Process& p, const Args<1>& a) {
  return vm::make_boolean(p.vm.persistent_terms->erase(a[0]));
}

BifResult persistent_term_info_0(Process& p, const Args<0>&) {
  vm::PersistentTerms& terms = *p.vm.persistent_terms;
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {{am::count, number(terms.count())},
                         {am::memory, number(terms.memory_bytes())}};
  return vm::map_from_pairs(builder, pairs);
}

BifResult erase_persistent_terms_0(Process& p, const Args<0>&) {
  p.vm.persistent_terms->clear();
  return am::true_;
}

}  // namespace bif
