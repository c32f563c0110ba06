// Making and reading of the reference; the natives that use it are with the others about code.
#include "bif/code/prepared_code.h"

#include "vm/proc/references.h"

#include <memory>

namespace bif {

vm::Term make_prepared_code(vm::Vm& vm, vm::HeapBuilder& builder, loader::PreparedModule module,
                            vm::Word bytes) {
  const vm::RefNumber number = vm::next_ref_number(vm);
  // The reference counts it, and frees it with the last copy of itself.
  auto* code = std::make_unique<PreparedCode>(std::move(module)).release();
  return vm::make_magic_ref(builder, number.low, number.high, *code, bytes);
}

PreparedCode* prepared_code(vm::Term ref) {
  auto* code = vm::magic_object<PreparedCode>(ref);
  return code != nullptr && code->module ? code : nullptr;
}

}  // namespace bif
