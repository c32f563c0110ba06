// A change of breakpoints, stopped between any two of its steps: what running code would find
// there.
#include "tracing/bp_change.h"

#include "tracing/bp_hit.h"
#include "tracing/call_counter.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/interp/interpreter.h"
#include "vm/proc/process_table.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

namespace {

using tracing::BpChange;
using tracing::BpHow;
using tracing::BpKind;
using tracing::BpPattern;
using tracing::BpSpec;
using vm::Term;
using vm::Word;

/// A machine with one module of two functions, lists:map/0 and lists:append/0, whose code is one
/// word each.
class Machine {
 public:
  Machine() : vm_(options()), engine_(vm_) {
    vm_.engine = &engine_;
    vm_.backend = &engine_;
    tracing::install(vm_);
    auto module = std::make_unique<vm::Module>();
    module->name = vm::am::lists;
    constexpr Word kFunctionWords = vm::kFuncInfoWords + 2;
    module->code.resize(2 * kFunctionWords);
    const Term names[] = {vm::am::map, vm::am::append};
    for (Word n = 0; n < 2; ++n) {
      Word* start = module->code.data() + n * kFunctionWords + 1;
      auto* info = new (start) vm::FuncInfo{vm::am::lists, names[n], 0};
      info->original.store(reinterpret_cast<Word>(original()), vm::kRelaxed);  // nobody else yet
      info->restore_entry();
      module->functions.push_back(info);
      module->function_ends.push_back(static_cast<std::uint32_t>((n + 1) * kFunctionWords));
      functions_[n] = info;
    }
    vm_.modules->start_staging(permission_);
    vm_.modules->stage(permission_, std::move(module));
    vm_.modules->commit(permission_);
    process_ = vm_.processes->create();
    process_->x = vm_.schedulers->operator[](0).x;
  }
  ~Machine() { vm_.processes->give_back(std::move(process_)); }

  vm::OpHandler original() { return engine_.generic_handler(vm::Op::return_); }
  vm::OpHandler breakpoint() { return engine_.generic_handler(vm::Op::i_generic_breakpoint); }
  /// In place of breakpoint() where there are counters only.
  vm::OpHandler count_breakpoint() { return engine_.generic_handler(vm::Op::i_count_breakpoint); }
  vm::OpHandler entry(int n) { return vm::handler_at(functions_[n]->entry()); }
  vm::FuncInfo& function(int n) { return *functions_[n]; }
  tracing::Tracing& tracing() { return tracing::Tracing::of(vm_); }
  const vm::CodeModPermission& permission() { return permission_; }

  /// As a call of the function would go: through the breakpoint if there is one. Returns what runs
  /// then.
  vm::OpHandler call(int n) {
    if (entry(n) != breakpoint() && entry(n) != count_breakpoint()) return entry(n);
    return tracing::hit_breakpoint(tracing(), *process_, *functions_[n]);
  }
  BpSpec counting(vm::SharedRef<tracing::Session> session, BpHow how = BpHow::kOn) {
    BpSpec spec;
    spec.session = std::move(session);
    spec.how = how;
    spec.kinds = {BpKind::call_count};
    return spec;
  }
  /// Calls counted for the session, -1 if it does not count.
  long counted(int n, const tracing::Session& session) {
    const auto* bp = tracing::Breakpoint::of(*functions_[n]);
    if (bp == nullptr) return -1;
    for (const tracing::BpAction& action : bp->generations[vm_.bp_index.active()]) {
      if (action.session.get() != &session) continue;
      return static_cast<long>(static_cast<tracing::CallCounter&>(*action.figures).value());
    }
    return -1;
  }
  /// All steps, without waits: nobody else runs.
  void change(const BpPattern& pattern, BpSpec spec) {
    BpChange change(tracing(), pattern, std::move(spec));
    while (!change.find_functions(permission_)) {
    }
    run_to_end(change);
  }
  void run_to_end(BpChange& change) {
    while (!change.allocate(permission_)) {
    }
    while (!change.stage(permission_)) {
    }
    while (!change.install(permission_)) {
    }
    change.commit(permission_);
    while (!change.uninstall(permission_)) {
    }
    while (!change.consolidate(permission_)) {
    }
    while (!change.free_disabled(permission_)) {
    }
  }
  vm::SharedRef<tracing::Session> session() {
    return tracing().sessions().create(vm::am::trace, {process_->pid});
  }

