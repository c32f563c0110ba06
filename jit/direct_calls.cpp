// The distance is part of an aligned word of code, which is read, changed and stored as a whole:
// nobody else writes code of a block that is in use.
#include "jit/direct_calls.h"

#include "jit/code_memory.h"

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

void DirectCalls::add(std::span<const DirectCall> calls) {
  for (const DirectCall& call : calls) {
    calls_[call.callee].push_back(call);
    set(call, native_code(memory_, *call.callee));
  }
}

void DirectCalls::follow(vm::FuncInfo& info) {
  const auto found = calls_.find(&info);
  if (found == calls_.end()) return;
  const Word native = native_code(memory_, info);
  for (const DirectCall& call : found->second) set(call, native);
  has_changed_ = true;
}

void DirectCalls::set(const DirectCall& call, Word native) {
  VM_ASSERT(is_changeable(call.distance), "the distance is part of one word");
  const Word target = native != 0 ? native : call.indirect;
  const auto distance = static_cast<std::int32_t>(target - call.distance - sizeof(std::int32_t));
  const Word offset = call.distance % vm::kWordBytes;
  auto* code = reinterpret_cast<Word*>(
      memory_.writable(reinterpret_cast<const void*>(call.distance - offset)));
  Word word = *code;
  std::memcpy(reinterpret_cast<vm::Byte*>(&word) + offset, &distance, sizeof distance);
  // release: the target was written before
  vm::store_shared(*code, word, vm::kRelease);
}

}  // namespace jit
