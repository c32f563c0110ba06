// ParkedRegisters: where a process keeps its x registers while it does not run, since those in
// memory are the scheduler's: a few in the process itself, more in a block that only grows.
// Ownership: the block. Threads: the process's own.
#pragma once

#include "vm/term/term.h"

namespace vm {

class ParkedRegisters {
 public:
  ParkedRegisters() = default;
  ~ParkedRegisters();
  ParkedRegisters(const ParkedRegisters&) = delete;
  ParkedRegisters& operator=(const ParkedRegisters&) = delete;

  /// Room for `count` registers; its contents are not kept when it grows.
  Term* room(std::uint32_t count);

 private:
  static constexpr std::uint32_t kInline = 6;

  Term inline_[kInline];
  Term* block_ = nullptr;
  std::uint32_t capacity_ = 0;  // of the block
};

}  // namespace vm
