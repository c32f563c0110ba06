// Pids and names: given out, found, given back.
#include "vm/proc/process_table.h"

#include "vm/proc/registry.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

VmOptions one_scheduler() {
  VmOptions options;
  options.schedulers = 1;
  return options;
}

TEST(ProcessTable, CountsPidsUpAndUsesAFreedOneAgainLast) {
  Vm vm(one_scheduler());
  ProcessTable table(vm, 4);
  std::vector<std::unique_ptr<Process>> made;
  for (Word i = 0; i < 4; ++i) {
    made.push_back(table.create());
    EXPECT_EQ(pid_number(made.back()->pid), i);
  }
  EXPECT_EQ(table.create(), nullptr);  // system_limit
  table.give_back(std::move(made[2]));
  table.give_back(std::move(made[0]));
  std::unique_ptr<Process> next = table.create();
  EXPECT_EQ(pid_number(next->pid), 6u);
  std::unique_ptr<Process> last = table.create();
  EXPECT_EQ(pid_number(last->pid), 4u);
  EXPECT_EQ(table.create(), nullptr);
}

TEST(ProcessTable, UsesSlotsAgainBeforeAllHaveBeenUsed) {
  Vm vm(one_scheduler());
  ProcessTable table(vm, kWaitingSlots * 4);
  for (Word i = 0; i < kWaitingSlots; ++i) {
    std::unique_ptr<Process> process = table.create();
    EXPECT_EQ(process->pid.id_data(), i);
    table.give_back(std::move(process));
  }
  for (Word i = 0; i < kWaitingSlots * 2; ++i) {
    std::unique_ptr<Process> process = table.create();
    // A number that has never been, in one of the slots that have.
    EXPECT_GE(process->pid.id_data(), table.capacity());
    EXPECT_LT(process->pid.id_data() % table.capacity(), kWaitingSlots);
    table.give_back(std::move(process));
  }
}

TEST(ProcessTable, FindsOnlyThisGenerationOfAPid) {
  Vm vm(one_scheduler());
  ThreadProgress::Visit visit(*vm.progress);
  Process& p = vm.processes->publish(vm.processes->create());
  EXPECT_EQ(vm.processes->find(p.pid), &p);
  EXPECT_EQ(vm.processes->find(Term::local_pid(p.pid.id_data() + vm.processes->capacity())),
            nullptr);
  EXPECT_EQ(vm.processes->pids(), std::vector<Term>{p.pid});
}

TEST(Registry, KeepsOneNamePerProcessAndOneProcessPerName) {
  Vm vm(one_scheduler());
  ThreadProgress::Visit visit(*vm.progress);
  Process& p = vm.processes->publish(vm.processes->create());
  Process& q = vm.processes->publish(vm.processes->create());
  Registry& registry = *vm.registry;
  const auto registers = [&](Term name, Term pid) {
    return registry.register_process(name, pid) != NameChange::kRefused;
  };
  Term owner;
  const auto unregisters = [&](Term name) {
    return registry.unregister(name, &owner) != NameChange::kRefused;
  };
  EXPECT_TRUE(registers(am::logger, p.pid));
  EXPECT_FALSE(registers(am::logger, q.pid));
  EXPECT_FALSE(registers(am::ok, p.pid));
  EXPECT_FALSE(registers(am::undefined, q.pid));
  EXPECT_EQ(registry.find(am::logger), p.pid);
  EXPECT_EQ(registry.names(), std::vector<Term>{am::logger});
  EXPECT_TRUE(unregisters(am::logger));
  EXPECT_EQ(owner, p.pid);
  EXPECT_FALSE(unregisters(am::logger));
  EXPECT_TRUE(registers(am::ok, p.pid));
}

}  // namespace
}  // namespace vm
