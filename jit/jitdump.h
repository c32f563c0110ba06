// Jitdump: the file from which `perf inject --jit` makes symbols and code for a recording, so that
// `perf report` names compiled functions and `perf annotate` shows their instructions. Written by
// ourselves: LLVM 19's plugin leaves flags of the header uninitialised, and perf refuses them.
// Threads: one at a time. Format: Linux's tools/perf/Documentation/jitdump-specification.txt.
#pragma once

#include "vm/base/result.h"
#include "vm/base/types.h"

#include <memory>
#include <string>
#include <string_view>

namespace jit {

class Jitdump {
 public:
  /// Makes `folder`/jit-PID.dump and maps a page of it, by which perf finds it (record with
  /// `perf record -k mono`). An error names the file.
  static vm::Result<std::unique_ptr<Jitdump>, std::string> create(const std::string& folder);
  ~Jitdump();
  Jitdump(const Jitdump&) = delete;

  /// Writes the code itself and its name.
  void add(const void* start, std::size_t bytes, std::string_view name);

 private:
  Jitdump(int file, void* mark, std::size_t mark_bytes);

  const int file_;
  void* const mark_;
  const std::size_t mark_bytes_;
  std::uint64_t index_ = 0;  // of the next function
};

}  // namespace jit
