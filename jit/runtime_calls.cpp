// A table of a few rows.
#include "jit/runtime_calls.h"

#include "vm/instr/arith.h"
#include "vm/instr/binary_build.h"
#include "vm/instr/binary_match.h"
#include "vm/instr/calls.h"
#include "vm/proc/dictionary.h"
#include "vm/term/compare.h"
#include "vm/term/compare_at_once.h"
#include "vm/term/map.h"
#include "vm/term/wide_arith.h"

namespace jit {

namespace {

/// A function with the calling convention `preserve_most`.
template <auto kFunction>
struct Keeping;
template <class Result, class... Arguments, Result (*kFunction)(Arguments...)>
struct Keeping<kFunction> {
  [[clang::preserve_most]] static Result call(Arguments... arguments) {
    return kFunction(arguments...);
  }
};

/// Most comparisons that are not inline are of tuples that small integers tell apart: only the
/// registers that these take are saved for them. (The call in tail position has to pass on what
/// this function gets: clang restores the registers of the parameters in front of it.)
template <>
struct Keeping<&vm::detail::compare_slow> {
  [[clang::preserve_most]] static int call(vm::Term a, vm::Term b, bool exact) {
    int order;
    if (vm::detail::order_tuples_at_once(a, b, &order)) return order;
    [[clang::musttail]] return call_others(a, b, exact);
  }

 private:
  [[clang::preserve_most]] [[gnu::noinline]] static int call_others(vm::Term a, vm::Term b,
                                                                    bool exact) {
    return vm::detail::compare_slow(a, b, exact);
  }
};

const RuntimeCall kRuntimeCalls[] = {
#define RUNTIME_CALL(function) {#function, reinterpret_cast<const void*>(&function), false, false},
#define HEAP_CALL(function) {#function, reinterpret_cast<const void*>(&function), false, true},
#define RARE_CALL(function) \
  {#function, reinterpret_cast<const void*>(&Keeping<&function>::call), true, false},
#define RARE_HEAP_CALL(function) \
  {#function, reinterpret_cast<const void*>(&Keeping<&function>::call), true, true},
#include "jit/runtime_calls.def"
};

}  // namespace

std::span<const RuntimeCall> runtime_calls() { return kRuntimeCalls; }

std::string_view runtime_call_name(const void* address) {
  for (const RuntimeCall& call : kRuntimeCalls) {
    if (call.address == address) return call.name;
  }
  return {};
}

}  // namespace jit
