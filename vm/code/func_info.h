// FuncInfo: the header in front of each function's code, and of each export's own word. It is the
// one thing breakpoints, tiers and stack traces need to know of a function. In a module's code a
// function lies like this: the word of the instruction func_info, the FuncInfo, then the code,
// whose first word is the *entry word*. All calls go through that word. Invariants: `original` is
// the entry word's untraced handler; the entry word differs from it only while a breakpoint is set
// or another tier has taken over. `breakpoint` is null or valid until thread progress after it was
// taken out (B4). Threads: `entry` and `breakpoint` are written by the holder of the code
// modification permission, read by all.
#pragma once

#include "vm/base/atomic.h"
#include "vm/code/machine.h"

namespace vm {

/// Tracing's data for one function; opaque to the machine. See tracing/breakpoint.h.
class GenericBp;

struct FuncInfo {
  Term module;
  Term function;
  Word arity;
  Atomic<Word> counter{0};                 // calls seen by the tiers; relaxed, advisory
  Atomic<Word> original{0};                // entry word without breakpoint (a OpHandler)
  Atomic<GenericBp*> breakpoint{nullptr};  // B1: right before the code

  CodeAddress entry() const { return reinterpret_cast<const Word*>(this + 1); }
  Word* entry_word() { return reinterpret_cast<Word*>(this + 1); }
  static FuncInfo& of_entry(CodeAddress entry) {
    return *reinterpret_cast<FuncInfo*>(const_cast<Word*>(entry) - sizeof(FuncInfo) / sizeof(Word));
  }
  /// Stores a handler in the entry word: one aligned store (B9).
  void set_entry(OpHandler handler) {
    // release: what the handler will read (breakpoint, original) was written before; pairs with the
    // dependent load of it.
    store_shared(*entry_word(), reinterpret_cast<Word>(handler), kRelease);
  }
};
inline constexpr Word kFuncInfoWords = sizeof(FuncInfo) / sizeof(Word);
static_assert(kFuncInfoWords == 6, "the code follows its FuncInfo without a gap");

/// Module, function, arity as plain values.
struct Mfa {
  Term module;
  Term function;
  Word arity = 0;
  bool operator==(const Mfa&) const = default;
};

}  // namespace vm
