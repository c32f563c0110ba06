// Export: a function `m:f/a` as seen from other modules, whether it exists or not. It is created
// when it is first referred to, and never freed. It has a FuncInfo and an entry word of its own,
// the stub. Callers are directed to the stub if the function does not exist (error_handler), is a
// BIF without a module, or has a global breakpoint.
// Threads: any thread reads. The holder of the code modification permission writes addresses of the
// staging generation.
// Contract: B1, F3.
#pragma once

#include "vm/code/code_index.h"
#include "vm/code/func_info.h"

namespace vm {

class Process;

/// A built-in function. `args` holds as many arguments as the arity of the export. Returns a term,
/// or none() after it raised, trapped or started an operation (Process::outcome says which). Runs
/// with the registers of the process saved. May build with HeapBuilder; never collects.
using BifFn = Term (*)(Process& p, const Term* args);

/// Bit of Export::bif_flags: instructions may call the function like an operator, in guards too. It
/// has no effect, and neither traps nor waits.
inline constexpr std::uint32_t kBifInGuards = 1;

struct Export {
  // FuncInfo + entry word + its operands: stub[0] is the entry word.
  FuncInfo info;
  Word stub[3] = {};  // handler (call_error_handler, call_bif fn arity, i_export_jump)

  // The addresses to which callers go, per generation. The last one is for processes that save
  // their calls; it is null until a process does.
  Atomic<CodeAddress> addresses[kCodeGenerations + 1];
  Atomic<CodeAddress> targets[kCodeGenerations];  // the addresses of the function; see target()
  bool through_stub = false;    // a global breakpoint is set; the permission's holder's
  BifFn bif = nullptr;          // set for functions of the BIF table; constant after start
  std::uint32_t bif_flags = 0;  // BifFlag, bif/bifs.def
  bool exported_by_table = false;
  const std::uint32_t number;  // the number of exports created before this one
  BifFn collecting_bif =
      nullptr;  // `bif`, which also collects where the process wants that; or null
  // What call_light_bif calls, past the entry word: `collecting_bif`, or what looks whether there
  // is a breakpoint, see ExportTable::redirect_light_calls().
  Atomic<BifFn> light_bif{nullptr};

  Export(Term module, Term function, Word arity, std::uint32_t place = 0)
      : info{module, function, arity}, number(place) {}
  /// The address that a call enters. `call_index` is Process::call_index.
  CodeAddress address(unsigned call_index) const {
    // relaxed: published by CodeIndex::commit(); the process took its index with acquire. The last
    // one was written before the process got that index, see ExportTable::save_calls().
    return addresses[call_index].load(std::memory_order_relaxed);
  }
  CodeAddress stub_address() const { return stub; }
  /// The function that all calls enter, whatever their call_index; null: they differ, or go through
  /// the stub, or some process saves its calls.
  CodeAddress only_target() const {
    // acquire: pairs with set_target(), so that a thread without the permission finds the code
    const CodeAddress first = addresses[0].load(std::memory_order_acquire);
    for (unsigned i = 1; i < kCodeGenerations; ++i) {
      if (addresses[i].load(std::memory_order_relaxed) != first) return nullptr;  // relaxed: equal
    }
    // relaxed: the thread that has stored it calls CodeBackend::follow_all_exports() afterwards
    const bool is_saved = addresses[kSavingCalls].load(std::memory_order_relaxed) != nullptr;
    return is_saved || first == stub_address() ? nullptr : first;
  }
  /// Where the function itself is; differs from address() while a global breakpoint leads all
  /// callers through the stub.
  CodeAddress target(unsigned code_index) const {
    return targets[code_index].load(std::memory_order_relaxed);  // relaxed: as address()
  }
  /// The function does not exist, or is a BIF without a module.
  bool is_at_stub(unsigned code_index) const { return target(code_index) == stub; }
  /// Where the function is in one generation. By the holder of the code modification permission.
  void set_target(unsigned code_index, CodeAddress target) {
    targets[code_index].store(target, std::memory_order_relaxed);  // relaxed: as address()
    // release: pairs with only_target()
    addresses[code_index].store(through_stub ? stub_address() : target, std::memory_order_release);
  }
  /// A global breakpoint begins or ends (F3): the stub's word must be right to run before.
  void redirect_to_stub() {
    through_stub = true;
    // release: the stub's word was written before; pairs with the dependent load of it.
    for (unsigned i = 0; i < kCodeGenerations; ++i)
      addresses[i].store(stub_address(), std::memory_order_release);
  }
  void redirect_to_targets() {
    through_stub = false;
    for (unsigned i = 0; i < kCodeGenerations; ++i) {
      addresses[i].store(target(i), std::memory_order_release);  // release: as in set_target()
    }
  }
  /// New code: its callers in that generation go straight to it again, whatever was set before.
  void bypass_stub(unsigned code_index) {
    through_stub = false;
    addresses[code_index].store(target(code_index),
                                std::memory_order_relaxed);  // relaxed: as address()
  }
  Mfa mfa() const { return {info.module, info.function, info.arity}; }
};
static_assert(offsetof(Export, stub) == sizeof(FuncInfo),
              "the stub is the entry word of the export's FuncInfo");

/// What code fun terms of closures point to: one entry per lambda of a module version; lives for
/// ever, its address follows the loaded module.
struct FunEntry {
  Term module;
  Word index;     // new_index in the FunT chunk
  Word old_uniq;  // OldUniq of the FunT chunk
  Byte uniq[16];  // module MD5
  Word arity;     // with free variables
  Word num_free;
  Atomic<CodeAddress> address{
      nullptr};  // release at load, acquire at call; null when its code is not loaded
  CodeAddress pending = nullptr;  // its address while a purge is under way; CodePurge's lock
  Term function;                  // name of the lifted function, '-f/1-fun-0-'
};

}  // namespace vm
