// A table of a few rows.
#include "jit/runtime_calls.h"

#include "vm/instr/binary_match.h"
#include "vm/instr/calls.h"
#include "vm/proc/dictionary.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

namespace jit {

namespace {

struct Row {
  std::string_view symbol;
  std::string_view name;
  const void* function;
};
const Row kRows[] = {
#define RUNTIME_CALL(symbol, function) \
  {symbol, #function, reinterpret_cast<const void*>(&function)},
#include "jit/runtime_calls.def"
};

}  // namespace

const void* find_runtime_call(std::string_view symbol) {
  for (const Row& row : kRows) {
    if (row.symbol == symbol) return row.function;
  }
  return nullptr;
}

std::string_view runtime_call_name(const void* address) {
  for (const Row& row : kRows) {
    if (row.function == address) return row.name;
  }
  return {};
}

}  // namespace jit
