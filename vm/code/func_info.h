// FuncInfo: the header before the code of each function, and before the stub of each export.
// Breakpoints, tiers and stack traces need to know nothing else about a function. In a module's
// code a function consists of the word of its func_info instruction, the FuncInfo, and the code,
// whose first word is the *entry word*. All calls go through the entry word.
// Invariants: `original` is the handler that runs the function when it is not traced: the
// interpreter's handler, a tier's counting handler, or compiled code. The entry word equals it,
// except while a breakpoint is set. `breakpoint` is null or valid; after its removal it stays valid
// until thread progress.
// Threads: any thread reads. The holder of the code modification permission sets and removes
// breakpoints, and at the same time the compiler may switch tiers; set_entry(), restore_entry() and
// switch_original() are safe against each other.
// Contract: B1, B4, B9.
#pragma once

#include "vm/base/atomic.h"
#include "vm/code/machine.h"

namespace vm {

/// Tracing's data for one function; opaque to the machine. See tracing/breakpoint.h.
class GenericBp;
struct NativeFunction;  // a body of C code, vm/code/native_function.h

struct FuncInfo {
  Term module;
  Term function;
  Word arity;
  Atomic<Word> counter{0};   // calls counted for tiering; relaxed: approximate
  Word interpreted = 0;      // handler of the first instruction; changed by CodeBackend::replace()
  Atomic<Word> original{0};  // the entry word without a breakpoint
  Atomic<const NativeFunction*> native{nullptr};  // what call_nif calls; stored by load_nif/2
  Atomic<GenericBp*> breakpoint{nullptr};         // directly before the code (B1)

  CodeAddress entry() const { return reinterpret_cast<const Word*>(this + 1); }
  Word* entry_word() { return reinterpret_cast<Word*>(this + 1); }
  static FuncInfo& of_entry(CodeAddress entry) {
    return *reinterpret_cast<FuncInfo*>(const_cast<Word*>(entry) - sizeof(FuncInfo) / sizeof(Word));
  }
  /// Stores a handler in the entry word: one aligned store (B9).
  void set_entry(OpHandler handler) {
    // release: the data that the handler reads (breakpoint, original) was written before. Pairs
    // with the dependent load of the handler.
    store_shared(*entry_word(), reinterpret_cast<Word>(handler), kRelease);
  }
  /// Replaces a breakpoint's handler in the entry word by `original`. Called by the holder of the
  /// permission.
  void restore_entry() {
    // seq_cst, here and in switch_original(): each side writes one word and then reads the other
    // (we write the entry word and read `original`, a tier writes `original` and reads the entry
    // word). So at least one side sees the store of the other, and the entry word ends as the
    // newest original.
    Word handler;
    do {
      handler = original.load(kSeqCst);
      store_shared(*entry_word(), handler, kSeqCst);
    } while (original.load(kSeqCst) != handler);
  }
  /// Switches the function from the handler `from`, the present original, to `to`, the handler of
  /// another tier, whose code was written before. While a breakpoint is set, its hits continue with
  /// `to`, and `to` becomes the entry word when it is removed. Any thread, but only one switch of a
  /// function at a time.
  void switch_original(OpHandler from, OpHandler to) {
    original.store(reinterpret_cast<Word>(to), kSeqCst);  // see restore_entry()
    Word expected = reinterpret_cast<Word>(from);
    replace_shared(*entry_word(), expected, reinterpret_cast<Word>(to), kSeqCst);
  }
  /// Like switch_original(), if breakpoints are set in the native code that the entry word refers
  /// to and not in the entry word (sleds): calls run `entry`, and hits of a breakpoint continue
  /// with `behind`. The caller prevents breakpoints from being set at the same time.
  void switch_entry(OpHandler entry, OpHandler behind) {
    // release: the code of the handler was written before. Pairs with original_handler().
    original.store(reinterpret_cast<Word>(behind), kRelease);
    set_entry(entry);
  }
  OpHandler original_handler() const {
    // acquire: pairs with switch_original(), so that the code of the handler is visible.
    return reinterpret_cast<OpHandler>(original.load(kAcquire));
  }
};
inline constexpr Word kFuncInfoWords = sizeof(FuncInfo) / sizeof(Word);
static_assert(kFuncInfoWords == 8, "the code follows its FuncInfo without a gap");

/// A module, function and arity.
struct Mfa {
  Term module;
  Term function;
  Word arity = 0;
  bool operator==(const Mfa&) const = default;
};

}  // namespace vm
