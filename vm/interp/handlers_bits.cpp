// Specialised handlers: the group "bits" of specialisations.def.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const HandlerTable> bits_tables() {
  static constexpr HandlerTable kTables[] = {
#define VM_GROUP_bits(...) make_table<__VA_ARGS__>(),
#include "vm/interp/groups.def"
#include "vm/interp/specialisations.def"
  };
  return kTables;
}

}  // namespace vm::interp
