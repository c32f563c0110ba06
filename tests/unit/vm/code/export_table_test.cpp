// ExportTable, FunTable and CatchTable: one entry for each key, found by threads while others add.
#include "vm/code/catch_table.h"
#include "vm/code/tables.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <thread>

namespace {

using vm::Export;
using vm::ExportTable;
using vm::Term;
using vm::Word;

Term no_bif(vm::Process&, const Term*) { return Term::none(); }

Term name(Word number) { return vm::intern_atom("f" + std::to_string(number)).value(); }

TEST(ExportTable, MakesOneExportForEachFunction) {
  ExportTable table;
  EXPECT_EQ(table.find(vm::am::erlang, name(1), 2), nullptr);
  Export& e = table.get_or_create(vm::am::erlang, name(1), 2);
  EXPECT_EQ(&table.get_or_create(vm::am::erlang, name(1), 2), &e);
  EXPECT_NE(&table.get_or_create(vm::am::erlang, name(1), 3), &e);
  EXPECT_NE(&table.get_or_create(vm::am::erlang, name(2), 2), &e);
  EXPECT_EQ(table.find(vm::am::erlang, name(1), 2), &e);
  for (unsigned i = 0; i < vm::kCodeGenerations; i++) EXPECT_TRUE(e.is_at_stub(i));
}

TEST(ExportTable, FillsStubsOfExportsThatExistedBefore) {
  ExportTable table;
  Export& plain = table.get_or_create(vm::am::erlang, name(1), 0);
  Export& bif = table.define_bif({vm::am::erlang, name(2), 1}, no_bif, 5);
  auto call_error_handler = reinterpret_cast<vm::OpHandler>(Word{0x100});
  auto call_bif = reinterpret_cast<vm::OpHandler>(Word{0x200});
  table.set_handlers({call_error_handler, call_bif});
  EXPECT_EQ(plain.stub[0], 0x100u);
  EXPECT_EQ(bif.stub[0], 0x200u);
  EXPECT_EQ(bif.stub[1], reinterpret_cast<Word>(&no_bif));
  EXPECT_EQ(bif.stub[2], 1u);
  EXPECT_EQ(bif.bif_flags, 5u);
  EXPECT_EQ(bif.info.original.load(vm::kRelaxed), 0x200u);
}

TEST(ExportTable, LeadsCallsThatAreKeptThroughAnEntryOfTheirOwn) {
  ExportTable table;
  auto save_call = reinterpret_cast<vm::OpHandler>(Word{0x300});
  table.set_handlers({.save_call = save_call});
  Export& before = table.get_or_create(vm::am::erlang, name(1), 0);
  EXPECT_EQ(before.address(vm::kSavingCalls), nullptr);
  table.save_calls();
  Export& after = table.get_or_create(vm::am::erlang, name(2), 1);
  for (Export* e : {&before, &after}) {
    const vm::CodeAddress entry = e->address(vm::kSavingCalls);
    EXPECT_EQ(entry[0], 0x300u);
    EXPECT_EQ(entry[1], reinterpret_cast<Word>(e));
    EXPECT_NE(vm::FuncInfo::of_entry(entry).breakpoint.load(vm::kRelaxed), nullptr);
    EXPECT_EQ(e->address(0), e->stub_address());
  }
}

TEST(ExportTable, LeadsLightCallsOfANativeToItUnlessTheyHaveToBeSeen) {
  const auto light_call = [](vm::Process&, const Term*) { return Term::none(); };
  const vm::BifFn collecting = [](vm::Process&, const Term*) { return Term::small(1); };
  ExportTable table;
  Export& native = table.define_bif({vm::am::erlang, name(1), 1}, no_bif, 0, collecting);
  Export& other = table.define_bif({vm::am::erlang, name(2), 1}, no_bif, 0, collecting);
  Export& single = table.define_bif({vm::am::erlang, name(3), 1}, no_bif, 0);
  table.set_handlers({.light_call = light_call});
  const auto led_to = [](const Export& e) { return e.light_bif.load(vm::kRelaxed); };
  EXPECT_EQ(led_to(native), collecting);
  // What does not collect by itself is called by what looks for a breakpoint.
  EXPECT_EQ(led_to(single), static_cast<vm::BifFn>(light_call));
  // A breakpoint on the stub.
  native.info.breakpoint.store(reinterpret_cast<vm::GenericBp*>(8), vm::kRelaxed);
  table.redirect_light_calls(native.mfa(), 0);
  EXPECT_EQ(led_to(native), static_cast<vm::BifFn>(light_call));
  EXPECT_EQ(led_to(other), collecting);
  // One on the function of a module that stands for it, in one generation.
  native.info.breakpoint.store(nullptr, vm::kRelaxed);
  struct {
    vm::FuncInfo info{vm::am::erlang, name(1), 1};
    Word entry[1] = {};
  } code;
  native.set_target(1, code.entry);
  code.info.breakpoint.store(reinterpret_cast<vm::GenericBp*>(8), vm::kRelaxed);
  table.redirect_light_calls(native.mfa(), 0);
  EXPECT_EQ(led_to(native), collecting);
  table.redirect_light_calls(native.mfa(), 1);
  EXPECT_EQ(led_to(native), static_cast<vm::BifFn>(light_call));
  // saved_calls must see every call.
  table.save_calls();
  EXPECT_EQ(led_to(other), static_cast<vm::BifFn>(light_call));
  table.redirect_light_calls(other.mfa(), 0);
  EXPECT_EQ(led_to(other), static_cast<vm::BifFn>(light_call));
  table.redirect_light_calls({vm::am::erlang, name(3), 1}, 0);  // nobody's
}

// Run under the thread sanitizer, this proves the publication of slots and of larger tables.
TEST(ExportTable, GrowsWhileOthersLook) {
  constexpr Word kFunctions = 5000;
  ExportTable table;
  std::vector<Term> names;
  for (Word i = 0; i < kFunctions; i++) names.push_back(name(i));
  std::vector<std::vector<Export*>> seen(3);
  {
    std::vector<std::jthread> threads;
    for (auto& exports : seen) {
      threads.emplace_back([&table, &names, &exports] {
        for (Word i = 0; i < kFunctions; i++) {
          Export& e = table.get_or_create(vm::am::lists, names[i], i % 4);
          ASSERT_EQ(table.find(vm::am::lists, names[i], i % 4), &e);
          exports.push_back(&e);
        }
      });
    }
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
  Word count = 0;
  table.for_each([&](Export&) { count++; });
  EXPECT_EQ(count, kFunctions);
}

TEST(ExportTable, IsWalkedInPartsWhileItGrows) {
  constexpr Word kPart = 7;
  ExportTable table;
  std::vector<Export*> made;
  for (Word i = 0; i < 3 * kPart; i++)
    made.push_back(&table.get_or_create(vm::am::lists, name(i), 0));
  std::vector<Export*> walked;
  for (Word first = 0; table.for_some(first, kPart, [&](Export& e) { walked.push_back(&e); });
       first += kPart) {
    if (first == 0) made.push_back(&table.get_or_create(vm::am::lists, name(made.size()), 0));
  }
  EXPECT_EQ(walked, made);
}

TEST(FunTable, KeepsEntriesApartByDigestAndIndex) {
  vm::FunTable table;
  vm::Lambda lambda{vm::am::lists, {}, 0, 7, 3, 1, Term::none()};
  vm::FunEntry& first = table.get_or_create(lambda);
  EXPECT_EQ(first.address.load(vm::kRelaxed), nullptr);
  // An external term came first; the name is known when there is code.
  lambda.function = name(1);
  EXPECT_EQ(&table.get_or_create(lambda), &first);
  EXPECT_TRUE(vm::function_of(first).is_none());
  struct {
    vm::FuncInfo info{vm::am::lists, name(1), 3};
    Word entry[1] = {};
  } code;
  first.address.store(code.entry, vm::kRelease);
  EXPECT_EQ(vm::function_of(first), name(1));
  lambda.index = 1;
  EXPECT_NE(&table.get_or_create(lambda), &first);
  lambda.index = 0;
  lambda.digest[15] = 1;
  EXPECT_NE(&table.get_or_create(lambda), &first);
}

TEST(CatchTable, LeadsNumbersToAddressesAndUsesThemAgain) {
  vm::CatchTable table;
  Word code[2] = {};
  std::vector<Word> numbers;
  for (Word i = 0; i < 10000; i++) numbers.push_back(table.add(code + i % 2));
  for (Word i = 0; i < 10000; i++) EXPECT_EQ(table.target(numbers[i]), code + i % 2);
  table.release(numbers[1]);
  EXPECT_EQ(table.add(code), numbers[1]);
  EXPECT_EQ(table.target(numbers[1]), code);
}

}  // namespace
