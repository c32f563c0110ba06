// What processes do to each other, with processes that are C++ functions.
#include "tests/unit/vm/proc/fake_engine.h"
#include "vm/proc/code_permission.h"
#include "vm/proc/process_info.h"
#include "vm/proc/registry.h"

#include <random>

namespace vm {
namespace {

using Signals = ProcessTest;

Term second(Term tuple) { return tuple.as_tuple().elements[1]; }
Term element(Term tuple, int i) { return tuple.as_tuple().elements[i - 1]; }

TEST_F(Signals, MessagesArriveInTheOrderOfSending) {
  engine.define("sender", [&](Process& p) {
    for (int i = 0; i < 1000; ++i) {
      HeapBuilder builder(p);
      const Term message = builder.tuple(p.pid, Term::small(i));
      send_message(p, first, message);
    }
    exit_process(p, am::normal);
  });
  std::map<Word, SWord> next;
  int count = 0;
  bool started = false;
  EXPECT_EQ(run_main([&](Process& p) {
              if (!std::exchange(started, true)) {
                first = p.pid;
                for (int i = 0; i < 4; ++i) spawn_named(p, "sender");
              }
              for (Term message = receive(p); message.has_value(); message = receive(p)) {
                EXPECT_EQ(second(message).as_small(), next[element(message, 1).bits()]++);
                if (++count == 4000) return done(p);
              }
            }),
            7);
  EXPECT_EQ(count, 4000);
}

TEST_F(Signals, ALinkBreaksWithTheReasonAndATrapperGetsAMessage) {
  engine.define("child", [](Process& p) {
    HeapBuilder builder(p);
    exit_process(p, builder.tuple(am::badmatch, Term::small(5)));
  });
  bool started = false;
  Term child;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) {
      p.flags.trap_exit = true;
      SpawnOptions options;
      options.link = true;
      child = spawn_named(p, "child", options);
    }
    const Term message = receive(p);
    if (message.is_none()) return;
    EXPECT_EQ(element(message, 1), Term(am::EXIT));
    EXPECT_EQ(element(message, 2), child);
    EXPECT_EQ(element(element(message, 3), 2), Term::small(5));
    done(p);
  });
}

TEST_F(Signals, ExitSignalsFollowTheRules) {
  // normal does nothing, kill kills a trapper as `killed`, other reasons end who does not trap.
  engine.define("waiter", [](Process& p) { receive(p); });
  engine.define("trapper", [](Process& p) {
    p.flags.trap_exit = true;
    while (receive(p).has_value()) {
    }
  });
  std::vector<Term> reasons;
  bool started = false;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) {
      SpawnOptions options;
      options.monitor = true;
      const Term waiter = element(spawn_named(p, "waiter", options), 1);
      const Term trapper = element(spawn_named(p, "trapper", options), 1);
      exit_signal(p, waiter, am::normal);
      exit_signal(p, waiter, am::badarg);
      exit_signal(p, trapper, am::kill);
    }
    for (Term m = receive(p); m.has_value(); m = receive(p)) reasons.push_back(element(m, 5));
    if (reasons.size() == 2) done(p);
  });
  EXPECT_NE(std::find(reasons.begin(), reasons.end(), Term(am::badarg)), reasons.end());
  EXPECT_NE(std::find(reasons.begin(), reasons.end(), Term(am::killed)), reasons.end());
}

TEST_F(Signals, MonitorsOfTheDeadAndOfUnknownNamesAnswerNoproc) {
  engine.define("short", [](Process& p) { exit_process(p, am::normal); });
  int downs = 0;
  Term gone;
  run_main([&](Process& p) {
    if (gone.is_none()) {
      SpawnOptions options;
      options.monitor = true;
      gone = element(spawn_named(p, "short", options), 1);
    }
    for (Term m = receive(p); m.has_value(); m = receive(p)) {
      EXPECT_EQ(element(m, 1), Term(am::DOWN));
      if (++downs == 1) {
        EXPECT_EQ(element(m, 5), Term(am::normal));
        monitor(p, MonitorKind::kProcess, gone, {});
        monitor(p, MonitorKind::kProcess, am::logger, {});
        continue;
      }
      EXPECT_EQ(element(m, 5), Term(am::noproc));
      if (downs == 3) {
        EXPECT_TRUE(p.links->monitoring.empty());
        return done(p);
      }
    }
  });
}

TEST_F(Signals, NothingStrayArrivesAfterUnlink) {
  engine.define("dies", [](Process& p) {
    if (receive(p).has_value()) exit_process(p, am::badarg);
  });
  int rounds = 0;
  Term child;
  run_main([&](Process& p) {
    p.flags.trap_exit = true;
    while (rounds < 2000) {
      for (Term m = receive(p); m.has_value(); m = receive(p)) ADD_FAILURE() << "stray message";
      p.sched.waiting = Waiting::kNothing;
      SpawnOptions options;
      options.link = true;
      child = spawn_named(p, "dies", options);
      send_message(p, child, am::ok);
      unlink(p, child);
      // What came before the unlink may lie in the queue: it is flushed as programs do.
      handle_signals(p);
      while (peek_message(p) != nullptr) remove_message(p);
      if (++rounds % 64 == 0) return;  // a slice
    }
    done(p);
  });
}

