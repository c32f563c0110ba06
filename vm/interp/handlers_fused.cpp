// The handlers of pairs: fusions.def.
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const std::span<const FusedHandler>> fused_handlers() {
  using detail::FusedProduct;
  using detail::Step;
  static constexpr std::span<const FusedHandler> kRows[] = {
#define FUSE(first, second) FusedProduct<Step<VM_STEP first>, Step<VM_STEP second>>::kHandlers,
#define VM_STEP(op, ...) Op::op __VA_OPT__(, ) __VA_ARGS__
#include "vm/interp/fusions.def"
  };
  return kRows;
}

}  // namespace vm::interp
