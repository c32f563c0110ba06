// Where LLVM's linker puts compiled code: into a CodeMemory, each link graph as one block of code
// with its constants, and one of data if it has any. Tools know the code by the name of the graph.
// Ownership: LLVM owns the manager; the CodeMemory and CodeSymbols must outlive it. Threads: any;
// the linker calls it.
#pragma once

#include "vm/base/types.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>

#include <memory>
#include <string>
#include <vector>

namespace jit {

class CodeMemory;
class CodeSymbols;
struct NativeImage;

/// A jump in code, by a distance of four bytes.
struct Jump {
  vm::Word distance;  // where that is
  vm::Word target;
};

/// What is noted while a graph is linked.
struct LinkRecord {
  NativeImage* image = nullptr;  // gets the code and the places of values in it; null: unwanted
  vm::Word start = 0;            // gets the address of that code
  std::vector<Jump> jumps = {};  // gets those from one section to another; x86-64 only
};

/// The symbol of value number `number` of an image.
std::string value_symbol(const std::string& prefix, std::size_t number);

/// Allocations fail when `memory` is full, with an error that says so. `record` is read and written
/// by the thread that links.
std::unique_ptr<llvm::jitlink::JITLinkMemoryManager> make_link_memory(CodeMemory& memory,
                                                                      CodeSymbols& symbols,
                                                                      LinkRecord& record);

}  // namespace jit
