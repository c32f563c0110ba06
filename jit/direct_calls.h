// DirectCalls: jumps in native code to the native code of the functions that it calls. Each
// follows the callee's entry word: where that holds native code, the jump goes there, and else to
// code that goes through the word. So a call needs neither the word nor an indirect jump, and
// breakpoints and tiers reach it all the same. A call of an export follows both where that leads,
// as long as all calls of it go to one function (Export::only_target()), and that function's entry
// word. x86-64 only.
// A jump is changed by one aligned store to its distance, while other processors run it: each takes
// the old distance or the new one, and after CodeMemory::synchronise() the new one.
// Ownership: nothing. Threads: under the lock of the owner (InstalledCode), under which alone these
// entry words are written.
#pragma once

#include "vm/code/export.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

class CodeMemory;

struct DirectCall {
  vm::FuncInfo* callee;  // of the same module; null: it calls an export
  vm::Export* exported;  // which one, else null
  vm::Word distance;     // the address of the jump's last four bytes, all in one aligned word
  vm::Word indirect;     // native code that goes through the callee's entry word, or the export
};
/// Whether the four bytes at `address` can be changed by a store to one aligned word.
constexpr bool is_changeable(vm::Word address) {
  return address % vm::kWordBytes <= vm::kWordBytes - sizeof(std::uint32_t);
}

class DirectCalls {
 public:
  /// `memory` holds all code with calls.
  explicit DirectCalls(const CodeMemory& memory) : memory_(memory) {}

  /// The calls are in code of `caller` that no word refers to yet. From now on they follow.
  void add(const vm::Module& caller, std::span<const DirectCall> calls);
  /// The entry word of `info` has changed, or may have.
  void follow(vm::FuncInfo& info);
  /// The same of where `exported` leads.
  void follow(const vm::Export& exported);
  void follow_all_exports();
  /// Forgets the calls in the module's code, and those of its functions. No export leads to it.
  void remove(const vm::Module& module);
  /// Whether follow() has changed code since this was asked last.
  bool take_changed() { return std::exchange(has_changed_, false); }

 private:
  /// A jump, and code that it may go to.
  struct Jump {
    vm::Word distance;
    vm::Word indirect;
    const vm::Module* caller;
  };
  using Jumps = std::vector<Jump>;
  /// The calls of an export, and the function that they follow.
  struct Exported {
    Jumps jumps;
    vm::FuncInfo* led_to = nullptr;
  };
  void set(const Jump& jump, vm::Word native);
  void set_all(const Jumps& jumps, vm::FuncInfo* callee);
  void lead(const vm::Export& exported, Exported& calls);

  const CodeMemory& memory_;
  std::unordered_map<const vm::FuncInfo*, Jumps> calls_;  // within modules
  std::unordered_map<const vm::Export*, Exported> exported_;
  std::unordered_map<const vm::FuncInfo*, const Exported*> led_;  // by Exported::led_to
  bool has_changed_ = false;
};

}  // namespace jit
