// Named tables that are found without the lock of the index.
#include "vm/ets/table_index.h"

#include "tests/unit/vm/proc/fake_engine.h"

namespace vm {
namespace {

class TableIndexTest : public ProcessTest {
 protected:
  void SetUp() override {
    ProcessTest::SetUp();
    visit.emplace(*vm->progress);
    owner = &vm->processes->publish(vm->processes->create());
    owner->sched.state.try_queue();  // no other thread puts it in a run queue
  }
  void TearDown() override {
    visit.reset();
    ProcessTest::TearDown();
  }
  SharedRef<Table> create(Term name) {
    TableOptions options;
    options.named = true;
    return vm->tables->create(*owner, name, options);
  }
  std::optional<ThreadProgress::Visit> visit;
  Process* owner = nullptr;
};

TEST_F(TableIndexTest, FindsANameQuicklyAsLongAsItsTableHasIt) {
  EXPECT_EQ(vm->tables->find_quickly(am::name), nullptr);
  const SharedRef<Table> table = create(am::name);
  EXPECT_EQ(vm->tables->find_quickly(am::name), table.get());
  EXPECT_EQ(vm->tables->find_quickly(am::owner), nullptr);
  EXPECT_EQ(vm->tables->rename(*table, am::owner), TableIndex::Renamed::kDone);
  EXPECT_EQ(vm->tables->find_quickly(am::name), nullptr);
  EXPECT_EQ(vm->tables->find_quickly(am::owner), table.get());
  EXPECT_TRUE(vm->tables->remove(*table));
  EXPECT_EQ(vm->tables->find_quickly(am::owner), nullptr);
}

TEST_F(TableIndexTest, FindsTheOtherOfTwoNamesInOnePlaceWithTheLock) {
  const SharedRef<Table> first = create(am::name);
  const Term near = Term::atom(am::name.atom_index() + 1024);
  const SharedRef<Table> second = create(near);
  EXPECT_EQ(vm->tables->find_quickly(near), second.get());
  EXPECT_EQ(vm->tables->find_quickly(am::name), nullptr);
  EXPECT_EQ(vm->tables->find(am::name), first);
  EXPECT_TRUE(vm->tables->remove(*first));
  EXPECT_EQ(vm->tables->find_quickly(near), second.get());
  EXPECT_TRUE(vm->tables->remove(*second));
}

TEST_F(TableIndexTest, KeepsARemovedTableUntilThreadProgress) {
  create(am::name);
  Table* const table = vm->tables->find_quickly(am::name);
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(vm->tables->remove(*table));
  EXPECT_FALSE(table->is_alive());  // a sanitizer sees whether it has been freed
}

TEST_F(TableIndexTest, FindsNothingQuicklyOutsideOfThreadProgress) {
  const SharedRef<Table> table = create(am::name);
  std::thread([&] {
    EXPECT_EQ(vm->tables->find_quickly(am::name), nullptr);
    EXPECT_EQ(vm->tables->find(am::name), table);
  }).join();
}

}  // namespace
}  // namespace vm
