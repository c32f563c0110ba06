// A Breakpoint holds what to do when one traced function is called: two generations of actions,
// each a short list, an action per session and kind. Invariants: the active generation keeps its
// actions (only figures move); staging is the permission holder's. Between two changes both
// generations are equal. Ownership: the FuncInfo slot owns it; freed in step 12 of a change, after
// thread progress. Threads: hit by any scheduler, without locks. Contract: B1, B2, B3, B6.
#pragma once

#include "tracing/bp_actions.h"
#include "vm/code/generic_bp.h"

#include <array>
#include <vector>

namespace tracing {

class Breakpoint final : public vm::GenericBp {
 public:
  Breakpoint(vm::FuncInfo& function, vm::Export* exported)
      : GenericBp(exported), function(function) {}

  /// The breakpoint of a function, or null. By the holder of the permission.
  static Breakpoint* of(const vm::FuncInfo& function) {
    // relaxed: written by holders of the permission
    return static_cast<Breakpoint*>(function.breakpoint.load(vm::kRelaxed));
  }

  static void free(Breakpoint* bp) { delete bp; }  // owner: the FuncInfo, until here

  vm::FuncInfo& function;
  std::array<BpActions, 2> generations;
  /// New code was loaded: the actions at the export's entry have ended in a generation, and go with
  /// the next change at the function. Set by holders of the permission; read at hits.
  std::array<vm::Atomic<bool>, 2> exports_ended{};
  /// The code that the function is in was replaced or deleted: all actions of a generation have
  /// ended, and go with the next change at the function. As exports_ended.
  std::array<vm::Atomic<bool>, 2> all_ended{};

  /// Sums up a generation that has changed. It is not the active one.
  void summarize(unsigned generation);
  /// Whether a generation has nothing but counters: i_count_breakpoint will do.
  bool only_counts(unsigned generation) const {
    return exported == nullptr && summaries[generation].sessions == 0;
  }

 private:
  std::array<std::vector<vm::Atomic<Word>*>, 2> counters_;  // what the summaries point to
};

}  // namespace tracing
