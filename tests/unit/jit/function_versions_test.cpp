// The words of functions while versions of their native code come, and breakpoints are set and
// removed. proves B12
#include "jit/function_versions.h"

#include "jit/entry_handlers.h"
#include "jit/version_table.h"

#include <gtest/gtest.h>

namespace jit {
namespace {

constexpr Word kInterpretedEntry = 100, kInterpretedReturn = 101, kBreakpoint = 102;

OpHandler handler(Word n) { return reinterpret_cast<OpHandler>(n); }

/// A function of two words: the entry word, and one that a call returns to.
struct Versioned {
  Versioned() {
    info.interpreted = kInterpretedEntry;
    info.original.store(kInterpretedEntry, vm::kRelaxed);  // one thread
  }
  /// Native code that begins with `n`, and has `n` + 1 where the call returns to.
  NativeVersion version(Word n) {
    return {.entry_points = {{&return_word, kInterpretedReturn, n + 1}}, .entry = handler(n)};
  }
  void set_breakpoint() { info.set_entry(handler(kBreakpoint)); }

  vm::FuncInfo info{{}, {}, 1};
  Word entry_word = kInterpretedEntry;
  Word return_word = kInterpretedReturn;
};

constexpr Word kUntraced = 200, kTraced = 300;

TEST(FunctionVersions, HoldsOneVersionInAllWords) {
  Versioned f;
  FunctionVersions versions(f.info);
  versions.set(IsTraced::kNo, f.version(kUntraced));
  versions.set(IsTraced::kYes, f.version(kTraced));
  versions.switch_to(IsTraced::kNo);
  EXPECT_EQ(f.entry_word, kUntraced);
  EXPECT_EQ(f.return_word, kUntraced + 1);
  versions.switch_to(IsTraced::kYes);
  EXPECT_EQ(f.entry_word, kTraced);
  EXPECT_EQ(f.return_word, kTraced + 1);
  versions.switch_to_interpreter();
  EXPECT_TRUE(versions.is_interpreted());
  EXPECT_EQ(f.entry_word, kInterpretedEntry);
  EXPECT_EQ(f.return_word, kInterpretedReturn);
}

TEST(FunctionVersions, InterpretsAndRequestsAVersionThatIsNotCompiled) {
  Versioned f;
  FunctionVersions versions(f.info);
  versions.set(IsTraced::kNo, f.version(kUntraced));
  versions.switch_to(IsTraced::kNo);
  versions.switch_to(IsTraced::kYes);
  EXPECT_EQ(f.info.original_handler(), &count_call);
  EXPECT_EQ(f.info.counter.load(vm::kRelaxed), 1u);
  EXPECT_EQ(f.return_word, kInterpretedReturn);
}

TEST(FunctionVersions, KeepsTheInterpretersFirstInstructionWhereItIsNotNative) {
  Versioned f;
  FunctionVersions versions(f.info);
  NativeVersion version = f.version(kUntraced);
  version.entry = nullptr;
  versions.set(IsTraced::kNo, version);
  versions.switch_to(IsTraced::kNo);
  EXPECT_EQ(f.entry_word, kInterpretedEntry);
  EXPECT_EQ(f.return_word, kUntraced + 1);
}

TEST(VersionTable, RunsTheTracedVersionWhileACalleeHasABreakpoint) {
  Versioned caller;
  Versioned callee;
  FunctionCode pasted;
  pasted.entry = callee.info.entry();
  VersionTable table;
  FunctionVersions& versions = table.add(caller.info, std::span(&pasted, 1));
  versions.set(IsTraced::kNo, caller.version(kUntraced));
  versions.set(IsTraced::kYes, caller.version(kTraced));
  table.switch_to_wanted(caller.info);
  EXPECT_EQ(caller.entry_word, kUntraced);
  callee.set_breakpoint();
  table.breakpoint_changed(callee.info);
  EXPECT_EQ(table.wanted(caller.info), IsTraced::kYes);
  EXPECT_EQ(caller.entry_word, kTraced);
  callee.info.restore_entry();
  table.breakpoint_changed(callee.info);
  EXPECT_EQ(caller.entry_word, kUntraced);
}

TEST(VersionTable, LeavesABreakpointInTheEntryWord) {
  Versioned f;
  VersionTable table;
  FunctionVersions& versions = table.add(f.info, {});
  versions.set(IsTraced::kYes, f.version(kTraced));
  f.set_breakpoint();
  table.breakpoint_changed(f.info);
  EXPECT_EQ(f.entry_word, kBreakpoint);
  EXPECT_EQ(f.info.original_handler(), handler(kTraced));
  f.info.restore_entry();
  EXPECT_EQ(f.entry_word, kTraced);
}

}  // namespace
}  // namespace jit
