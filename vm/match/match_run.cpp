// Runs a MatchProgram in one loop over its instructions, which match_program.h describes.
#include "vm/base/assert.h"
#include "vm/match/match_program.h"
#include "vm/match/small_operation.h"
#include "vm/proc/process.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/vm.h"

#include <memory>

namespace vm {

namespace {

/// Memory for the slots, variables and stack of one run; on the native stack if it is small.
class Scratch {
 public:
  explicit Scratch(Word words) {
    if (words > kInline) {
      overflow_ = std::make_unique_for_overwrite<Word[]>(words);
      words_ = overflow_.get();
    }
  }
  Term* words() { return reinterpret_cast<Term*>(words_); }

 private:
  static constexpr Word kInline = 96;
  Word inline_[kInline];  // words rather than terms, so that they stay uninitialised
  Word* words_ = inline_;
  std::unique_ptr<Word[]> overflow_;
};

MatchHost& plain_host() {
  static MatchHost host;  // has no state
  return host;
}

}  // namespace

/// The state of one run of a program.
class MatchRun {
 public:
  MatchRun(const MatchProgram& program, Process& p, MatchHost& host,
           std::span<const Term> arguments, Term object)
      : program_(program),
        p_(p),
        host_(host),
        arguments_(arguments),
        whole_(object),
        scratch_(program.slots_ + program.variables_ + program.stack_),
        slots_(scratch_.words()),
        variables_(slots_ + program.slots_),
        stack_(variables_ + program.variables_) {}

  MatchOutcome run(std::uint32_t start = 0);

 private:
  /// The outcome of an instruction. kJump: goes on at its `b`.
  enum class Step { kNext, kFail, kReturn, kJump };

  // In the loop: most objects of a table fail in the head after a few instructions.
  [[gnu::always_inline]] Step step(const MatchInstruction& i);
  [[gnu::always_inline]] Step expression(const MatchInstruction& i);
  static Step compare(Term value, Term small, SmallOperation operation) {
    if (!value.is_small()) return Step::kNext;
    return small_result(operation, value, small) == am::true_ ? Step::kJump : Step::kFail;
  }
  Step action(const MatchInstruction& i);
  Step call(const MatchInstruction& i);
  /// Whether the call was one of small integers with a small result, which it has put on the stack.
  [[gnu::always_inline]] bool call_of_small(const MatchInstruction& i) {
    const auto operation = static_cast<SmallOperation>(i.a);
    if (operation == SmallOperation::kNone || !top_[-1].is_small() || !top_[-2].is_small())
      return false;
    const Term value = small_result(operation, top_[-1], top_[-2]);
    if (value.is_none()) return false;
    top_[-2] = value;
    --top_;
    return true;
  }
  Step boolean(const MatchInstruction& i);
  Step trace_control_word(const MatchInstruction& i);
  Step change_trace(const MatchInstruction& i);
  Term make_tuple(std::uint32_t arity);
  Term make_map(std::uint32_t size);
  /// Handles a function that failed: its value is 'EXIT' in a body; in a guard the clause fails.
  Step failed() {
    if (!in_body_) return Step::kFail;
    push(am::EXIT);
    return Step::kNext;
  }
  /// The value of a function that returns true, unless it failed.
  Step true_unless_failed(bool ok) {
    if (!ok) return failed();
    push(am::true_);
    return Step::kNext;
  }
  void begin_clause() {
    top_ = stack_;
    in_body_ = false;
    message_ = am::true_;
    for (std::uint32_t v = 0; v < program_.variables_; ++v) variables_[v] = Term::none();
  }
  void push(Term t) { *top_++ = t; }
  Term pop() { return *--top_; }
  Term whole() {
    if (whole_.is_none()) {
      HeapBuilder builder(p_);
      whole_ = builder.list_from(arguments_);
    }
    return whole_;
  }
  Term bindings();
  Term constant(std::uint32_t index) const { return program_.constants_[index]; }

