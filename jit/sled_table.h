// SledTable: the sleds of compiled functions (--jit-entry=sled). Invariant: the entry word of a
// function in the table holds its native function at all times; its breakpoints stand in the sled.
// Threads: under the lock of the owner (InstalledCode).
#pragma once

#include "jit/entry_sled.h"
#include "vm/code/func_info.h"

#include <unordered_map>

namespace jit {

class SledTable {
 public:
  /// `memory` holds the native code.
  explicit SledTable(const CodeMemory& memory) : memory_(memory) {}

  /// Has calls of `info`, interpreted until now, run `native`, which begins with a sled. A
  /// breakpoint in the entry word moves into the sled first, so that no call misses it. Returns
  /// where a breakpoint's handler continues.
  vm::OpHandler add(vm::FuncInfo& info, vm::OpHandler native);
  /// Null: the function has no sled, its breakpoints stand in the entry word.
  EntrySled* find(const vm::FuncInfo& info);
  /// Forgets a function whose module is freed.
  void remove(const vm::FuncInfo& info) { sleds_.erase(&info); }

 private:
  const CodeMemory& memory_;
  std::unordered_map<const vm::FuncInfo*, EntrySled> sleds_;
};

}  // namespace jit
