// A table of a few rows.
#include "jit/runtime_calls.h"

#include "vm/instr/arith.h"
#include "vm/instr/binary_build.h"
#include "vm/instr/binary_match.h"
#include "vm/instr/calls.h"
#include "vm/proc/dictionary.h"
#include "vm/term/compare.h"
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