  const MatchProgram& program_;
  Process& p_;
  MatchHost& host_;
  std::span<const Term> arguments_;
  Term whole_;
  Scratch scratch_;
  Term* slots_;
  Term* variables_;
  Term* stack_;
  Term* top_ = nullptr;
  bool in_body_ = false;
  Term message_;
  MatchOutcome outcome_;
};

MatchRun::Step MatchRun::step(const MatchInstruction& i) {
  const auto check = [](bool ok) { return ok ? Step::kNext : Step::kFail; };
  switch (i.op) {
    case MatchOp::kArity:
      return check(arguments_.size() == i.b);
    case MatchOp::kArgument:
      slots_[i.a] = arguments_[i.c];
      return Step::kNext;
    case MatchOp::kWhole:
      slots_[i.a] = whole();
      return Step::kNext;
    case MatchOp::kBind:
      variables_[i.a] = slots_[i.b];
      return Step::kNext;
    case MatchOp::kSame:
      return check(exactly_equal(variables_[i.a], slots_[i.b]));
    case MatchOp::kArgumentIs:
      return check(arguments_[i.c] == constant(i.a));
    case MatchOp::kBindArgument:
      variables_[i.a] = arguments_[i.c];
      return Step::kNext;
    case MatchOp::kElementIs:
      return check(slots_[i.b].as_tuple().elements[i.c] == constant(i.a));
    case MatchOp::kBindElement:
      variables_[i.a] = slots_[i.b].as_tuple().elements[i.c];
      return Step::kNext;
    case MatchOp::kIsWord:
      return check(slots_[i.a] == constant(i.b));
    case MatchOp::kIsTerm:
      return check(exactly_equal(slots_[i.a], constant(i.b)));
    case MatchOp::kIsMap:
      return check(slots_[i.a].is_map());
    case MatchOp::kIsTuple:
      return check(slots_[i.a].is_tuple_of(i.b));
    case MatchOp::kElement:
      slots_[i.a] = slots_[i.b].as_tuple().elements[i.c];
      return Step::kNext;
    case MatchOp::kIsCons:
      return check(slots_[i.a].is_cons());
    case MatchOp::kHead:
      slots_[i.a] = slots_[i.b].as_cons().head;
      return Step::kNext;
    case MatchOp::kTail:
      slots_[i.a] = slots_[i.b].as_cons().tail;
      return Step::kNext;
    case MatchOp::kMapValue: {
      if (!slots_[i.b].is_map()) return Step::kFail;
      slots_[i.a] = map_get(slots_[i.b], constant(i.c));
      return check(slots_[i.a].has_value());
    }
    case MatchOp::kCompare:
      return compare(variables_[i.c], constant((&i)[1].b), static_cast<SmallOperation>(i.a));
    default:
      return expression(i);
  }
}

Term MatchRun::bindings() {
  HeapBuilder builder(p_);
  Term list = Term::nil();
  for (std::uint32_t v = program_.variables_; v-- > 0;) {
    if (variables_[v].has_value()) list = builder.cons(variables_[v], list);
  }
  return list;
}

MatchRun::Step MatchRun::call(const MatchInstruction& i) {
  // The arguments were pushed in reverse order, so the first one is on top.
  Term arguments[3];
  for (std::uint32_t n = 0; n < i.b; ++n) arguments[n] = pop();
  const Term value = program_.functions_[i.c](p_, arguments);
  if (value.is_none()) {
    p_.raising.outcome = Outcome::kValue;  // discard the exception
    p_.raising.exception = Exception();
    return failed();
  }
  push(value);
  return Step::kNext;
}

MatchRun::Step MatchRun::boolean(const MatchInstruction& i) {
  switch (i.op) {
    case MatchOp::kAnd:
    case MatchOp::kOr: {
      bool all = true;
      bool any = false;
      bool legal = true;
      for (std::uint32_t n = 0; n < i.b; ++n) {
        const Term t = pop();
        legal = legal && (t == am::true_ || t == am::false_);
        all = all && t == am::true_;
        any = any || t == am::true_;
      }
      if (!legal) return failed();
      push(make_boolean(i.op == MatchOp::kAnd ? all : any));
      return Step::kNext;
    }
    case MatchOp::kAndAlso:
    case MatchOp::kOrElse: {
      const Term stop = make_boolean(i.op == MatchOp::kOrElse);
      if (top_[-1] == stop) return Step::kJump;
      const Term t = pop();
      if (t == am::true_ || t == am::false_) return Step::kNext;
      return failed() == Step::kFail ? Step::kFail : Step::kJump;
    }
    case MatchOp::kTest:
      return pop() == am::true_ ? Step::kNext : Step::kFail;
    default:
      VM_UNREACHABLE();
  }
}

/// A tuple of the `arity` values on top, the first one topmost.
Term MatchRun::make_tuple(std::uint32_t arity) {
  HeapBuilder builder(p_);
  Term* words = builder.alloc(arity + 1);
  words[0] = Term::from_bits(make_header(Subtag::kTuple, arity));
  for (std::uint32_t n = 1; n <= arity; ++n) words[n] = pop();
  return Term::boxed(words);
}

/// A map of the `size` pairs on top, a key above its value.
Term MatchRun::make_map(std::uint32_t size) {
  HeapBuilder builder(p_);
  std::vector<MapPair> pairs(size);
  for (MapPair& pair : pairs) {
    pair.key = pop();
    pair.value = pop();
  }
  return map_from_pairs(builder, pairs);
}

MatchRun::Step MatchRun::expression(const MatchInstruction& i) {
  switch (i.op) {
    case MatchOp::kPushConstant:
      push(constant(i.b));
      return Step::kNext;
    case MatchOp::kPushVariable:
      push(variables_[i.b]);
      return Step::kNext;
    case MatchOp::kPushWhole:
      push(whole());
      return Step::kNext;
    case MatchOp::kPushBindings:
      push(bindings());
      return Step::kNext;
    case MatchOp::kCopyTop: {
      if (top_[-1].is_immediate()) return Step::kNext;
      HeapBuilder builder(p_);
      top_[-1] = copy_term(builder, top_[-1], p_.vm.literals.get());
      return Step::kNext;
    }
    case MatchOp::kMakeTuple:
      push(make_tuple(i.b));
      return Step::kNext;
    case MatchOp::kMakeCons: {
      HeapBuilder builder(p_);
      const Term tail = pop();
      const Term first = pop();
      push(builder.cons(first, tail));
      return Step::kNext;
    }
    case MatchOp::kMakeMap:
      push(make_map(i.b));
      return Step::kNext;
    case MatchOp::kCall:
      return call_of_small(i) ? Step::kNext : call(i);
    case MatchOp::kBody:
      in_body_ = true;
      return Step::kNext;
    case MatchOp::kPop:
      --top_;
      return Step::kNext;
    case MatchOp::kReturn:
      outcome_.result = top_[-1];
      return Step::kReturn;
    case MatchOp::kReturnMessage:
      outcome_.result = message_;
      return Step::kReturn;
    default:
      return i.op < MatchOp::kSelf ? boolean(i) : action(i);
  }
}

/// The value is the old word.
MatchRun::Step MatchRun::trace_control_word(const MatchInstruction& i) {
  const Word old = host_.trace_control_word(p_);
  if (i.op == MatchOp::kSetTcw) {
    const Term wanted = pop();
    if (!wanted.is_small() || wanted.as_small() < 0 || wanted.as_small() > 0xFFFFFFFF)
      return failed();
    host_.set_trace_control_word(p_, static_cast<Word>(wanted.as_small()));
  }
  push(Term::small(static_cast<SWord>(old)));
  return Step::kNext;
}

MatchRun::Step MatchRun::change_trace(const MatchInstruction& i) {
  Term arguments[3];
  for (std::uint32_t n = 0; n < i.b; ++n) arguments[n] = pop();
  const auto change = static_cast<MatchTraceChange>(i.c);
  return true_unless_failed(host_.change_trace(p_, change, {arguments, i.b}));
}

MatchRun::Step MatchRun::action(const MatchInstruction& i) {
  switch (i.op) {
    case MatchOp::kSelf:
      push(p_.pid);
      break;
    case MatchOp::kMessage:
      message_ = top_[-1];
      top_[-1] = am::true_;
      break;
    case MatchOp::kReturnTrace:
      outcome_.return_trace = true;
      push(am::true_);
      break;
    case MatchOp::kExceptionTrace:
      outcome_.exception_trace = true;
      push(am::true_);
      break;
    case MatchOp::kGetTcw:
    case MatchOp::kSetTcw:
      return trace_control_word(i);
    case MatchOp::kCaller:
      push(host_.caller(p_));
      break;
    case MatchOp::kCallerLine:
      push(host_.caller_line(p_));
      break;
    case MatchOp::kStacktrace:
      push(host_.current_stacktrace(p_, i.b));
      break;
    case MatchOp::kSilent:
      host_.silent(p_, top_[-1]);
      top_[-1] = am::true_;
      break;
    case MatchOp::kDisplay:
      host_.display(p_, top_[-1]);
      top_[-1] = am::true_;
      break;
    case MatchOp::kProcessDump:
      push(host_.process_dump(p_));
      break;
    case MatchOp::kIsSeqTrace:
      push(make_boolean(host_.is_seq_trace(p_)));
      break;
    case MatchOp::kGetSeqToken:
      push(host_.seq_token(p_));
      break;
    case MatchOp::kSetSeqToken: {
      const Term component = pop();
      return true_unless_failed(host_.set_seq_token(p_, component, pop()));
    }
    case MatchOp::kTraceFlags:
      return change_trace(i);
    default:
      VM_UNREACHABLE();
  }
  return Step::kNext;
}

/// From the instruction `start` on, which is behind the first tests, or 0.
MatchOutcome MatchRun::run(std::uint32_t start) {
  const MatchInstruction* const code = program_.code().data();
  const MatchInstruction* const end = code + program_.code().size();
  const MatchInstruction* next = code + start;
  const MatchInstruction* next_clause = end;
  if (start != 0) {
    begin_clause();
    slots_[0] = whole_;
  }
  while (next != end) {
    const MatchInstruction& i = *next++;
    if (i.op == MatchOp::kClause) {
      next_clause = code + i.b;
      begin_clause();
      continue;
    }
    switch (step(i)) {
      case Step::kNext:
        break;
      case Step::kFail:
        next = next_clause;
        break;
      case Step::kJump:
        next = code + i.b;
        break;
      case Step::kReturn:
        return outcome_;
    }
  }
  return {};  // no clause matched; requests of earlier clauses, as for a return trace, are dropped
}

MatchOutcome MatchProgram::run(Process& p, std::span<const Term> arguments, MatchHost& host) const {
  return MatchRun(*this, p, host, arguments, Term::none()).run();
}

void MatchProgram::find_first_tests() {
  // kClause, kWhole, kIsTuple, kElementIs...: as the compiler begins for a tuple.
  if (use_ != MatchUse::kTable || code_.size() < 3 || code_[0].b != code_.size() ||
      code_[1].op != MatchOp::kWhole || code_[2].op != MatchOp::kIsTuple)
    return;
  VM_ASSERT(code_[1].a == 0 && code_[2].a == 0, "a clause begins with the first slot");
  first_tests_end_ = 3;
  while (code_[first_tests_end_].op == MatchOp::kElementIs && code_[first_tests_end_].b == 0)
    ++first_tests_end_;
}

/// Most objects of a table fail here, in a loop whose jumps the processor predicts.
bool MatchProgram::fails_first_tests(Term object) const {
  if (!object.is_tuple_of(code_[2].b)) return true;
  const Term* const elements = object.as_tuple().elements;
  for (std::uint32_t n = 3; n < first_tests_end_; ++n)
    if (elements[code_[n].c] != constants_[code_[n].a]) return true;
  return false;
}

Term MatchProgram::run_on_object(Process& p, Term object) const {
  if (first_tests_end_ != 0 && fails_first_tests(object)) return Term::none();
  return MatchRun(*this, p, plain_host(), {}, object).run(first_tests_end_).result;
}

}  // namespace vm
