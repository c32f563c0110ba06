// The generic handler of every row of the opcode table, and the handler that leaves the engine.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const GenericHandlers> generic_handlers() {
  static constexpr GenericHandlers kHandlers[] = {
#define OP(name, ...) {generic_handler_of<Op::name>(), slow_handler_of<Op::name>()},
#include "vm/code/opcodes.def"
  };
  return kHandlers;
}

VM_PRESERVE_NONE void leave_handler(VM_MACHINE_PARAMETERS) {}

}  // namespace vm::interp
