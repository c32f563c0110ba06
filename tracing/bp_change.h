// Changing breakpoints while all processes run: BpChange is a change as a value, computed before
// anything is touched; its methods are the steps of B4 in order, and change_breakpoints() is the
// sequence with its waits. Threads: an Operation of the process that asks, holding the code
// modification permission. Contract: B4 to B7, F1 to F4, F13.
#pragma once

#include "tracing/bp_spec.h"
#include "tracing/breakpoint.h"
#include "tracing/step_log.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/module.h"
#include "vm/proc/operation.h"

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

namespace tracing {

class Tracing;

/// How long changes of breakpoints kept other processes from running: the processor time of the
/// batches of their steps. Written by holders of the permission, read by any thread.
class StepTimes {
 public:
  void note(Word ns) {
    // relaxed: one writer at a time; readers take what is there
    batches_.store(batches_.load(vm::kRelaxed) + 1, vm::kRelaxed);
    if (ns > longest_ns_.load(vm::kRelaxed)) longest_ns_.store(ns, vm::kRelaxed);
  }
  Word batches() const { return batches_.load(vm::kRelaxed); }        // relaxed: as above
  Word longest_ns() const { return longest_ns_.load(vm::kRelaxed); }  // relaxed: as above
  void reset() {
    batches_.store(0, vm::kRelaxed);  // relaxed: as above
    longest_ns_.store(0, vm::kRelaxed);
  }

 private:
  vm::Atomic<Word> batches_{0};
  vm::Atomic<Word> longest_ns_{0};
};

/// One change, from plan to release. Every step may be looked at from outside (tests).
class BpChange {
 public:
  BpChange(Tracing& tracing, BpPattern pattern, BpSpec spec);
  ~BpChange();
  BpChange(const BpChange&) = delete;

  /// Finds the functions, in batches as the steps do: false while there is more to do. Their number
  /// is the result of trace:function/4 (F1).
  bool find_functions(const vm::CodeModPermission&);
  Word matched() const { return matched_; }
  bool is_empty() const { return sites_.empty(); }
  /// How many functions and exports it touches.
  Word sites() const { return sites_.size(); }

  /// Each step works through the sites in batches, so that no scheduler is held up: false while
  /// there is more to do. The numbers are those of B4.
  bool allocate(const vm::CodeModPermission&);       // 2
  bool stage(const vm::CodeModPermission&);          // 3
  bool install(const vm::CodeModPermission&);        // 5
  void commit(const vm::CodeModPermission&);         // 7
  bool uninstall(const vm::CodeModPermission&);      // 9
  bool consolidate(const vm::CodeModPermission&);    // 11
  bool free_disabled(const vm::CodeModPermission&);  // 12

  /// The whole change in two steps for the functions of code that is not current yet (F9). Between
  /// them thread progress, where processes may run the code already: as between 2 and 5.
  void prepare_staged(const vm::CodeModPermission& permission, const vm::Module& module);
  void install_staged(const vm::CodeModPermission& permission);

 private:
  /// A function or export that the change touches.
  struct Site {
    vm::FuncInfo* info;
    vm::Export* exported;  // not null: the export's own entry word
    bool adds;             // else the session's actions that exclude the new ones go (F3)
    Breakpoint* bp = nullptr;
    bool is_new = false;
    bool removes = false;
    bool is_unused = false;  // the function refers to `bp` no more: the change owns it
  };

  bool add_some_of(const vm::Module& module);
  void add_function(vm::FuncInfo& info, vm::Export* exported);
  void add_site(vm::FuncInfo& info, vm::Export* exported, bool adds);
  bool add_some_natives();
  static void make_breakpoint(Site& site);
  static void free_if_unused(Site& site);
  void replace_breakpoint(Site& site, const Breakpoint& present) const;
  void publish_breakpoint(const Site& site, unsigned code_index) const;
  void redirect_to_stub(vm::Export& exported) const;
  void redirect_light_calls(const vm::FuncInfo& info, unsigned code_index) const;
  template <class F>
  bool in_batches(F f);
  template <class Work>
  bool in_batches_of(Work work);

  Tracing& tracing_;
  const BpPattern pattern_;
  const BpSpec spec_;
  Word matched_ = 0;
  std::vector<Term> modules_;  // to look through
  bool has_modules_ = false;
  std::size_t next_module_ = 0;
  std::deque<Site> sites_;  // grows without a pause in which all are moved
  std::size_t next_ = 0;    // site, or function of the module, that the batch at hand comes to next
};

/// The sequence of B4. The result is the number of functions that matched.
vm::Operation change_breakpoints(Process& p, Tracing& tracing, BpPattern pattern, BpSpec spec);

/// `module` is staged for the generation `code_index` of code: global patterns at the functions
/// that it exports end with the commit, as in OTP (Z2).
void end_globals(const vm::CodeModPermission& permission, const vm::Module& module,
                 unsigned code_index);

}  // namespace tracing
