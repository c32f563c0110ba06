// A Breakpoint holds what to do when one traced function is called: two generations of actions,
// each a short list, an action per session and kind. Invariants: the active generation keeps its
// actions (only counters move); staging is the permission holder's. Between two changes both
// generations are equal. Ownership: the FuncInfo slot owns it; freed in step 12 of a change, after
// thread progress. Threads: hit by any scheduler, without locks. Contract: B1, B2, B3, B6.
#pragma once

#include "tracing/call_account.h"
#include "tracing/session.h"
#include "vm/code/generic_bp.h"

#include <array>
#include <vector>

namespace tracing {

/// The kinds of breakpoint actions, in the order in which they run. Call kinds send call messages
/// of flagged processes; counting kinds keep figures, and can be paused and started again.
enum class BpKind : std::uint8_t { kLocal, kGlobal, kMeta, kCallCount, kCallTime, kCallMemory };

constexpr bool is_call_kind(BpKind kind) {
  return kind == BpKind::kLocal || kind == BpKind::kGlobal;
}
constexpr bool is_counting_kind(BpKind kind) { return kind >= BpKind::kCallCount; }

class CounterTable;

/// One function's counter: a word per scheduler, so that no two schedulers write the same cache
/// line and none needs an atomic read-modify-write (F6).
class CallCounter final : public vm::Shared {
 public:
  CallCounter(CounterTable& table, vm::Atomic<Word>* words) : table_(table), words_(words) {}
  /// The word of scheduler 0; see GenericBp::Front.
  vm::Atomic<Word>* words() const { return words_; }
  /// The sum over all schedulers.
  Word value() const;

 private:
  ~CallCounter() override;
  CounterTable& table_;
  vm::Atomic<Word>* words_;
};

/// Where counters come from: chunks of kCounterStride counters for each scheduler.
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
  SharedRef<CallAccount> account;       // call_time, call_memory
  bool is_paused = false;
};

using BpActions = std::vector<BpAction>;

class Breakpoint final : public vm::GenericBp {
 public:
  Breakpoint(vm::FuncInfo& function, vm::Export* exported)
      : GenericBp(exported), function(function) {}

  /// The breakpoint of a function, or null. By the holder of the permission.
  static Breakpoint* of(const vm::FuncInfo& function) {
    // relaxed: written by holders of the permission
    return static_cast<Breakpoint*>(function.breakpoint.load(vm::kRelaxed));
  }

  vm::FuncInfo& function;
  std::array<BpActions, 2> generations;
  /// New code was loaded: the global actions of a generation have ended, and go with the next
  /// change at the function. Set by holders of the permission; read at hits.
  std::array<vm::Atomic<bool>, 2> globals_ended{};

  /// Sums up a generation that has changed. It is not the active one.
  void update_front(unsigned generation);
  /// Whether a generation has nothing but counters: i_count_breakpoint will do.
  bool only_counts(unsigned generation) const { return fronts[generation].sessions == 0; }

 private:
  std::array<std::vector<vm::Atomic<Word>*>, 2> counters_;  // what the fronts point to
};

}  // namespace tracing
