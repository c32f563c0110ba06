// An Engine for tests of processes and schedulers: what a process does is a C++ function, found by
// the function name it was spawned with and called once per time slice.
#pragma once

#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_table.h"
#include "vm/proc/receive.h"
#include "vm/proc/send.h"
#include "vm/proc/spawn.h"
#include "vm/sched/engine.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

namespace vm {

class FakeEngine : public Engine {
 public:
  using Behaviour = std::function<void(Process&)>;
  void define(const char* name, Behaviour behaviour) {
    behaviours_[intern_atom(name)->bits()] = std::move(behaviour);
  }
  void run(Process& p) override {
    p.live = 0;
    // An operation that has ended leaves its result for the behaviour to look at.
    if (p.operation.coroutine != nullptr) {
      result = p.operation.coroutine->result();
      p.operation.coroutine.reset();
    }
    behaviours_.at(p.identity.initial_call.function.bits())(p);
  }

  /// Of the operation that this thread's process waited for last.
  static inline thread_local Term result;

 private:
  std::map<Word, Behaviour> behaviours_;
};

/// A machine whose processes are behaviours.
class ProcessTest : public testing::Test {
 protected:
  static VmOptions options(unsigned schedulers) {
    VmOptions result;
    result.schedulers = schedulers;
    return result;
  }
  void make(VmOptions options) {
    vm = std::make_unique<Vm>(std::move(options));
    vm->engine = &engine;
  }
  void SetUp() override { make(options(4)); }
  /// Starts the schedulers with a first process doing `main`; answers when somebody halts.
  int run_main(FakeEngine::Behaviour main) {
    engine.define("main", std::move(main));
    vm->schedulers->start();
    {
      ThreadProgress::Visit visit(*vm->progress);
      spawn_first(*vm, am::erlang, *intern_atom("main"), Term::nil(), Term::none());
    }
    return vm->schedulers->run_until_halt();
  }
  static Term spawn_named(Process& p, const char* name, const SpawnOptions& options = {}) {
    return spawn(p, am::erlang, *intern_atom(name), Term::nil(), options);
  }
  /// The next message, taken out of the queue; none() if the process has to wait (it then only has
  /// to return).
  static Term receive(Process& p) {
    Message* message = peek_message(p);
    if (message == nullptr) {
      wait_for_message(p);
      return Term::none();
    }
    const Term value = message->value;
    remove_message(p);
    return value;
  }
  static void done(Process& p) { p.vm.schedulers->halt(7); }

  FakeEngine engine;
  std::unique_ptr<Vm> vm;
  Term first;  // for tests whose first process says who it is
};

}  // namespace vm
