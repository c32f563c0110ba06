// Making and reading of the reference; the natives that use it are with the others about code.
#include "bif/code/prepared_code.h"

#include "vm/proc/references.h"

#include <memory>

namespace bif {

vm::Term make_prepared_code(vm::Vm& vm, vm::HeapBuilder& builder, loader::PreparedModule module,
                            vm::Word bytes) {
  // The reference counts it, and frees it with the last copy of itself.
  const auto code = vm::make_shared_ref<PreparedCode>(std::move(module));
  return vm::make_magic_ref(vm, builder, *code, bytes);
}

PreparedCode* prepared_code(vm::Term ref) {
  auto* code = vm::magic_object<PreparedCode>(ref);
  return code != nullptr && code->module ? code : nullptr;
}

}  // namespace bif
