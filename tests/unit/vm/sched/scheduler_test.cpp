// Whole machines of several schedulers: every wake-up comes, every process ends.
#include "tests/unit/vm/proc/fake_engine.h"

namespace vm {
namespace {

class SchedulerTest : public ProcessTest {
 protected:
  /// Couples of processes send a message to and fro; each wake-up must come.
  void run_ping_pong(int pairs, Word rounds) {
    engine.define("pong", [](Process& p) {
      for (Term m = receive(p); m.has_value(); m = receive(p)) send_message(p, m, p.pid);
    });
    engine.define("ping", [rounds](Process& p) {
      if (p.raising.catches == 0) {
        ++p.raising.catches;
        SpawnOptions options;
        options.link = true;
        send_message(p, spawn_named(p, "pong", options), p.pid);
      }
      for (Term m = receive(p); m.has_value(); m = receive(p)) {
        if (++p.raising.catches == rounds) {
          exit_process(p, am::badarg);
          return;
        }
        send_message(p, m, p.pid);
      }
    });
    run_children("ping", pairs);
  }
  void run_children(const char* name, int count) {
    int downs = 0;
    bool started = false;
    run_main([&](Process& p) {
      if (!std::exchange(started, true)) {
        SpawnOptions options;
        options.monitor = true;
        for (int i = 0; i < count; ++i) spawn_named(p, name, options);
      }
      while (receive(p).has_value()) {
        if (++downs == count) return done(p);
      }
    });
    EXPECT_EQ(downs, count);
  }
};

TEST_F(SchedulerTest, LosesNoWakeUp) { run_ping_pong(7, 5000); }

TEST_F(SchedulerTest, LosesNoWakeUpInRandomOrder) {
  VmOptions stress = options(3);
  stress.stress_sched = true;
  stress.stress_yield = true;
  stress.stress_delay = true;
  stress.stress_progress = true;
  stress.seed = 4711;
  make(stress);
  run_ping_pong(5, 2000);
}

TEST_F(SchedulerTest, LosesNoWakeUpWhileSchedulersComeAndGo) {
  Atomic<bool> over{false};
  std::thread changer([&] {
    for (unsigned i = 0; !over.load(kAcquire); ++i) {
      vm->schedulers->set_running_limit(1 + i * 7 % 4);
      std::this_thread::yield();
    }
  });
  run_ping_pong(7, 5000);
  over.store(true, kRelease);  // pairs with the load above
  changer.join();
}

TEST_F(SchedulerTest, RunsOnNoOtherSchedulerAfterProgress) {
  // Others keep all schedulers busy; who has waited for progress after the limit sees them all on
  // the first one.
  static Atomic<bool> limited{false};
  static Atomic<int> elsewhere{0};
  limited.store(false, kRelaxed);
  elsewhere.store(0, kRelaxed);
  engine.define("busy", [](Process& p) {
    if (limited.load(kAcquire) && p.scheduler->index != 0) elsewhere.fetch_add(1, kRelaxed);
  });
  struct Change {
    static Operation run(Process& p) {
      p.vm.schedulers->set_running_limit(1);
      co_await thread_progress(p);
      limited.store(true, kRelease);  // pairs with the load above
      co_return Term::nil();
    }
  };
  int slices = 0;
  run_main([&](Process& p) {
    if (slices++ == 0) {
      for (int i = 0; i < 20; ++i) spawn_named(p, "busy");
      static_cast<void>(p.suspend_on(std::make_unique<Operation>(Change::run(p))));
    } else if (slices == 200) {
      done(p);
    }
  });
  EXPECT_TRUE(limited.load(kRelaxed));
  EXPECT_EQ(elsewhere.load(kRelaxed), 0);
}

TEST_F(SchedulerTest, RunsATreeOfManyProcesses) {
  constexpr SWord kDepth = 12;
  static Atomic<int> leaves{0};
  leaves.store(0, kRelaxed);
  engine.define("node", [](Process& p) {
    const Term m = receive(p);
    if (m.is_none()) return;
    const SWord depth = m.as_small();
    if (depth == kDepth) {
      leaves.fetch_add(1, kRelaxed);
    } else {
      for (int i = 0; i < 2; ++i) send_message(p, spawn_named(p, "node"), Term::small(depth + 1));
    }
    exit_process(p, am::normal);
  });
  engine.define("watcher", [](Process& p) {
    if (leaves.load(kRelaxed) == 1 << kDepth) exit_process(p, am::normal);
  });
  engine.define("root", [](Process& p) {
    send_message(p, spawn_named(p, "node"), Term::small(0));
    exit_process(p, am::normal);
  });
  bool started = false;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) spawn_named(p, "root");
    if (leaves.load(kRelaxed) == 1 << kDepth) done(p);
  });
  EXPECT_EQ(leaves.load(kRelaxed), 1 << kDepth);
}

TEST_F(SchedulerTest, WakesReceiversWhenTheirTimeIsOver) {
  engine.define("sleeper", [](Process& p) {
    while (peek_message(p) != nullptr) skip_message(p);
    const SWord ms = 1 + static_cast<SWord>(pid_number(p.pid) % 20);
    if (wait_with_timeout(p, Term::small(ms)) == ReceiveWait::kSuspend) return;
    receive_timed_out(p);
    exit_process(p, am::normal);
  });
  run_children("sleeper", 100);
}

TEST_F(SchedulerTest, HaltsWithTheFirstStatus) {
  EXPECT_EQ(run_main([&](Process& p) {
              p.vm.schedulers->halt(3);
              p.vm.schedulers->halt(4);
            }),
            3);
}

TEST_F(SchedulerTest, EndsWithProcessesStillThere) {
  engine.define("waiter", [](Process& p) { receive(p); });
  run_main([&](Process& p) {
    for (int i = 0; i < 50; ++i) {
      HeapBuilder builder(p);
      const Term message = builder.tuple(p.pid, builder.string("left in a queue"));
      send_message(p, spawn_named(p, "waiter"), message);
    }
    done(p);
  });
}

}  // namespace
}  // namespace vm
