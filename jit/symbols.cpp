// perf's map of names is a line `START SIZE NAME` in hexadecimal for each function; its format is
// in Linux's tools/perf/Documentation/jit-interface.txt.
#include "jit/symbols.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace jit {

vm::Result<std::unique_ptr<CodeSymbols>, std::string> CodeSymbols::create(
    const SymbolOptions& options) {
  std::unique_ptr<CodeSymbols> symbols(new CodeSymbols());  // owner: symbols
  const vm::MutexLock lock(symbols->mutex_);
  if (options.perf_map) {
    const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
    symbols->perf_map_.reset(std::fopen(path.c_str(), "w"));
    if (symbols->perf_map_ == nullptr) return vm::Err(path + ": " + std::strerror(errno));
  }
  if (!options.jitdump_folder.empty()) {
    VM_TRY(auto dump, Jitdump::create(options.jitdump_folder));
    symbols->jitdump_ = std::move(dump);
  }
  return symbols;
}

CodeSymbols::~CodeSymbols() = default;

CodeSymbols::Handle CodeSymbols::add(const void* start, std::size_t bytes, std::string_view name) {
  const vm::MutexLock lock(mutex_);
  if (perf_map_ != nullptr) {
    // A function's name may be any text; a line break in it would end the entry.
    std::string line(name);
    for (char& c : line) c = c == '\n' ? ' ' : c;
    std::fprintf(perf_map_.get(), "%zx %zx %s\n", reinterpret_cast<std::size_t>(start), bytes,
                 line.c_str());
    // Flushed, since perf reads it after a crash, too.
    std::fflush(perf_map_.get());
  }
  if (jitdump_ != nullptr) jitdump_->add(start, bytes, name);
  return std::make_unique<GdbSymbol>(start, bytes, name);
}

void CodeSymbols::remove(Handle handle) {
  const vm::MutexLock lock(mutex_);
  handle.reset();
}

}  // namespace jit
