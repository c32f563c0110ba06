// The distance is part of an aligned word of code, which is read, changed and stored as a whole:
// nobody else writes code of a block that is in use.
#include "jit/direct_calls.h"

#include "jit/code_memory.h"
#include "vm/code/module.h"

#include <cstring>

namespace jit {
namespace {

using vm::Word;

/// The native code that the entry word holds; 0: it holds something else.
Word native_code(const CodeMemory& memory, vm::FuncInfo& info) {
  // acquire: pairs with the stores of handlers, so that the code is visible
  const Word handler = vm::load_shared(*info.entry_word(), vm::kAcquire);
  return memory.contains_code(reinterpret_cast<const void*>(handler)) ? handler : 0;
}

}  // namespace

void DirectCalls::add(const vm::Module& caller, std::span<const DirectCall> calls) {
  for (const DirectCall& call : calls) {
    const Jump jump{call.distance, call.indirect, &caller};
    if (call.callee != nullptr) {
      calls_[call.callee].push_back(jump);
      set(jump, native_code(memory_, *call.callee));
      continue;
    }
    Exported& exported = exported_[call.exported];
    exported.jumps.push_back(jump);
    if (exported.jumps.size() == 1) lead(*call.exported, exported);
    set(jump, exported.led_to != nullptr ? native_code(memory_, *exported.led_to) : 0);
  }
}

/// After a change of where `exported` leads.
void DirectCalls::lead(const vm::Export& exported, Exported& calls) {
  if (calls.led_to != nullptr) led_.erase(calls.led_to);
  const CodeAddress target = exported.only_target();
  calls.led_to = target != nullptr ? &vm::FuncInfo::of_entry(target) : nullptr;
  if (calls.led_to != nullptr) led_.emplace(calls.led_to, &calls);
}

void DirectCalls::follow(vm::FuncInfo& info) {
  if (const auto found = calls_.find(&info); found != calls_.end()) set_all(found->second, &info);
  if (const auto found = led_.find(&info); found != led_.end())
    set_all(found->second->jumps, &info);
}

void DirectCalls::follow(const vm::Export& exported) {
  const auto found = exported_.find(&exported);
  if (found == exported_.end()) return;
  lead(exported, found->second);
  set_all(found->second.jumps, found->second.led_to);
}

void DirectCalls::follow_all_exports() {
  for (auto& [exported, calls] : exported_) {
    lead(*exported, calls);
    set_all(calls.jumps, calls.led_to);
  }
}

void DirectCalls::remove(const vm::Module& module) {
  for (const vm::FuncInfo* info : module.functions) {
    VM_ASSERT(!led_.contains(info), "exports led elsewhere before the module was purged");
    calls_.erase(info);
  }
  for (auto& [exported, calls] : exported_)
    std::erase_if(calls.jumps, [&](const Jump& jump) { return jump.caller == &module; });
}

void DirectCalls::set_all(const Jumps& jumps, vm::FuncInfo* callee) {
  const Word native = callee != nullptr ? native_code(memory_, *callee) : 0;
  for (const Jump& jump : jumps) set(jump, native);
  has_changed_ = true;
}

void DirectCalls::set(const Jump& jump, Word native) {
  VM_ASSERT(is_changeable(jump.distance), "the distance is part of one word");
  const Word target = native != 0 ? native : jump.indirect;
  const auto distance = static_cast<std::int32_t>(target - jump.distance - sizeof(std::int32_t));
  const Word offset = jump.distance % vm::kWordBytes;
  auto* code = reinterpret_cast<Word*>(
      memory_.writable(reinterpret_cast<const void*>(jump.distance - offset)));
  Word word = *code;
  std::memcpy(reinterpret_cast<vm::Byte*>(&word) + offset, &distance, sizeof distance);
  // release: the target was written before
  vm::store_shared(*code, word, vm::kRelease);
}

}  // namespace jit
