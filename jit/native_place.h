// NativePlace: where native code lives and which tools learn of it. Made before the Tiering,
// because the system may refuse. Ownership: the Tiering's. Threads: as its parts.
#pragma once

#include "jit/code_cache.h"
#include "jit/code_dump.h"
#include "jit/code_memory.h"
#include "jit/symbols.h"

#include <memory>
#include <string>

namespace jit {

struct NativePlace {
  std::unique_ptr<CodeMemory> memory;
  std::unique_ptr<CodeSymbols> symbols;
  std::unique_ptr<CodeDump> dump;  // null: not wanted
  std::string compiler_file{};     // the compiler's library, for make_compiler()
  LateCodeCache cache{};
};

}  // namespace jit
