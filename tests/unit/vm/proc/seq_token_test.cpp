// What a sequential trace token costs who has none: the machine never asks tracing about it.
#include "tests/unit/vm/proc/fake_engine.h"
#include "vm/proc/null_trace_hooks.h"

namespace vm {
namespace {

/// Counts the questions about tokens.
class CountingHooks final : public NullTraceHooks {
 public:
  void on_token_sent(Process&, Term, Term) override { ++count; }
  void on_token_received(Process& p, Term token, Term) override {
    // Messages of the machine leave the token alone.
    if (token == am::undefined) return;
    ++count;
    p.tracing.seq_token = token;
  }
  void on_token_exit(Process&) override { ++count; }
  void on_token_exited(Process&, Term, Term, Term) override { ++count; }
  Term on_token_spawn(Process&, Process&, SpawnReport&) override {
    ++count;
    return am::undefined;
  }
  static inline int count = 0;  // by the one scheduler; read when it has ended
};

class SeqToken : public ProcessTest {
 protected:
  void SetUp() override {
    make(options(1));
    CountingHooks::count = 0;
    vm->trace = std::make_unique<CountingHooks>();
  }
  /// A process makes a linked child, exchanges two messages with it and learns that it ended;
  /// `begin` runs first. How often tracing was asked.
  int questions(const std::function<void(Process&)>& begin) {
    engine.define("child", [](Process& p) {
      const Term from = receive(p);
      if (from.is_none()) return;
      send_message(p, from, am::ok);
      exit_process(p, am::normal);
    });
    int step = 0;
    run_main([&](Process& p) {
      if (step++ == 0) {
        p.flags.trap_exit = true;
        begin(p);
        SpawnOptions options;
        options.link = true;
        send_message(p, spawn_named(p, "child", options), p.pid);
      }
      for (Term message = receive(p); message.has_value(); message = receive(p)) {
        if (message.is_tuple_of(3)) return done(p);
      }
    });
    return CountingHooks::count;
  }
};

// proves Q9
TEST_F(SeqToken, NobodyIsAskedWithoutAToken) {
  EXPECT_EQ(questions([](Process&) {}), 0);
}

// proves Q1, Q8
TEST_F(SeqToken, EachStepIsToldWithAToken) {
  const auto give = [](Process& p) {
    HeapBuilder builder(p);
    p.tracing.seq_token = builder.tuple(Term::small(1), Term::small(2));
  };
  // Spawn, send, receive by the child (which then has the token), its send, its exit, and what the
  // first process gets, the exit signal and what is made of it: each copy of the token is another
  // term.
  EXPECT_EQ(questions(give), 8);
}

}  // namespace
}  // namespace vm
