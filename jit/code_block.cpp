// See code_block.h.
#include "jit/code_block.h"

#include "jit/code_memory.h"

namespace jit {

std::unique_ptr<CodeBlock> CodeBlock::allocate(CodeMemory& memory, CodeSymbols& symbols,
                                               std::size_t size) {
  vm::Byte* block = memory.allocate_code(size);
  if (block == nullptr) return nullptr;
  return std::make_unique<CodeBlock>(memory, symbols, block, size);
}

CodeBlock::CodeBlock(CodeMemory& memory, CodeSymbols& symbols, vm::Byte* block, std::size_t size)
    : memory_(memory), symbols_(symbols), block_(block) {
  bytes = size;
}

CodeBlock::~CodeBlock() {
  symbols_.remove(std::move(symbol_));
  memory_.free_code(block_, bytes);
}

vm::Byte* CodeBlock::writable() const { return memory_.writable(block_); }

void CodeBlock::publish(std::size_t size, const std::string& name) {
  memory_.publish(block_, size);
  symbol_ = symbols_.add(block_, size, name);
}

}  // namespace jit
