// erlang:match_spec_test/3: a match spec run on arguments or an object, without tracing.
#include "bif/tracing/trace_terms.h"
#include "vm/heap/binary_view.h"
#include "vm/term/copy.h"
#include "vm/term/print.h"

#include <cstdio>

namespace bif {

namespace {

/// As if nothing were traced, except that {display, T} displays.
class TestHost final : public vm::MatchHost {
 public:
  void display(Process&, Term value) override {
    const std::string text = vm::term_to_text(value, vm::PrintStyle::kDisplay) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
};

}  // namespace

BifResult erlang_match_spec_test_3(Process& p, const Args<3>& a) {
  const bool is_trace = a[2] == am::trace;
  if (!is_trace && a[2] != am::table) return p.badarg();
  auto program = vm::compile_match_spec(a[1], is_trace ? vm::MatchUse::kCall : vm::MatchUse::kTable,
                                        tracing_of(p).guard_lookup());
  if (!program.ok()) {
    HeapBuilder builder(p);
    std::vector<Term> messages;
    for (const std::string& text : program.error().messages) {
      messages.push_back(builder.tuple(Term(am::error), builder.string(text)));
    }
    return builder.tuple(Term(am::error), builder.list_from(messages));
  }
  std::vector<Term> arguments;
  if (is_trace) {
    Term rest = a[0];
    // As OTP: how the list ends does not matter, but it must be one.
    if (!rest.is_cons() && !rest.is_nil()) return p.badarg();
    for (; rest.is_cons(); rest = rest.as_cons().tail) arguments.push_back(rest.as_cons().head);
  }
  vm::MatchOutcome outcome;
  if (is_trace) {
    TestHost host;
    outcome = (*program)->run(p, arguments, host);
  } else {
    outcome.result = (*program)->run_on_object(p, a[0]);
  }
  HeapBuilder builder(p);
  Term flags = Term::nil();
  if (outcome.exception_trace) flags = builder.cons(am::exception_trace, flags);
  if (outcome.return_trace) flags = builder.cons(am::return_trace, flags);
  // The program goes now, and what it holds with it.
  const Term result = outcome.result.is_none()
                          ? Term(am::false_)
                          : vm::copy_term(builder, outcome.result, p.vm.literals.get());
  return builder.tuple(Term(am::ok), result, flags, Term::nil());
}

}  // namespace bif
