// Look-ups in the code of a module.
#include "vm/code/module.h"

#include <algorithm>

namespace vm {

FuncInfo* Module::function_at(CodeAddress address) const {
  if (!contains(address)) return nullptr;
  // A function starts with the word of its func_info instruction, which precedes the FuncInfo.
  auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                [](CodeAddress a, const FuncInfo* info) {
                                  return a < reinterpret_cast<CodeAddress>(info) - 1;
                                });
  return after == functions.begin() ? nullptr : *std::prev(after);
}

CodeAddress Module::end_of(const FuncInfo& function) const {
  const auto place = std::lower_bound(functions.begin(), functions.end(), &function);
  if (place == functions.end() || *place != &function) return nullptr;
  return code.data() + function_ends[static_cast<std::size_t>(place - functions.begin())];
}

const LineEntry* Module::line_at(CodeAddress address) const {
  const FuncInfo* function = function_at(address);
  return function == nullptr ? nullptr : line_at(*function, address);
}

const LineEntry* Module::line_at(const FuncInfo& function, CodeAddress address) const {
  auto offset = static_cast<std::uint32_t>(address - code.data());
  auto after = std::upper_bound(lines.begin(), lines.end(), offset,
                                [](std::uint32_t o, const LineEntry& e) { return o < e.offset; });
  if (after == lines.begin()) return nullptr;
  const LineEntry& entry = *std::prev(after);
  // An entry of the previous function is not valid for this one. Line 0 means unknown.
  auto start =
      static_cast<std::uint32_t>(reinterpret_cast<CodeAddress>(&function) - 1 - code.data());
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
