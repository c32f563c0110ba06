// CompileBudget: which functions the optimising compiler is worth its time for, in a program that
// has baseline code already. A function is compiled when what it would have gained so far, had it
// been compiled from the start, is what compiling costs: by then the program is as likely to go on
// as to end, so no program pays more than twice what the best choice would have cost it. Besides,
// all compiling takes a limited share of the program's processor time. Ownership: nothing. Threads:
// any; figures are approximate, and nothing but these decisions depends on them.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/types.h"

namespace jit {

class CompileBudget {
 public:
  /// Whether it pays to compile a function of `code_words` words that was called about `calls`
  /// times, and is expected to gain `gain_ps` picoseconds at each call.
  bool pays(vm::Word calls, vm::Word code_words, vm::Word gain_ps) const;
  /// Whether a program that has taken `program_ns` of processor time, compiling included, may spend
  /// some on such a function now.
  bool can_afford(vm::Word code_words, vm::SWord program_ns) const;
  /// A function is going to be compiled. Returns what is put aside for it, for finish().
  vm::Word begin(vm::Word code_words);
  /// It has been compiled, or refused, which took `took_ns` of processor time.
  void finish(vm::Word put_aside_ns, vm::Word code_words, vm::Word took_ns);

 private:
  vm::Word expected_ns(vm::Word code_words) const;

  vm::Atomic<vm::Word> used_ns_{0};   // what is put aside included
  vm::Atomic<vm::Word> words_{0};     // compiled
  vm::Atomic<vm::Word> words_ns_{0};  // what they took
};

}  // namespace jit
