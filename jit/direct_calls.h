// DirectCalls: jumps in native code to the native code of functions of the same module. Each
// follows the callee's entry word: where that holds native code, the jump goes there, and else to
// code that goes through the word. So a call needs neither the word nor an indirect jump, and
// breakpoints and tiers reach it all the same. x86-64 only.
// A jump is changed by one aligned store to its distance, while other processors run it: each takes
// the old distance or the new one, and after CodeMemory::synchronise() the new one.
// Ownership: nothing. Threads: under the lock of the owner (InstalledCode), under which alone these
// entry words are written.
#pragma once

#include "vm/code/func_info.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jit {

class CodeMemory;

struct DirectCall {
  vm::FuncInfo* callee;
  vm::Word distance;  // the address of the jump's last four bytes, all in one aligned word
  vm::Word indirect;  // native code that goes through the callee's entry word
};
/// Whether the four bytes at `address` can be changed by a store to one aligned word.
constexpr bool is_changeable(vm::Word address) {
  return address % vm::kWordBytes <= vm::kWordBytes - sizeof(std::uint32_t);
}

class DirectCalls {
 public:
  /// `memory` holds all code with calls.
  explicit DirectCalls(const CodeMemory& memory) : memory_(memory) {}

  /// The calls are in code that no word refers to yet. From now on they follow.
  void add(std::span<const DirectCall> calls);
  /// The entry word of `info` has changed, or may have.
  void follow(vm::FuncInfo& info);
  /// Forgets the calls of a function whose module is freed with all that calls it.
  void remove(const vm::FuncInfo& info) { calls_.erase(&info); }
  /// Whether follow() has changed code since this was asked last.
  bool take_changed() { return std::exchange(has_changed_, false); }

 private:
  void set(const DirectCall& call, vm::Word native);

  const CodeMemory& memory_;
  std::unordered_map<const vm::FuncInfo*, std::vector<DirectCall>> calls_;
  bool has_changed_ = false;
};

}  // namespace jit
