// Where LLVM's linker puts compiled code: into a CodeMemory, each link graph as one block of code
// with its constants, and one of data if it has any. Tools know the code by the name of the graph.
// Ownership: LLVM owns the manager; the CodeMemory and CodeSymbols must outlive it. Threads: any;
// the linker calls it.
#pragma once

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>

#include <memory>

namespace jit {

class CodeMemory;
class CodeSymbols;

/// Allocations fail when `memory` is full, with an error that says so.
std::unique_ptr<llvm::jitlink::JITLinkMemoryManager> make_link_memory(CodeMemory& memory,
                                                                      CodeSymbols& symbols);

}  // namespace jit
