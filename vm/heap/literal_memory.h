// LiteralMemory: where constants of loaded modules and persistent terms live. One reserved range of
// addresses, so that "is this a literal" is a subtraction and a comparison: the collector leaves
// literals where they are, and messages share them. Invariants: a literal area only points into
// itself and other literals; it never changes once published. Ownership: whoever allocated an area
// frees it, after thread progress and when no process refers to it any more. Threads: contains() is
// free; allocate() and free() lock.
#pragma once

#include "vm/base/mutex.h"
#include "vm/term/term.h"

#include <map>

namespace vm {

class LiteralMemory {
 public:
  /// Reserves the range (no memory yet). Stops the program if the address space is refused.
  LiteralMemory();
  ~LiteralMemory();
  LiteralMemory(const LiteralMemory&) = delete;

  bool contains(const void* address) const {
    return reinterpret_cast<Word>(address) - base_ < kReservedBytes;
  }
  bool contains(Term t) const { return t.is_pointer() && t.bits() - base_ < kReservedBytes; }

  /// `words` words, uninitialised; null when the range is used up. words == 0 answers null too.
  Term* allocate(Word words);
  void free(Term* area, Word words);
  Word used_words() const;

 private:
  // 16 GiB of address space: several thousand times the literals of OTP's own libraries.
  static constexpr Word kReservedBytes = Word{16} << 30;
  Word base_ = 0;
  mutable Mutex mutex_{LockRank::kLiteralArea};
  std::map<Word, Word> free_
      VM_GUARDED_BY(mutex_);  // offset -> words, never adjacent to each other
  Word used_words_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace vm
