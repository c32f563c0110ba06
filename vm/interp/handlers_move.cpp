// Specialised handlers: the group "move" of specialisations.def.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const HandlerTable> move_tables() {
  static constexpr HandlerTable kTables[] = {
#define VM_GROUP_move(...) make_table<__VA_ARGS__>(),
#include "vm/interp/groups.def"
#include "vm/interp/specialisations.def"
  };
  return kTables;
}

}  // namespace vm::interp
