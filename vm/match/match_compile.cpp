// The compiler of match specs: clauses, heads, expressions.
#include "vm/base/native_stack.h"
#include "vm/match/match_compiler.h"
#include "vm/term/map.h"
#include "vm/term/work_stack.h"

#include <algorithm>
#include <string>

namespace vm {

namespace {

// The maximum depth of expressions, if the native stack is large enough. (OTP fails between 1,000
// and 5,000 levels, when its stack is used up.)
constexpr int kMaxDepth = 2000;

/// As OTP, which has room for 99 bytes.
std::string nesting_text(Term t) {
  constexpr std::size_t kMost = 99;
  std::string text = "Excessive nesting; system limit reached near: ";
  return (text + term_to_text(t, PrintStyle::kDisplay, kMost)).substr(0, kMost);
}

/// Returns N for the variable '$N' with at most nine digits, and -1 for any other term.
SWord variable_number(Term t) {
  if (!t.is_atom() || !is_dollar_atom(t)) return -1;
  const std::string_view text = atom_text(t);
  if (text.size() < 2 || text.size() > 10) return -1;
  SWord number = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

bool is_proper_list(Term t) {
  while (t.is_cons()) t = t.as_cons().tail;
  return t.is_nil();
}

}  // namespace

bool has_variables(Term pattern) {
  const auto is_variable = [](Term t) { return t == am::underscore || variable_number(t) >= 0; };
  if (!pattern.is_pointer()) return is_variable(pattern);
  WorkStack<Term> left;
  // Whether it is one; what may contain some is looked at later.
  const auto look = [&](Term t) {
    if (t.is_pointer()) left.push(t);
    return is_variable(t);
  };
  left.push(pattern);
  while (!left.empty()) {
    const Term t = left.pop();
    if (t.is_cons()) {
      if (look(t.as_cons().head) || look(t.as_cons().tail)) return true;
    } else if (t.is_tuple()) {
      const Tuple& tuple = t.as_tuple();
      if (std::any_of(tuple.elements, tuple.elements + tuple.arity(), look)) return true;
    } else if (t.is_map()) {
      return true;  // a map pattern matches any map that has its keys
    }
  }
  return false;
}

void MatchCompiler::clauses(Term source) {
  if (!source.is_cons()) return error("Match programs are not in a list.");
  if (!is_proper_list(source)) return error("Match programs are not in a proper list.");
  for (Term rest = source; rest.is_cons(); rest = rest.as_cons().tail) {
    if (!rest.as_cons().head.is_tuple_of(3))
      return error("Match program part is not a tuple of arity 3.");
  }
  for (Term rest = source; rest.is_cons(); rest = rest.as_cons().tail) {
    const std::size_t start = program_->code_.size();
    clause(rest.as_cons().head);
    if (!errors_.messages.empty() || errors_.too_deep) return;
    program_->code_[start].b = static_cast<std::uint32_t>(program_->code_.size());
  }
}

void MatchCompiler::clause(Term clause) {
  const Tuple& parts = clause.as_tuple();
  emit(MatchOp::kClause);
  bound_.clear();
  next_slot_ = 0;
  depth_ = 0;
  head(parts.elements[0]);
  program_->slots_ = std::max(program_->slots_, next_slot_);
  program_->variables_ = std::max(program_->variables_, static_cast<std::uint32_t>(bound_.size()));
  if (!errors_.messages.empty()) return;
  in_guard_ = true;
  guards(parts.elements[1]);
  in_guard_ = false;
  body(parts.elements[2]);
}

// --- heads ---

void MatchCompiler::head(Term head) {
  if (is_table()) {
    // The head may be any term, because the objects of match_spec_run/2 need not be tuples.
    load(head, MatchOp::kWhole, 0, 0);
  } else if (head == am::underscore) {
    return;
  } else if (variable_number(head) >= 0) {
    load(head, MatchOp::kWhole, 0, 0);
  } else if (head.is_list()) {
    if (!is_proper_list(head)) {
      return error("Match expression part " + text_of(head) + " is not a proper list.");
    }
    std::vector<Term> patterns;
    for (Term rest = head; rest.is_cons(); rest = rest.as_cons().tail)
      patterns.push_back(rest.as_cons().head);
    emit(MatchOp::kArity, 0, patterns.size());
    load_all(patterns, MatchOp::kArgument, 0);
  } else if (head.is_tuple()) {
    // A tuple means the same as the list of its elements.
    const Tuple& tuple = head.as_tuple();
    emit(MatchOp::kArity, 0, tuple.arity());
    load_all({tuple.elements, tuple.arity()}, MatchOp::kArgument, 0);
  } else {
    return error("Match head is invalid in this context.");
  }
  // Level by level: what is nested is looked at only if everything around it matches.
  for (std::size_t next = 0; next < pending_.size(); ++next) {
    const Pending item = pending_[next];
    pattern(item.pattern, item.slot);
  }
  pending_.clear();
  // The indices of variables are in order of appearance, which mostly is that of their numbers.
  if (!std::ranges::is_sorted(bound_, {}, &Variable::number)) renumber();
}

/// Numbers the variables of the clause in the order of their numbers, which is the order of '$$'.
void MatchCompiler::renumber() {
  std::ranges::sort(bound_, {}, &Variable::number);
  std::vector<std::uint32_t> position(bound_.size());
  for (std::uint32_t n = 0; n < bound_.size(); ++n) position[bound_[n].index] = n;
  std::size_t start = program_->code_.size();
  while (program_->code_[start - 1].op != MatchOp::kClause) --start;
  for (; start < program_->code_.size(); ++start) {
    MatchInstruction& i = program_->code_[start];
    if (i.op == MatchOp::kBind || i.op == MatchOp::kSame || i.op == MatchOp::kBindArgument ||
        i.op == MatchOp::kBindElement)
      i.a = position[i.a];
  }
  for (std::uint32_t n = 0; n < bound_.size(); ++n) bound_[n].index = n;
}

/// Emits an instruction that stores a part of the subject in a new slot, and queues the comparison
/// of the slot with `pattern`. For '_' it does nothing.
void MatchCompiler::load(Term pattern, MatchOp op, Word b, Word c) {
  if (pattern == am::underscore) return;
  const std::uint32_t slot = next_slot_++;
  emit(op, slot, b, c);
  pending_.push_back({pattern, slot});
}

/// Emits what compares the arguments (kArgument), or the elements of the tuple in `slot`
/// (kElement), with `patterns`: first the constants, by which most subjects fail, then the
/// variables that are bound here, without a slot. The others get one each and are queued.
void MatchCompiler::load_all(std::span<const Term> patterns, MatchOp op, Word slot) {
  const bool is_element = op == MatchOp::kElement;
  const MatchOp compare = is_element ? MatchOp::kElementIs : MatchOp::kArgumentIs;
  const MatchOp bind = is_element ? MatchOp::kBindElement : MatchOp::kBindArgument;
  for (Word n = 0; n < patterns.size(); ++n) {
    const Term pattern = patterns[n];
    if (pattern.is_immediate() && pattern != am::underscore && variable_number(pattern) < 0)
      emit(compare, constant(pattern), slot, n);
  }
  for (Word n = 0; n < patterns.size(); ++n) {
    const Term pattern = patterns[n];
    const SWord number = variable_number(pattern);
    if (number >= 0 && std::ranges::find(bound_, number, &Variable::number) == bound_.end()) {
      bound_.push_back({number, static_cast<std::uint32_t>(bound_.size())});
      emit(bind, bound_.back().index, slot, n);
    } else if (number >= 0 || !pattern.is_immediate()) {
      load(pattern, op, slot, n);
    }
  }
}

void MatchCompiler::pattern(Term pattern, std::uint32_t slot) {
  const SWord number = variable_number(pattern);
  if (number >= 0) {
    const auto found = std::ranges::find(bound_, number, &Variable::number);
    if (found != bound_.end()) return emit(MatchOp::kSame, found->index, slot);
    bound_.push_back({number, static_cast<std::uint32_t>(bound_.size())});
    return emit(MatchOp::kBind, bound_.back().index, slot);
  }
  if (pattern.is_immediate()) return emit(MatchOp::kIsWord, slot, constant(pattern));
  if (pattern.is_map()) return map_pattern(pattern, slot);
  // Calling has_variables() at each level of a nested pattern is quadratic. With many slots,
  // patterns are taken apart without that check.
  if (!pattern.is_cons() && !pattern.is_tuple())
    return emit(MatchOp::kIsTerm, slot, constant(pattern));
  if (next_slot_ < 1000 && !has_variables(pattern))
    return emit(MatchOp::kIsTerm, slot, constant(pattern));
  if (pattern.is_cons()) {
    emit(MatchOp::kIsCons, slot);
    load(pattern.as_cons().head, MatchOp::kHead, slot, 0);
    load(pattern.as_cons().tail, MatchOp::kTail, slot, 0);
    return;
  }
  const Tuple& tuple = pattern.as_tuple();
  emit(MatchOp::kIsTuple, slot, tuple.arity());
  load_all({tuple.elements, tuple.arity()}, MatchOp::kElement, slot);
}

void MatchCompiler::map_pattern(Term pattern, std::uint32_t slot) {
  if (map_size(pattern) == 0) return emit(MatchOp::kIsMap, slot);
  MapIterator pairs(pattern);
  Term key;
  Term value;
  while (pairs.next(&key, &value)) {
    if (key == am::underscore) return error("Underscore found in map key.");
    if (variable_number(key) >= 0) return error("Variable found in map key.");
    const std::uint32_t place = next_slot_++;
    emit(MatchOp::kMapValue, place, slot, constant(key));
    if (value != am::underscore) pending_.push_back({value, place});
  }
}

// --- guards and bodies ---

bool MatchCompiler::check_list(Term list) {
  if (!list.is_list()) {
    error("Match expression is not a list.");
    return false;
  }
  if (!is_proper_list(list)) {
    error("Match expression is not a proper list.");
    return false;
  }
  return true;
}

/// Emits kCompare in front of a guard that compares a variable with a small integer, as most do.
void MatchCompiler::comparison(Term guard) {
  if (!guard.is_tuple_of(3)) return;
  const Tuple& form = guard.as_tuple();
  if (!form.elements[0].is_atom() || !form.elements[2].is_small()) return;
  const SmallOperation operation = small_operation_of(form.elements[0], 2);
  const auto found =
      std::ranges::find(bound_, variable_number(form.elements[1]), &Variable::number);
  if (is_comparison(operation) && found != bound_.end())
    emit(MatchOp::kCompare, static_cast<Word>(operation), 0, found->index);
}

void MatchCompiler::guards(Term guards) {
  if (!check_list(guards)) return;
  for (Term rest = guards; rest.is_cons(); rest = rest.as_cons().tail) {
    const std::size_t start = program_->code_.size();
    comparison(rest.as_cons().head);
    expression(rest.as_cons().head, Copied::kNo);
    emit(MatchOp::kTest);
    pushed(-1);
    MatchInstruction& first = program_->code_[start];
    if (first.op == MatchOp::kCompare) first.b = static_cast<std::uint32_t>(program_->code_.size());
  }
}

void MatchCompiler::body(Term body) {
  if (!check_list(body)) return;
  emit(MatchOp::kBody);
  if (is_table() && body.is_nil()) return error("Body clause does not return anything.");
  for (Term rest = body; rest.is_cons(); rest = rest.as_cons().tail) {
    const bool is_result = is_table() && rest.as_cons().tail.is_nil();
    expression(rest.as_cons().head, is_result ? Copied::kYes : Copied::kNo);
    if (!is_result) {
      emit(MatchOp::kPop);
      pushed(-1);
    }
  }
  emit(is_table() ? MatchOp::kReturn : MatchOp::kReturnMessage);
}

void MatchCompiler::expression(Term t, Copied copied) {
  if (nesting_ >= kMaxDepth || errors_.too_deep || native_stack_left() < kNativeStackReserve) {
    if (!errors_.too_deep) error(nesting_text(t));
    errors_.too_deep = true;
    return;
  }
  ++nesting_;
  if (t.is_atom()) {
    variable_or_atom(t, copied);
  } else if (t.is_tuple()) {
    tuple(t, copied);
  } else if (t.is_cons()) {
    list(t, copied);
  } else if (t.is_map()) {
    map(t, copied);
  } else {
    emit_push(MatchOp::kPushConstant, constant(t));
    if (copied == Copied::kYes && !t.is_immediate()) emit(MatchOp::kCopyTop);
  }
  --nesting_;
}

void MatchCompiler::variable_or_atom(Term t, Copied copied) {
  const SWord number = variable_number(t);
  if (number >= 0) {
    const auto found = std::ranges::find(bound_, number, &Variable::number);
    if (found == bound_.end()) return error("Variable $" + std::to_string(number) + " is unbound.");
    emit_push(MatchOp::kPushVariable, found->index);
  } else if (t == am::dollar_) {
    emit_push(MatchOp::kPushWhole);
  } else if (t == am::dollar_dollar) {
    emit_push(MatchOp::kPushBindings);
  } else {
    return emit_push(MatchOp::kPushConstant, constant(t));
  }
  if (copied == Copied::kYes) emit(MatchOp::kCopyTop);
}

void MatchCompiler::list(Term t, Copied copied) {
  // Follow the tails without recursion, because lists can be long.
  Word cells = 0;
  while (t.is_cons()) {
    expression(t.as_cons().head, copied);
    t = t.as_cons().tail;
    ++cells;
  }
  expression(t, copied);
  for (Word n = 0; n < cells; ++n) {
    emit(MatchOp::kMakeCons);
    pushed(-1);
  }
}

void MatchCompiler::map(Term t, Copied copied) {
  Word pairs = 0;
  MapIterator iterator(t);
  Term key;
  Term value;
  while (iterator.next(&key, &value)) {
    expression(value, copied);
    expression(key, copied);
    ++pairs;
  }
  emit(MatchOp::kMakeMap, 0, pairs);
  pushed(1 - static_cast<int>(2 * pairs));
}

void MatchCompiler::tuple(Term t, Copied copied) {
  const Tuple& form = t.as_tuple();
  if (form.arity() == 1 && form.elements[0].is_tuple()) {
    const Tuple& inner = form.elements[0].as_tuple();
    for (Word n = inner.arity(); n-- > 0;) expression(inner.elements[n], copied);
    emit(MatchOp::kMakeTuple, 0, inner.arity());
    return pushed(1 - static_cast<int>(inner.arity()));
  }
  // A variable is an atom, too, but not the name of a function.
  if (form.arity() == 0 || !form.elements[0].is_atom() || variable_number(form.elements[0]) >= 0) {
    return error(text_of(t) +
                 " is neither a function call, nor a tuple (tuples are written {{ ... }}).");
  }
  if (!special_form(t, form, copied)) call(t, form, copied);
}

void MatchCompiler::call(Term t, const Tuple& form, Copied copied) {
  const Term name = form.elements[0];
  const Word arity = form.arity() - 1;
  const std::string text = text_of(name) + "/" + std::to_string(arity);
  const std::string_view plain = atom_text(name);
  if ((plain == "get_tcw" && arity == 0) || (plain == "set_tcw" && arity == 1))
    return trace_control_word(form, text);
  MatchFunction function = find_match_function(name, arity);
  if (function.kind == MatchFunctionKind::kBif) function.function = lookup_(name, arity);
  if (function.function == nullptr) return error("Function " + text + " does_not_exist.");
  arguments(form);
  std::vector<BifFn>& functions = program_->functions_;
  const auto known = std::ranges::find(functions, function.function);
  const Word index = static_cast<Word>(known - functions.begin());
  if (known == functions.end()) functions.push_back(function.function);
  emit(MatchOp::kCall, static_cast<Word>(small_operation_of(name, arity)), arity, index);
  pushed(1 - static_cast<int>(arity));
  if (copied == Copied::kYes) emit(MatchOp::kCopyTop);
}

void MatchCompiler::trace_control_word(const Tuple& form, std::string_view name) {
  const bool sets = form.arity() == 2;
  if (is_table() || (sets && in_guard_)) {
    return error("Function " + std::string(name) + " cannot be called in this context.");
  }
  arguments(form);
  emit(sets ? MatchOp::kSetTcw : MatchOp::kGetTcw);
  pushed(sets ? 0 : 1);
}

Result<SharedRef<MatchProgram>, MatchErrors> compile_match_spec(Term source, MatchUse use,
                                                                const MatchFunctionLookup& lookup,
                                                                MatchSource kept) {
  return MatchCompiler(use, lookup).compile(source, kept);
}

}  // namespace vm
