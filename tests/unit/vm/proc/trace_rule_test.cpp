// Thread rules of trace points: a process reports what happens to it, whichever thread makes it
// happen.
#include "tests/unit/vm/proc/fake_engine.h"
#include "vm/proc/null_trace_hooks.h"
#include "vm/proc/registry.h"

#include <vector>

namespace vm {
namespace {

/// What was reported of names, and whether the process that has them was running then.
class NameHooks final : public NullTraceHooks {
 public:
  struct Report {
    Term name;
    bool is_registered;
    bool is_in_context;
    bool operator==(const Report&) const = default;
  };
  void on_register_name(Process& p, Term name) override { note(p, name, true); }
  void on_unregister_name(Process& p, Term name) override { note(p, name, false); }
  static inline std::vector<Report> reports;  // by the one scheduler; read when it has ended

 private:
  static void note(const Process& p, Term name, bool is_registered) {
    reports.push_back({name, is_registered, Scheduler::current()->running == &p});
  }
};

// proves P7
TEST_F(ProcessTest, ANameGivenByAnotherProcessIsReportedByItsOwner) {
  make(options(1));
  NameHooks::reports.clear();
  vm->trace = std::make_unique<NameHooks>();
  // Flags are the process's own business: it sets them, then says so.
  engine.define("named", [](Process& p) {
    p.tracing.flags.store(kTraceProcs, kRelaxed);
    for (Term message = receive(p); message.has_value(); message = receive(p))
      send_message(p, message, am::ok);
  });
  int step = 0;
  Term other;
  run_main([&](Process& p) {
    if (step == 0) {
      other = spawn_named(p, "named");
      send_message(p, other, p.pid);
    }
    for (; step == 0 || receive(p).has_value(); ++step) {
      if (step == 1) {
        Term owner;
        EXPECT_NE(p.vm.registry->register_process(am::error, other), NameChange::kRefused);
        EXPECT_NE(p.vm.registry->unregister(am::error, &owner), NameChange::kRefused);
        send_message(p, other, p.pid);
      }
      if (step == 2) return done(p);
    }
  });
  const std::vector<NameHooks::Report> expected{{am::error, true, true}, {am::error, false, true}};
  EXPECT_EQ(NameHooks::reports, expected);
}

}  // namespace
}  // namespace vm
