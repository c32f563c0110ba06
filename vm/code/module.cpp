// Looking up places in a module's code.
#include "vm/code/module.h"

#include <algorithm>

namespace vm {

FuncInfo* Module::function_at(CodeAddress address) const {
  if (!contains(address)) return nullptr;
  // A FuncInfo lies behind the word of its func_info instruction, which belongs to the function as
  // well.
  auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                [](CodeAddress a, const FuncInfo* info) {
                                  return a < reinterpret_cast<CodeAddress>(info) - 1;
                                });
  return after == functions.begin() ? nullptr : *std::prev(after);
}

const LineEntry* Module::line_at(CodeAddress address) const {
  FuncInfo* function = function_at(address);
  if (function == nullptr) return nullptr;
  auto offset = static_cast<std::uint32_t>(address - code.data());
  auto after = std::upper_bound(lines.begin(), lines.end(), offset,
                                [](std::uint32_t o, const LineEntry& e) { return o < e.offset; });
  if (after == lines.begin()) return nullptr;
  const LineEntry& entry = *std::prev(after);
  // A line of the function before says nothing about this one; line 0 says "unknown".
  auto start =
      static_cast<std::uint32_t>(reinterpret_cast<CodeAddress>(function) - 1 - code.data());
  return entry.offset < start || entry.line == 0 ? nullptr : &entry;
}

FuncInfo* Module::find_function(Term function, Word arity) const {
  for (FuncInfo* info : functions) {
    if (info->function == function && info->arity == arity) return info;
  }
  return nullptr;
}

const RecordType* Module::find_record(Term record) const {
  for (const RecordType& type : records) {
    if (type.type().name == record) return &type;
  }
  return nullptr;
}

}  // namespace vm
