// The process dictionary.
#include "vm/proc/dictionary.h"

#include "bif/natives.h"

namespace bif {

BifResult put_2(Process& p, const Args<2>& a) { return vm::dictionary_put(p, a[0], a[1]); }
BifResult get_1(Process& p, const Args<1>& a) { return vm::dictionary_get(p, a[0]); }
BifResult erase_1(Process& p, const Args<1>& a) { return vm::dictionary_erase(p, a[0]); }

BifResult get_0(Process& p, const Args<0>&) {
  if (!p.dictionary) return Term::nil();
  HeapBuilder builder(p);
  return p.dictionary->to_list(builder);
}

BifResult erase_0(Process& p, const Args<0>& a) {
  const Term all = get_0(p, a);
  if (p.dictionary) p.dictionary->clear();
  return all;
}

BifResult get_keys_0(Process& p, const Args<0>&) {
  if (!p.dictionary) return Term::nil();
  HeapBuilder builder(p);
  return p.dictionary->keys(builder);
}

BifResult get_keys_1(Process& p, const Args<1>& a) {
  if (!p.dictionary) return Term::nil();
  HeapBuilder builder(p);
  return p.dictionary->keys_of(builder, a[0]);
}

}  // namespace bif
