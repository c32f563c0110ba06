// Match programs on arguments and objects. What OTP answers for whole specs is compared by the
// conformance programs; here are the parts that they cannot see.
#include "vm/match/match_compile.h"
#include "vm/match/match_program.h"
#include "vm/proc/process_table.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/vm.h"

#include <gtest/gtest.h>

namespace {

using vm::MatchUse;
using vm::Term;
using vm::Word;
namespace am = vm::am;

class Match : public testing::Test {
 protected:
  Match()
      : vm_(options()),
        process_(vm_.processes->create()),
        builder_(Word{256}),
        variable_(vm::intern_atom("$1").value()) {
    vm::initialise_heap(*process_, vm::kMinHeapWords);
  }
  ~Match() override {
    vm::HeapFragment::free_chain(builder_.take_fragments());
    vm_.processes->give_back(std::move(process_));
  }
  Term list(std::initializer_list<Term> elements) {
    return builder_.list_from({elements.begin(), elements.size()});
  }
  /// [{Head, Guards, Body}]
  Term spec(Term head, Term guards, Term body) {
    return list({builder_.tuple(head, guards, body)});
  }
  auto compile(Term source, MatchUse use) {
    return vm::compile_match_spec(source, use, [](Term, Word) -> vm::BifFn { return nullptr; });
  }
  vm::MatchOutcome run(Term source, std::initializer_list<Term> arguments) {
    auto program = compile(source, MatchUse::kCall);
    EXPECT_TRUE(program.ok());
    vm::MatchHost host;
    return (*program)->run(*process_, {arguments.begin(), arguments.size()}, host);
  }
  static Term small(int n) { return Term::small(n); }

  static vm::VmOptions options() {
    vm::VmOptions options;
    options.schedulers = 1;
    return options;
  }
  vm::Vm vm_;
  std::unique_ptr<vm::Process> process_;
  vm::HeapBuilder builder_;
  Term variable_;
};

// proves M1
TEST_F(Match, BindsAVariableOnceAndComparesItAfterwards) {
  const Term twice = spec(list({variable_, variable_}), Term::nil(),
                          list({builder_.tuple(Term(am::message), variable_)}));
  EXPECT_EQ(run(twice, {small(7), small(7)}).result, small(7));
  EXPECT_TRUE(run(twice, {small(7), small(8)}).result.is_none());
  EXPECT_TRUE(run(twice, {small(7)}).result.is_none());
}

// proves M2
TEST_F(Match, FailsWhereAGuardFailsInside) {
  const Term hd = builder_.tuple(Term(am::hd), variable_);
  const Term guard = builder_.tuple(Term(am::orelse), hd, Term(am::true_));
  EXPECT_TRUE(
      run(spec(list({variable_}), list({guard}), Term::nil()), {small(1)}).result.is_none());
  EXPECT_EQ(run(spec(list({variable_}), Term::nil(), Term::nil()), {small(1)}).result, am::true_);
}

// proves M3, M4
TEST_F(Match, KeepsSideEffectsOfASuppressedMessage) {
  const Term body = list({builder_.tuple(Term(am::return_trace)),
                          builder_.tuple(Term(am::message), Term(am::false_))});
  const vm::MatchOutcome outcome = run(spec(am::underscore, Term::nil(), body), {});
  EXPECT_EQ(outcome.result, am::false_);
  EXPECT_TRUE(outcome.return_trace);
  EXPECT_FALSE(outcome.exception_trace);
}

// proves M6
TEST_F(Match, GivesTablesResultsOfTheirOwn) {
  auto program =
      compile(spec(builder_.tuple(am::underscore, variable_), Term::nil(), list({variable_})),
              MatchUse::kTable);
  ASSERT_TRUE(program.ok());
  const Term inner = list({small(1), small(2)});
  const Term object = builder_.tuple(small(0), inner);
  const Term result = (*program)->run_on_object(*process_, object);
  EXPECT_NE(result, inner);
  EXPECT_TRUE(vm::exactly_equal(result, inner));
}

// proves F12
TEST_F(Match, RefusesExpressionsNestedTooDeep) {
  Term deep = am::true_;
  for (int n = 0; n < 100000; ++n) deep = builder_.tuple(Term(am::not_), deep);
  auto program = compile(spec(am::underscore, list({deep}), Term::nil()), MatchUse::kCall);
  ASSERT_FALSE(program.ok());
  EXPECT_TRUE(program.error().too_deep);
}

TEST_F(Match, TakesHeadsOfAnyDepthApart) {
  Term pattern = variable_;
  Term value = small(3);
  for (int n = 0; n < 100000; ++n) {
    pattern = list({pattern});
    value = list({value});
  }
  const Term body = list({builder_.tuple(Term(am::message), variable_)});
  EXPECT_EQ(run(spec(list({pattern}), Term::nil(), body), {value}).result, small(3));
}

// proves E2
TEST_F(Match, RefusesTheCallerWhereThereIsNone) {
  const Term body = list({builder_.tuple(Term(am::caller))});
  EXPECT_TRUE(compile(spec(am::underscore, Term::nil(), body), MatchUse::kCall).ok());
  EXPECT_FALSE(compile(spec(am::underscore, Term::nil(), body), MatchUse::kSend).ok());
}

}  // namespace
