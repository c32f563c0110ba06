// GdbSymbol: one function that gdb knows by name while this exists. gdb reads small object files
// from a list in memory when it is attached, and when one is added; ours has a symbol, and
// unwind information that says: no frame, the return address is at the stack pointer. That is
// right for compiled code, which keeps nothing on the C stack between two calls.
// Threads: made and destroyed under one lock for all (CodeSymbols), as the list belongs to the
// operating system's process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace jit {

class GdbSymbol {
 public:
  GdbSymbol(const void* start, std::size_t bytes, std::string_view name);
  ~GdbSymbol();
  GdbSymbol(const GdbSymbol&) = delete;

 private:
  struct Entry;
  std::unique_ptr<char[]> file_;
  std::unique_ptr<Entry> entry_;
};

}  // namespace jit
