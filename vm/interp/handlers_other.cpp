// Specialised handlers: the group "other" of specialisations.def.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const HandlerTable> other_tables() {
  static constexpr HandlerTable kTables[] = {
#define VM_GROUP_other(...) make_table<__VA_ARGS__>(),
#include "vm/interp/groups.def"
#include "vm/interp/specialisations.def"
  };
  return kTables;
}

}  // namespace vm::interp
