// A GenericBp holds what to do when one traced function is called: two generations of actions, each
// a short list, an action per session and kind. Invariants: the active generation keeps its actions
// (only counters move); staging is the permission holder's. Between two changes both generations
// are equal. Ownership: the FuncInfo slot owns it; freed in step 12 of a change, after thread
// progress. Threads: hit by any scheduler, without locks. Contract: B1, B2, B3, B6.
#pragma once

#include "tracing/session.h"
#include "vm/code/export.h"

#include <array>
#include <vector>

namespace tracing {

/// The kinds of breakpoint actions, in the order in which they run. Row: kind, is it a call message
/// of flagged processes.
enum class BpKind : std::uint8_t { kLocal, kGlobal, kMeta, kCallCount };

class CounterTable;

/// One function's counter: a word per scheduler, so that no two schedulers write the same cache
/// line and none needs an atomic read-modify-write (F6).
class CallCounter final : public vm::Shared {
 public:
  CallCounter(CounterTable& table, vm::Atomic<Word>* words) : table_(table), words_(words) {}
  /// By the scheduler itself.
  void count(unsigned scheduler) {
    vm::Atomic<Word>& word = words_[scheduler * kStride];
    word.store(word.load(vm::kRelaxed) + 1,
               vm::kRelaxed);  // relaxed: one writer; readers take what is there
  }
  /// The sum over all schedulers.
  Word value() const;

  /// Words between the counters of one function on two schedulers: a page, so that a chunk's
  /// counters of one scheduler are its own.
  static constexpr Word kStride = 512;

 private:
  ~CallCounter() override;
  CounterTable& table_;
  vm::Atomic<Word>* words_;
};

/// Where counters come from: chunks of kStride counters for each scheduler.
class CounterTable {
 public:
  explicit CounterTable(unsigned schedulers) : schedulers_(schedulers) {}
  ~CounterTable();
  CounterTable(const CounterTable&) = delete;
  SharedRef<CallCounter> make() VM_EXCLUDES(mutex_);
  unsigned schedulers() const { return schedulers_; }

 private:
  friend class CallCounter;
  void give_back(vm::Atomic<Word>* words) VM_EXCLUDES(mutex_);

  const unsigned schedulers_;
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  std::vector<vm::Atomic<Word>*> chunks_ VM_GUARDED_BY(mutex_);
  std::vector<vm::Atomic<Word>*> free_ VM_GUARDED_BY(mutex_);
};

/// What one session does at one function.
struct BpAction {
  BpKind kind = BpKind::kLocal;
  SharedRef<Session> session;
  SharedRef<vm::MatchProgram> program;  // call and meta: null without match spec
  Tracer tracer;                        // meta
  SharedRef<CallCounter> counter;       // call_count
  bool is_paused = false;
};

using BpActions = std::vector<BpAction>;

}  // namespace tracing

namespace vm {

/// See tracing/breakpoint.h, whose types it is made of.
class GenericBp {
 public:
  GenericBp(FuncInfo& function, Export* exported) : function(function), exported(exported) {}
  GenericBp(const GenericBp&) = delete;

  FuncInfo& function;
  Export* const exported;  // the export whose entry word this is, null for a function's own
  std::array<tracing::BpActions, 2> generations;
};

}  // namespace vm
