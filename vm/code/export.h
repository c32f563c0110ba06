// Export: one function as seen from other modules, `m:f/a`, whether it exists or not. Created on
// first mention, lives for ever. It has a FuncInfo and an entry word of its own: where an address
// leads when the function does not exist (error_handler), is a BIF without a module, or has a
// global breakpoint (F3, B1). Threads: addresses of the staging generation are written under the
// code modification permission.
#pragma once

#include "vm/code/code_index.h"
#include "vm/code/func_info.h"

namespace vm {

class Process;

/// A built-in function: arguments in `args` (arity of the export), answers a term, or none() after
/// raising, trapping or starting an operation (Process says which). Runs with the process's
/// registers saved; may build with HeapBuilder, never collects.
using BifFn = Term (*)(Process& p, const Term* args);

struct Export {
  // FuncInfo + entry word + its operands: stub[0] is the entry word.
  FuncInfo info;
  Word stub[3] = {};  // handler (call_error_handler, call_bif fn arity, i_export_jump)

  // Where callers go; the last one those that keep their calls, null until anybody does.
  Atomic<CodeAddress> addresses[kCodeGenerations + 1];
  Atomic<CodeAddress> targets[kCodeGenerations];  // where the function is; see target()
  bool through_stub = false;    // a global breakpoint is set; the permission's holder's
  BifFn bif = nullptr;          // set for functions of the BIF table; constant after start
  std::uint32_t bif_flags = 0;  // BifFlag, bif/bifs.def
  bool exported_by_table = false;
  const std::uint32_t number;  // exports that were mentioned before it
  // What call_light_bif calls, past the entry word: `bif`, or what looks whether there is a
  // breakpoint, see ExportTable::lead_light_calls().
  Atomic<BifFn> light_bif{nullptr};

  Export(Term module, Term function, Word arity, std::uint32_t place = 0)
      : info{module, function, arity}, number(place) {}
  /// Of a process: Process::call_index.
  CodeAddress address(unsigned call_index) const {
    // relaxed: published by CodeIndex::commit(); the process took its index with acquire. The last
    // one was written before the process got that index, see ExportTable::save_calls().
    return addresses[call_index].load(std::memory_order_relaxed);
  }
  CodeAddress stub_address() const { return stub; }
  /// Where the function itself is; differs from address() while a global breakpoint leads all
  /// callers through the stub.
  CodeAddress target(unsigned code_index) const {
    return targets[code_index].load(std::memory_order_relaxed);  // relaxed: as address()
  }
  /// The function does not exist, or is a BIF without a module.
  bool leads_to_stub(unsigned code_index) const { return target(code_index) == stub; }
  /// Where the function is in one generation. By the holder of the code modification permission.
  void set_target(unsigned code_index, CodeAddress target) {
    targets[code_index].store(target, std::memory_order_relaxed);  // relaxed: as address()
    addresses[code_index].store(through_stub ? stub_address() : target, std::memory_order_relaxed);
  }
  /// A global breakpoint begins or ends (F3): the stub's word must be right to run before.
  void lead_to_stub() {
    through_stub = true;
    // release: the stub's word was written before; pairs with the dependent load of it.
    for (unsigned i = 0; i < kCodeGenerations; ++i)
      addresses[i].store(stub_address(), std::memory_order_release);
  }
  void lead_to_targets() {
    through_stub = false;
    for (unsigned i = 0; i < kCodeGenerations; ++i) {
      addresses[i].store(target(i), std::memory_order_relaxed);  // relaxed: as address()
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
