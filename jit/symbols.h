// CodeSymbols: reports to tools outside of the machine which native code is where, by names like
// `lists:map/2`: gdb (always; it looks only while it is attached), perf's map of names and perf's
// jitdump, which has the code itself as well (both on request: they are files that grow).
// Ownership: borrows the code, which must be there until remove(). Threads: any; locked.
#pragma once

#include "jit/gdb_symbols.h"
#include "jit/jitdump.h"
#include "vm/base/mutex.h"
#include "vm/base/result.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace jit {

struct SymbolOptions {
  bool perf_map = false;       // /tmp/perf-PID.map, which `perf report` looks for
  std::string jitdump_folder;  // jit-PID.dump in it, for `perf inject --jit`; empty: none
};

class CodeSymbols {
 public:
  /// An error says which file could not be made.
  static vm::Result<std::unique_ptr<CodeSymbols>, std::string> create(const SymbolOptions& options);
  ~CodeSymbols();
  CodeSymbols(const CodeSymbols&) = delete;

  /// What remove() needs from add().
  using Handle = std::unique_ptr<GdbSymbol>;

  /// Reports the `bytes` of code at `start`, which are complete, as `name`. Removal cannot be
  /// reported to perf, which takes the newest name for an address.
  Handle add(const void* start, std::size_t bytes, std::string_view name) VM_EXCLUDES(mutex_);
  /// The code is about to be freed. No effect for null.
  void remove(Handle handle) VM_EXCLUDES(mutex_);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  CodeSymbols() = default;

  vm::Mutex mutex_{vm::LockRank::kJitSymbols};
  std::unique_ptr<std::FILE, Close> perf_map_ VM_GUARDED_BY(mutex_);
  std::unique_ptr<Jitdump> jitdump_ VM_GUARDED_BY(mutex_);
};

}  // namespace jit
