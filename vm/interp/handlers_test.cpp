// Specialised handlers: the group "test" of specialisations.def.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const HandlerTable> test_tables() {
  static constexpr HandlerTable kTables[] = {
#define VM_GROUP_test(...) make_table<__VA_ARGS__>(),
#include "vm/interp/groups.def"
#include "vm/interp/specialisations.def"
  };
  return kTables;
}

}  // namespace vm::interp
