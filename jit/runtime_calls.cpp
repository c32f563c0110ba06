// A table of a few rows.
#include "jit/runtime_calls.h"

#include "vm/instr/binary_match.h"
#include "vm/instr/calls.h"
#include "vm/term/map.h"

namespace jit {

const void* find_runtime_call(std::string_view symbol) {
  struct Row {
    std::string_view symbol;
    const void* function;
  };
  static const Row kRows[] = {
#define RUNTIME_CALL(name, function) {name, reinterpret_cast<const void*>(&function)},
#include "jit/runtime_calls.def"
  };
  for (const Row& row : kRows) {
    if (row.symbol == symbol) return row.function;
  }
  return nullptr;
}

}  // namespace jit
