// The handlers for sequences of instructions (fusions.def).
#include "vm/interp/scan.h"
#include "vm/interp/specialise.h"

namespace vm::interp {

std::span<const std::span<const FusedHandler>> fused_handlers() {
  using detail::FusedProduct;
  using detail::Step;
  static constexpr std::span<const FusedHandler> kRows[] = {
#define FUSE2(a, b) FusedProduct<Step<VM_STEP a>, Step<VM_STEP b>>::kHandlers,
#define FUSE3(a, b, c) FusedProduct<Step<VM_STEP a>, Step<VM_STEP b>, Step<VM_STEP c>>::kHandlers,
#define FUSE4(a, b, c, d) \
  FusedProduct<Step<VM_STEP a>, Step<VM_STEP b>, Step<VM_STEP c>, Step<VM_STEP d>>::kHandlers,
#define VM_STEP(op, ...) Op::op __VA_OPT__(, ) __VA_ARGS__
#include "vm/interp/fusions.def"
  };
  return kRows;
}

}  // namespace vm::interp
