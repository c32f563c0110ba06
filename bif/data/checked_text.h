// CheckedText: binaries that are known to be UTF-8, so that a repeated match, whose steps re.erl
// asks for one by one, checks its subject once and not from each match on to the end. Invariants: a
// text that is known is kept, so that other bytes cannot come to its place; the bytes of a binary
// do not change. Kept is one text for each process that is in such a loop, and few in all: a loop
// that is broken off leaves its text until another one needs the place. A text that is not known is
// checked again: nothing but time depends on what is kept. Ownership: RePatterns. Threads: any,
// under the lock.
#pragma once

#include "bif/bif.h"
#include "vm/base/mutex.h"
#include "vm/heap/binary.h"

#include <array>
#include <string_view>

namespace bif {

class CheckedText {
 public:
  /// Whether keep() was called by this process for this text last.
  bool knows(Term pid, std::string_view text) VM_EXCLUDES(mutex_);
  /// `text` is in `binary`, and has been checked.
  void keep(Term pid, vm::SharedRef<vm::Binary> binary, std::string_view text) VM_EXCLUDES(mutex_);
  /// The process needs its text no longer.
  void forget(Term pid) VM_EXCLUDES(mutex_);

 private:
  struct Entry {
    Term pid;
    vm::SharedRef<vm::Binary> binary;
    std::string_view text;
  };
  Entry& entry_of(Term pid) VM_REQUIRES(mutex_) {
    return entries_[(pid.bits() >> kTagBits) % kEntries];
  }

  static constexpr Word kTagBits = 4;
  static constexpr Word kEntries = 61;  // a prime number: pids that follow each other differ
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  std::array<Entry, kEntries> entries_ VM_GUARDED_BY(mutex_);
};

}  // namespace bif
