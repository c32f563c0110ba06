// The library exports one function, which makes a compiler. It refers to the machine's functions,
// which the programs export to it. It is never unloaded, because LLVM's libraries cannot be.
#include "jit/compiler.h"

#include "jit/llvm/make_compiler.h"

#include <dlfcn.h>

namespace jit {
namespace {

using MakeCompiler = decltype(sonde_make_compiler);

vm::Result<MakeCompiler*, std::string> load_maker(const std::string& file) {
  void* symbol = ::dlsym(RTLD_DEFAULT, "sonde_make_compiler");
  if (symbol == nullptr) {
    // All symbols now: a missing one is an error here, and not an end of the program later.
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return vm::Err("the compiler cannot be loaded: " + std::string(::dlerror()));
    symbol = ::dlsym(library, "sonde_make_compiler");
    if (symbol == nullptr)
      return vm::Err(file + ": expected Sonde's compiler, found another library");
  }
  return reinterpret_cast<MakeCompiler*>(symbol);
}

/// Loads the library once, whichever thread comes first. A failure stays one.
const vm::Result<MakeCompiler*, std::string>& find_maker(const std::string& file) {
  static const auto maker = load_maker(file);
  return maker;
}

}  // namespace

vm::Result<void, std::string> load_compiler(const std::string& file) {
  const auto& maker = find_maker(file);
  return maker.ok() ? vm::Result<void, std::string>() : vm::Err(maker.error());
}

vm::Result<std::unique_ptr<Compiler>, std::string> make_compiler(const std::string& file,
                                                                 vm::CodeBackend& backend,
                                                                 EntryForm entry,
                                                                 CodeMemory& memory,
                                                                 CodeSymbols& symbols) {
  const auto& maker = find_maker(file);
  if (!maker.ok()) return vm::Err(maker.error());
  return std::unique_ptr<Compiler>((*maker)(backend, entry, memory, symbols));
}

}  // namespace jit
