// The atoms are interned in the order of the table.
#include "bif/net/names.h"

#include "vm/term/atom_table.h"

namespace bif::net {

Names::Names() {
#define NET_NAME(name) NET_NAME_AS(name, #name)
#define NET_NAME_AS(name, text) name = vm::intern_atom(text).value();
#include "bif/net/names.def"
}

const Names& names() {
  static const Names all;
  return all;
}

}  // namespace bif::net