 private:
  static vm::VmOptions options() {
    vm::VmOptions options;
    options.schedulers = 1;
    return options;
  }
  vm::CodeModPermission take() {
    EXPECT_TRUE(vm_.code_permission->try_take());
    return vm_.code_permission->make_right();
  }

  vm::Vm vm_;
  vm::InterpreterEngine engine_;
  vm::CodeModPermission permission_ = take();
  vm::FuncInfo* functions_[2] = {};
  std::unique_ptr<vm::Process> process_;
};

const BpPattern kLists{vm::am::lists, Term::none(), -1};

// proves B1, B3, B4, B6, F13
TEST(BpChange, DoesNothingToCallersBeforeTheCommit) {
  Machine machine;
  const auto session = machine.session();
  BpChange change(machine.tracing(), kLists, machine.counting(session));
  EXPECT_TRUE(change.find_functions(machine.permission()));
  EXPECT_EQ(change.matched(), 2U);
  EXPECT_TRUE(change.allocate(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.original());
  EXPECT_TRUE(change.stage(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.original());
  EXPECT_TRUE(change.install(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.count_breakpoint());
  EXPECT_EQ(machine.entry(1), machine.count_breakpoint());
  EXPECT_EQ(machine.call(0), machine.original());
  EXPECT_EQ(machine.counted(0, *session), -1);
  change.commit(machine.permission());
  EXPECT_EQ(machine.counted(0, *session), 0);
  EXPECT_EQ(machine.call(0), machine.original());
  EXPECT_EQ(machine.counted(0, *session), 1);
  EXPECT_EQ(machine.counted(1, *session), 0);
}

// proves B4
TEST(BpChange, KeepsTheBreakpointUntilTheLastWait) {
  Machine machine;
  const auto session = machine.session();
  machine.change(kLists, machine.counting(session));
  BpChange change(machine.tracing(), kLists, machine.counting(session, BpHow::kOff));
  EXPECT_TRUE(change.find_functions(machine.permission()));
  EXPECT_TRUE(change.allocate(machine.permission()));
  EXPECT_TRUE(change.stage(machine.permission()));
  machine.call(0);
  EXPECT_EQ(machine.counted(0, *session), 1);
  EXPECT_TRUE(change.install(machine.permission()));
  change.commit(machine.permission());
  EXPECT_EQ(machine.call(0), machine.original());
  EXPECT_EQ(machine.counted(0, *session), -1);
  EXPECT_TRUE(change.uninstall(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.original());
  // A scheduler that fetched the instruction before may still run it: the data are there.
  EXPECT_EQ(tracing::hit_breakpoint(
                machine.tracing(),
                *std::make_unique<vm::Process>(machine.tracing().vm(), Term::local_pid(1)),
                machine.function(0)),
            machine.original());
  EXPECT_TRUE(change.consolidate(machine.permission()));
  EXPECT_EQ(machine.function(0).breakpoint.load(vm::kRelaxed), nullptr);
  EXPECT_TRUE(change.free_disabled(machine.permission()));
}

// proves F6, S2
TEST(BpChange, KeepsTheCountersOfOtherSessions) {
  Machine machine;
  const auto stays = machine.session();
  const auto changes = machine.session();
  machine.change(kLists, machine.counting(stays));
  for (int round = 0; round < 10; ++round) {
    machine.call(0);
    machine.change(kLists, machine.counting(changes));
    machine.call(0);
    EXPECT_EQ(machine.counted(0, *changes), 1);
    machine.change(kLists, machine.counting(changes, BpHow::kOff));
    EXPECT_EQ(machine.counted(0, *changes), -1);
  }
  EXPECT_EQ(machine.counted(0, *stays), 20);
}

// proves F2, F6
TEST(BpChange, PausesAndRestartsCounters) {
  Machine machine;
  const auto session = machine.session();
  machine.change(kLists, machine.counting(session));
  machine.call(0);
  machine.change(kLists, machine.counting(session, BpHow::kPause));
  machine.call(0);
  EXPECT_EQ(machine.counted(0, *session), 1);
  machine.change(kLists, machine.counting(session, BpHow::kRestart));
  EXPECT_EQ(machine.counted(0, *session), 0);
  machine.call(0);
  EXPECT_EQ(machine.counted(0, *session), 1);
}

// proves F6, B2
TEST(BpChange, AsksSessionsFromBeforeTheCommitUntilAfterTheLastOneIsGone) {
  Machine machine;
  const auto counts = machine.session();
  const auto calls = machine.session();
  machine.change(kLists, machine.counting(counts));
  EXPECT_EQ(machine.entry(0), machine.count_breakpoint());
  BpSpec local;
  local.session = calls;
  local.kinds = {BpKind::local};
  BpChange on(machine.tracing(), kLists, local);
  EXPECT_TRUE(on.find_functions(machine.permission()));
  EXPECT_TRUE(on.allocate(machine.permission()));
  EXPECT_TRUE(on.stage(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.count_breakpoint());
  EXPECT_TRUE(on.install(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.breakpoint());
  on.commit(machine.permission());
  EXPECT_TRUE(on.uninstall(machine.permission()));
  EXPECT_TRUE(on.consolidate(machine.permission()));
  EXPECT_TRUE(on.free_disabled(machine.permission()));
  local.how = BpHow::kOff;
  BpChange off(machine.tracing(), kLists, local);
  EXPECT_TRUE(off.find_functions(machine.permission()));
  EXPECT_TRUE(off.allocate(machine.permission()));
  EXPECT_TRUE(off.stage(machine.permission()));
  EXPECT_TRUE(off.install(machine.permission()));
  off.commit(machine.permission());
  EXPECT_EQ(machine.entry(0), machine.breakpoint());
  EXPECT_TRUE(off.uninstall(machine.permission()));
  EXPECT_EQ(machine.entry(0), machine.count_breakpoint());
  machine.call(0);
  EXPECT_EQ(machine.counted(0, *counts), 1);
}

// proves F1
TEST(BpChange, TouchesOnlyWhatThePatternNames) {
  Machine machine;
  const auto session = machine.session();
  machine.change({vm::am::lists, vm::am::map, 0}, machine.counting(session));
  EXPECT_EQ(machine.entry(0), machine.count_breakpoint());
  EXPECT_EQ(machine.entry(1), machine.original());
}

// proves S4
TEST(BpChange, LeavesWhatLiveSessionsHaveWhenItRemovesThatOfDeadOnes) {
  Machine machine;
  const auto dead = machine.session();
  const auto alive = machine.session();
  machine.change(kLists, machine.counting(dead));
  machine.change({vm::am::lists, vm::am::map, 0}, machine.counting(alive));
  machine.call(0);
  machine.tracing().cleaner().end(*dead);
  BpSpec all;
  all.how = BpHow::kOff;
  all.of_dead_sessions = true;
  machine.change({}, std::move(all));
  EXPECT_EQ(machine.counted(0, *alive), 1);
  EXPECT_EQ(machine.counted(0, *dead), -1);
  EXPECT_EQ(machine.entry(1), machine.original());
}

// proves S3
TEST(BpChange, RemovesAllKindsOfASessionThatEnds) {
  Machine machine;
  const auto session = machine.session();
  BpSpec spec = machine.counting(session);
  spec.kinds = {BpKind::local, BpKind::meta, BpKind::call_count};
  spec.own_tracer = session->tracer;
  machine.change(kLists, std::move(spec));
  EXPECT_TRUE(machine.tracing().cleaner().end(*session));
  EXPECT_FALSE(machine.tracing().cleaner().end(*session));
  BpSpec all;
  all.how = BpHow::kOff;
  all.of_dead_sessions = true;
  machine.change({}, std::move(all));
  EXPECT_EQ(machine.function(0).breakpoint.load(vm::kRelaxed), nullptr);
  EXPECT_EQ(machine.entry(1), machine.original());
}

}  // namespace
