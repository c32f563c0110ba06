// Switching needs no wait: with a breakpoint, the wait after arming is for the processes in the
// untraced version (B4), and until then calls may pass by the breakpoint; without one, both
// versions are right.
#include "jit/function_versions.h"

#include "jit/entry_handlers.h"

#include <utility>

namespace jit {

void NativeVersion::enter() const {
  // release: the native code was written before; pairs with the jump through the word
  for (const EntryPoint& point : entry_points)
    vm::store_shared(*point.word, point.native, vm::kRelease);
}

void NativeVersion::leave() const {
  // release: as in enter(), for the loader's word
  for (const EntryPoint& point : entry_points)
    vm::store_shared(*point.word, point.interpreted, vm::kRelease);
}

void FunctionVersions::set(IsTraced which, NativeVersion version) {
  slot(which) = std::move(version);
}

void FunctionVersions::set_both(const NativeVersion& version) {
  set(IsTraced::kNo, version);
  set(IsTraced::kYes, version);
}

void FunctionVersions::switch_to(IsTraced wanted) {
  const auto interpreted = reinterpret_cast<OpHandler>(info_.interpreted);
  const Slot& from = slot(wanted == IsTraced::kYes ? IsTraced::kNo : IsTraced::kYes);
  const Slot& to = slot(wanted);
  current_ = wanted;
  if (from.has_value()) from->leave();
  if (to.has_value()) {
    to->enter();
    // Last, so that a call through the entry word finds the rest.
    info_.switch_original(info_.original_handler(), to->entry != nullptr ? to->entry : interpreted);
  } else {
    info_.counter.store(1, vm::kRelaxed);  // relaxed: advisory
    info_.switch_original(info_.original_handler(), &count_call);
  }
}

void FunctionVersions::switch_to_interpreter() {
  for (const Slot* version : {&untraced_, &traced_}) {
    if (version->has_value()) (*version)->leave();
  }
  info_.switch_original(info_.original_handler(), reinterpret_cast<OpHandler>(info_.interpreted));
}

bool FunctionVersions::is_interpreted() const {
  return info_.original_handler() == reinterpret_cast<OpHandler>(info_.interpreted);
}

}  // namespace jit
