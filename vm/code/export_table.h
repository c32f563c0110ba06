// ExportTable: maps an Mfa to its Export. An Export lives as long as the table. Reading takes no
// lock: a table of slots is published with one store, slots are only ever filled, and a table that
// is half full is replaced by a larger copy. Replaced tables are kept, because readers may use
// them; together they are smaller than the current one.
// Invariants: an Mfa has one Export; a filled slot never changes.
// Threads: any thread calls get_or_create() and find(). module_table.h says how the addresses in
// exports change.
#pragma once

#include "vm/base/mutex.h"
#include "vm/code/export.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace vm {

/// The handlers of export stubs. The engine provides them; constant after start-up.
struct ExportHandlers {
  OpHandler call_error_handler = nullptr;
  OpHandler call_bif = nullptr;
  OpHandler save_call = nullptr;
  BifFn light_call =
      nullptr;  // in place of a BIF whose light calls may have to go by its entry word
};

/// Where processes go that keep what they call (process_flag(save_calls)): an entry word that notes
/// the export, then goes where all others go. Its FuncInfo is no function's.
struct SavingEntry {
  FuncInfo info;
  Word word[2] = {};  // i_save_call export
  explicit SavingEntry(const Mfa& mfa) : info{mfa.module, mfa.function, mfa.arity} {}
};
static_assert(offsetof(SavingEntry, word) == sizeof(FuncInfo), "the word is its FuncInfo's entry");

class ExportTable {
 public:
  ExportTable();
  ExportTable(const ExportTable&) = delete;
  ExportTable& operator=(const ExportTable&) = delete;

  /// Sets the handlers of all stubs, existing ones included. Called before the first process runs.
  void set_handlers(ExportHandlers handlers) VM_EXCLUDES(mutex_);

  /// Returns the export of this function. A new export directs callers to its stub.
  Export& get_or_create(Term module, Term function, Word arity) VM_EXCLUDES(mutex_);
  /// Returns the export of this function, or null if it does not exist.
  Export* find(Term module, Term function, Word arity) const;
  /// Makes the function a BIF: its stub calls `function`, and call_light_bif `collecting`
  /// (Export::collecting_bif). Called before the first process runs.
  Export& define_bif(const Mfa& mfa, BifFn function, std::uint32_t flags,
                     BifFn collecting = nullptr) VM_EXCLUDES(mutex_);
  /// From here on calls by kSavingCalls lead to i_save_call, also those of exports to come. False:
  /// they did already.
  bool save_calls() VM_EXCLUDES(mutex_);
  /// Sets where calls of a BIF go that bypass its entry word (call_light_bif): to the BIF, or,
  /// while its calls have to be seen, to a function that checks for a breakpoint. To be called by
  /// the holder of the code modification permission after a function of that name has got its
  /// breakpoint or lost it; schedulers follow after thread progress. Does nothing where `mfa` names
  /// no BIF.
  void redirect_light_calls(const Mfa& mfa, unsigned code_index) VM_EXCLUDES(mutex_);
  /// Calls `f(Export&)` for all present exports, with the lock held.
  template <class F>
  void for_each(F f) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    for (Export& e : exports_) f(e);
  }
  /// Like for_each(), for `count` exports from number `first` on, in the order of creation, so that
  /// a caller can walk all exports in several calls. Returns false after the last one.
  template <class F>
  bool for_some(std::size_t first, std::size_t count, F f) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const std::size_t end = std::min(first + count, exports_.size());
    for (std::size_t i = first; i < end; ++i) f(exports_[i]);
    return end < exports_.size();
  }

 private:
  struct Slots {
    explicit Slots(Word size) : mask(size - 1), slots(std::make_unique<Atomic<Export*>[]>(size)) {}
    Word mask;
    std::unique_ptr<Atomic<Export*>[]> slots;
  };

  static Export* look_up(const Slots& slots, const Mfa& mfa);
  static void insert(Slots& slots, Export* e);
  void grow() VM_REQUIRES(mutex_);
  void fill_stub(Export& e) VM_REQUIRES(mutex_);
  /// `is_seen`: its calls have to be seen, or may have to be.
  void set_light_bif(Export& e, bool is_seen) VM_REQUIRES(mutex_);
  void save_calls_of(Export& e) VM_REQUIRES(mutex_);

  Atomic<Slots*> current_{nullptr};  // release in grow(), acquire in find()
  mutable Mutex mutex_{LockRank::kExportTable};
  ExportHandlers handlers_ VM_GUARDED_BY(mutex_);
  bool saves_calls_ VM_GUARDED_BY(mutex_) = false;
  std::deque<Export> exports_ VM_GUARDED_BY(mutex_);
  std::deque<SavingEntry> saving_ VM_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Slots>> tables_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
