// CodeBlock: code in one block of a CodeMemory, with its name for debuggers and profilers.
// Ownership: frees the block; the CodeMemory and CodeSymbols must outlive it. Threads: one thread
// fills it; any may destroy it.
#pragma once

#include "jit/code.h"
#include "jit/symbols.h"

#include <memory>
#include <string>

namespace jit {

class CodeMemory;

class CodeBlock final : public Code {
 public:
  /// Null: code memory is full.
  static std::unique_ptr<CodeBlock> allocate(CodeMemory& memory, CodeSymbols& symbols,
                                             std::size_t size);
  /// `block` is one of `memory`, of that size.
  CodeBlock(CodeMemory& memory, CodeSymbols& symbols, vm::Byte* block, std::size_t size);
  ~CodeBlock() override;

  /// Where the code will run.
  vm::Byte* start() const { return block_; }
  /// Where it is written.
  vm::Byte* writable() const;
  /// The first `size` bytes are complete, and can be run.
  void publish(std::size_t size, const std::string& name);

 private:
  CodeMemory& memory_;
  CodeSymbols& symbols_;
  vm::Byte* const block_;
  CodeSymbols::Handle symbol_;
};

}  // namespace jit