TEST_F(Signals, QuestionsAreAnsweredByTheLivingAndForTheDead) {
  engine.define("waiter", [](Process& p) { receive(p); });
  int step = 0;
  Term child;
  run_main([&](Process& p) {
    switch (step++) {
      case 0:
        child = spawn_named(p, "waiter");
        p.suspend_on(is_process_alive(p, child));
        return;
      case 1:
        EXPECT_EQ(FakeEngine::result, Term(am::true_));
        p.suspend_on(process_info_of(p, child, am::status));
        return;
      case 2:
        EXPECT_EQ(second(FakeEngine::result), Term(am::waiting));
        p.suspend_on(suspend_process(p, child, {}));
        return;
      case 3:
        EXPECT_EQ(FakeEngine::result, Term(am::true_));
        send_message(p, child, am::ok);
        p.suspend_on(process_info_of(p, child, am::message_queue_len));
        return;
      case 4:
        EXPECT_EQ(second(FakeEngine::result), Term::small(1));
        EXPECT_TRUE(resume_process(p, child));
        EXPECT_FALSE(resume_process(p, child));
        exit_signal(p, child, am::kill);
        p.suspend_on(is_process_alive(p, child));
        return;
      case 5:
        EXPECT_EQ(FakeEngine::result, Term(am::false_));
        p.suspend_on(process_info_of(p, child, Term::none()));
        return;
      default:
        EXPECT_EQ(FakeEngine::result, Term(am::undefined));
        done(p);
    }
  });
}

TEST_F(Signals, AnAliasTakesMessagesWhileItIsActive) {
  run_main([&](Process& p) {
    const Term alias = make_alias(p, AliasMode::kExplicit);
    const Term once = make_alias(p, AliasMode::kReply);
    for (Term to : {alias, once, once}) EXPECT_EQ(send(p, to, am::ok), SendResult::kSent);
    EXPECT_TRUE(receive(p).has_value());
    EXPECT_TRUE(receive(p).has_value());
    EXPECT_EQ(unalias(p, alias), Term(am::true_));
    EXPECT_EQ(unalias(p, alias), Term(am::false_));
    send(p, alias, am::ok);
    EXPECT_TRUE(receive(p).is_none());
    p.sched.waiting = Waiting::kNothing;
    done(p);
  });
}

TEST_F(Signals, ANameIsFreeWhenItsProcessHasEnded) {
  engine.define("named", [](Process& p) {
    EXPECT_EQ(p.vm.registry->register_process(am::logger, p.pid), NameChange::kDone);
    exit_process(p, am::normal);
  });
  bool started = false;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) {
      SpawnOptions options;
      options.monitor = true;
      spawn_named(p, "named", options);
    }
    if (receive(p).is_none()) return;
    EXPECT_TRUE(p.vm.registry->find(am::logger).is_none());
    EXPECT_EQ(send(p, am::logger, am::ok), SendResult::kNotAName);
    done(p);
  });
}

Operation hold_permission(Process& p, int* holders) {
  CodeModPermission permission = co_await code_modification_permission(p);
  EXPECT_EQ(++*holders, 1);
  co_await thread_progress(p);
  EXPECT_EQ(--*holders, 0);
  co_return am::ok;
}

TEST_F(Signals, OneProcessAtATimeHasTheCodePermission) {
  int holders = 0;
  engine.define("changer", [&](Process& p) {
    if (p.sched.total_reductions++ > 5) {
      exit_process(p, am::normal);
      return;
    }
    p.suspend_on(hold_permission(p, &holders));
  });
  int downs = 0;
  bool started = false;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) {
      SpawnOptions options;
      options.monitor = true;
      for (int i = 0; i < 20; ++i) {
        const Term child = element(spawn_named(p, "changer", options), 1);
        if (i % 4 == 3) exit_signal(p, child, am::kill);  // in line, holding, or before
      }
    }
    for (Term m = receive(p); m.has_value(); m = receive(p)) {
      if (++downs == 20) {
        EXPECT_FALSE(p.vm.code_permission->is_held());
        return done(p);
      }
    }
  });
}

TEST_F(Signals, AProtectedOperationEndsBeforeItsProcess) {
  static Atomic<bool> finished{false};
  struct Local {
    static Operation work(Process& p) {
      ProtectedOperation protection(p);
      for (int i = 0; i < 20; ++i) co_await thread_progress(p);
      finished.store(true, kSeqCst);
      co_return am::ok;
    }
  };
  engine.define("worker", [](Process& p) { p.suspend_on(Local::work(p)); });
  bool started = false;
  run_main([&](Process& p) {
    if (!std::exchange(started, true)) {
      SpawnOptions options;
      options.monitor = true;
      exit_signal(p, element(spawn_named(p, "worker", options), 1), am::kill);
      // Not started yet: killed before the operation. Started: after it.
    }
    const Term m = receive(p);
    if (m.is_none()) return;
    EXPECT_EQ(element(m, 5), Term(am::killed));
    done(p);
  });
}

}  // namespace
}  // namespace vm
