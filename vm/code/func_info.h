// FuncInfo: the header in front of each function's code, and of each export's own word. It is the
// one thing breakpoints, tiers and stack traces need to know of a function. In a module's code a
// function lies like this: the word of the instruction func_info, the FuncInfo, then the code,
// whose first word is the *entry word*. All calls go through that word. Invariants: `original` is
// the one place that says what the function runs when nobody traces it: the interpreter's handler,
// a tier's counter, or compiled code. The entry word is the same, except while a breakpoint is set.
// `breakpoint` is null or valid until thread progress after it was taken out (B4). Threads:
// breakpoints are set and removed by the holder of the code modification permission, tiers switched
// by the compiler, at the same time: set_entry(), restore_entry() and switch_original() are what
// they do it with. Read by all.
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
  Word interpreted = 0;                    // the interpreter's handler of the first instruction;
                                           // constant once the code is loaded
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
  /// Takes a breakpoint's handler out of the entry word again. By the holder of the permission.
  void restore_entry() {
    // seq_cst, here and in switch_original(): each side writes its own place and then looks at the
    // other's (we: entry word, original; a tier: original, entry word), so one of the two sees what
    // the other did, and the entry word ends as the newest original.
    Word handler;
    do {
      handler = original.load(kSeqCst);
      store_shared(*entry_word(), handler, kSeqCst);
    } while (original.load(kSeqCst) != handler);
  }
  /// Another tier takes over from `from`, which is the original: at once, or when the breakpoint is
  /// hit or goes that stands in the entry word now. What `to` leads to was written before. One
  /// tier switch of a function at a time; any thread.
  void switch_original(OpHandler from, OpHandler to) {
    original.store(reinterpret_cast<Word>(to), kSeqCst);  // see restore_entry()
    Word expected = reinterpret_cast<Word>(from);
    replace_shared(*entry_word(), expected, reinterpret_cast<Word>(to), kSeqCst);
  }
  /// The same where breakpoints are set in what the entry word leads to, and not in the word:
  /// from now on calls run `entry`, and who comes from a breakpoint goes on with `behind`. The
  /// caller keeps breakpoints from being set meanwhile.
  void switch_entry(OpHandler entry, OpHandler behind) {
    // release: what it leads to was written before; pairs with original_handler()
    original.store(reinterpret_cast<Word>(behind), kRelease);
    set_entry(entry);
  }
  OpHandler original_handler() const {
    // acquire: pairs with switch_original(), which published what the handler leads to
    return reinterpret_cast<OpHandler>(original.load(kAcquire));
  }
};
inline constexpr Word kFuncInfoWords = sizeof(FuncInfo) / sizeof(Word);
static_assert(kFuncInfoWords == 7, "the code follows its FuncInfo without a gap");

/// Module, function, arity as plain values.
struct Mfa {
  Term module;
  Term function;
  Word arity = 0;
  bool operator==(const Mfa&) const = default;
};

}  // namespace vm
