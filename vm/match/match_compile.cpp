// The compiler of match specs. It compiles heads with a work list, so they may have any depth, and
// expressions by recursion with a limit. It reports all errors of a clause and stops after the
// first clause with errors.
#include "vm/match/match_compile.h"

#include "vm/base/native_stack.h"
#include "vm/match/match_functions.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

#include <algorithm>
#include <string>

namespace vm {

namespace {

// The maximum depth of expressions, if the native stack is large enough. (OTP fails between 1,000
// and 5,000 levels, when its stack is used up.)
constexpr int kMaxDepth = 2000;

/// A term as error messages print it.
std::string text_of(Term t) { return term_to_text(t, PrintStyle::kDisplay); }

/// As OTP, which has room for 99 bytes.
std::string nesting_text(Term t) {
  constexpr std::size_t kMost = 99;
  std::string text = "Excessive nesting; system limit reached near: ";
  return (text + term_to_text(t, PrintStyle::kDisplay, kMost)).substr(0, kMost);
}

/// Returns N for the variable '$N' with at most nine digits, and -1 for any other term.
SWord variable_number(Term t) {
  if (!t.is_atom()) return -1;
  const std::string_view text = atom_text(t);
  if (text.size() < 2 || text.size() > 10 || text[0] != '$') return -1;
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

enum class Copied : bool { kNo, kYes };

}  // namespace

bool has_variables(Term pattern) {
  if (!pattern.is_pointer()) return pattern == am::underscore || variable_number(pattern) >= 0;
  std::vector<Term> left{pattern};
  while (!left.empty()) {
    const Term t = left.back();
    left.pop_back();
    if (t == am::underscore || variable_number(t) >= 0) return true;
    if (t.is_cons()) {
      left.push_back(t.as_cons().head);
      left.push_back(t.as_cons().tail);
    } else if (t.is_tuple()) {
      const Tuple& tuple = t.as_tuple();
      left.insert(left.end(), tuple.elements, tuple.elements + tuple.arity());
    } else if (t.is_map()) {
      return true;  // a map pattern matches any map that has its keys
    }
  }
  return false;
}

class MatchCompiler {
 public:
  MatchCompiler(MatchUse use, const MatchFunctionLookup& lookup)
      : use_(use),
        lookup_(lookup),
        program_(SharedRef<MatchProgram>(new MatchProgram())) {  // owner: the count
    // Room for what most programs need: ETS compiles one for each call of ets:match/2.
    program_->code_.reserve(24);
    program_->constants_.reserve(8);
    pending_.reserve(16);
    bound_.reserve(8);
  }

  Result<SharedRef<MatchProgram>, MatchErrors> compile(Term source) {
    HeapBuilder builder(Word{64});
    program_->source_ = copy_term(builder, source, nullptr);
    program_->fragment_ = builder.take_fragments();
    program_->use_ = use_;
    clauses(program_->source_);
    if (!errors_.messages.empty() || errors_.too_deep) return Err(std::move(errors_));
    return std::move(program_);
  }

 private:
  struct Variable {
    SWord number;
    std::uint32_t index;
    bool operator==(const Variable&) const = default;
  };

  bool is_table() const { return use_ == MatchUse::kTable; }
  void error(std::string text) { errors_.messages.push_back(std::move(text)); }
  void emit(MatchOp op, Word a = 0, Word b = 0, Word c = 0) {
    program_->code_.push_back({op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
                               static_cast<std::uint32_t>(c)});
  }
  void emit_push(MatchOp op, Word b = 0, Word c = 0) {
    emit(op, 0, b, c);
    pushed(1);
  }
  void pushed(int count) {
    depth_ += count;
    program_->stack_ = std::max(program_->stack_, static_cast<std::uint32_t>(std::max(depth_, 0)));
  }
  Word constant(Term t) {
    program_->constants_.push_back(t);
    return program_->constants_.size() - 1;
  }

  void clauses(Term source);
  void clause(Term clause);
  void head(Term head);
  void pattern(Term pattern, std::uint32_t slot);
  void map_pattern(Term pattern, std::uint32_t slot);
  void guards(Term guards);
  void body(Term body);
  bool check_list(Term list);

  void expression(Term t, Copied copied);
  void variable_or_atom(Term t, Copied copied);
  void tuple(Term t, Copied copied);
  void list(Term t, Copied copied);
  void map(Term t, Copied copied);
  void call(Term t, const Tuple& form, Copied copied);
  bool special_form(Term t, const Tuple& form, Copied copied);
  void lazy(Term t, const Tuple& form, MatchOp op, const char* name);
  void all(Term t, const Tuple& form, MatchOp op, const char* name);
  bool action(Term t, const Tuple& form);
  bool allowed(const char* name, bool guards_too);
  bool argument_count(Term t, const Tuple& form, const char* name, Word least, Word most);
  void stacktrace(Term t, const Tuple& form);
  void trace_control_word(const Tuple& form, std::string_view name);
  void arguments(const Tuple& form) {
    for (Word n = form.arity(); n-- > 1;) expression(form.elements[n], Copied::kNo);
  }
  std::uint32_t load(Term pattern, MatchOp op, Word b, Word c);

  const MatchUse use_;
  const MatchFunctionLookup& lookup_;
  SharedRef<MatchProgram> program_;
  MatchErrors errors_;
  std::vector<Variable> bound_;  // of the current clause; sorted by number after the head
  struct Pending {
    Term pattern;
    std::uint32_t slot;
  };
  std::vector<Pending> pending_;
  std::uint32_t next_slot_ = 0;
  int depth_ = 0;    // depth of the stack at run time
  int nesting_ = 0;  // recursion depth of expression()
  bool in_guard_ = false;
};

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
    Word count = 0;
    for (Term rest = head; rest.is_cons(); rest = rest.as_cons().tail) ++count;
    emit(MatchOp::kArity, 0, count);
    Word index = 0;
    for (Term rest = head; rest.is_cons(); rest = rest.as_cons().tail) {
      load(rest.as_cons().head, MatchOp::kArgument, index++, 0);
    }
  } else if (head.is_tuple()) {
    // A tuple means the same as the list of its elements.
    const Tuple& tuple = head.as_tuple();
    emit(MatchOp::kArity, 0, tuple.arity());
    for (Word index = 0; index < tuple.arity(); ++index)
      load(tuple.elements[index], MatchOp::kArgument, index, 0);
  } else {
    return error("Match head is invalid in this context.");
  }
  // Compile the patterns in order of appearance, so that a match fails at the first one that
  // differs.
  for (std::size_t next = 0; next < pending_.size(); ++next) {
    const Pending item = pending_[next];
    pattern(item.pattern, item.slot);
  }
  pending_.clear();
  std::ranges::sort(bound_, {}, &Variable::number);
  // The indices of variables are in order of appearance. Renumber them in the order of their
  // numbers, which is the order of '$$'.
  std::vector<std::uint32_t> position(bound_.size());
  for (std::uint32_t n = 0; n < bound_.size(); ++n) position[bound_[n].index] = n;
  std::size_t start = program_->code_.size();
  while (program_->code_[start - 1].op != MatchOp::kClause) --start;
  for (; start < program_->code_.size(); ++start) {
    MatchInstruction& i = program_->code_[start];
    if (i.op == MatchOp::kBind || i.op == MatchOp::kSame) i.a = position[i.a];
  }
  for (std::uint32_t n = 0; n < bound_.size(); ++n) bound_[n].index = n;
}

/// Emits an instruction that stores a part of the subject in a new slot, and queues the comparison
/// of the slot with `pattern`. For '_' it does nothing. Returns the slot.
std::uint32_t MatchCompiler::load(Term pattern, MatchOp op, Word b, Word c) {
  if (pattern == am::underscore) return 0;
  const std::uint32_t slot = next_slot_++;
  emit(op, slot, b, c);
  pending_.push_back({pattern, slot});
  return slot;
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
  for (Word n = 0; n < tuple.arity(); ++n) load(tuple.elements[n], MatchOp::kElement, slot, n);
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

void MatchCompiler::guards(Term guards) {
  if (!check_list(guards)) return;
  for (Term rest = guards; rest.is_cons(); rest = rest.as_cons().tail) {
    expression(rest.as_cons().head, Copied::kNo);
    emit(MatchOp::kTest);
    pushed(-1);
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
  emit(MatchOp::kCall, 0, arity, index);
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

// --- special forms ---

bool MatchCompiler::special_form(Term t, const Tuple& form, Copied copied) {
  const Term name = form.elements[0];
  if (name == am::const_) {
    if (form.arity() != 2) {
      error("Special form 'const' called with more than one argument in " + text_of(t) + ".");
      return true;
    }
    emit_push(MatchOp::kPushConstant, constant(form.elements[1]));
    if (copied == Copied::kYes) emit(MatchOp::kCopyTop);
    return true;
  }
  if (name == am::and_) return all(t, form, MatchOp::kAnd, "and"), true;
  if (name == am::or_) return all(t, form, MatchOp::kOr, "or"), true;
  if (name == am::andalso) return lazy(t, form, MatchOp::kAndAlso, "andalso"), true;
  if (name == am::orelse) return lazy(t, form, MatchOp::kOrElse, "orelse"), true;
  return action(t, form);
}

void MatchCompiler::all(Term t, const Tuple& form, MatchOp op, const char* name) {
  if (form.arity() < 2) {
    return error("Special form '" + std::string(name) + "' called without arguments in " +
                 text_of(t) + ".");
  }
  arguments(form);
  emit(op, 0, form.arity() - 1);
  pushed(2 - static_cast<int>(form.arity()));
}

void MatchCompiler::lazy(Term t, const Tuple& form, MatchOp op, const char* name) {
  if (form.arity() < 2) {
    return error("Special form '" + std::string(name) + "' called without arguments in " +
                 text_of(t) + ".");
  }
  std::vector<std::size_t> jumps;
  for (Word n = 1; n < form.arity(); ++n) {
    expression(form.elements[n], Copied::kNo);
    if (n + 1 == form.arity()) break;
    jumps.push_back(program_->code_.size());
    emit(op);
    pushed(-1);
  }
  for (const std::size_t jump : jumps)
    program_->code_[jump].b = static_cast<std::uint32_t>(program_->code_.size());
}

/// Returns true if a trace action is allowed in this context; otherwise reports the error.
bool MatchCompiler::allowed(const char* name, bool guards_too) {
  if (is_table()) {
    error("Special form '" + std::string(name) + "' used in wrong dialect.");
    return false;
  }
  if (in_guard_ && !guards_too) {
    error("Special form '" + std::string(name) + "' called in guard context.");
    return false;
  }
  // These actions are not available for send and receive events (E2).
  const std::string_view text = name;
  const bool caller = text == "caller" || text == "caller_line" || text == "current_stacktrace";
  static constexpr std::string_view kNotInReceive[] = {
      "is_seq_trace",  "get_seq_token", "set_seq_trace", "enable_trace",
      "disable_trace", "trace",         "silent",        "process_dump"};
  const bool rejected = (use_ != MatchUse::kCall && caller) ||
                        (use_ == MatchUse::kReceive &&
                         std::ranges::find(kNotInReceive, text) != std::end(kNotInReceive));
  if (rejected) error("Special form '" + std::string(name) + "' used in wrong dialect.");
  return !rejected;
}

bool MatchCompiler::argument_count(Term t, const Tuple& form, const char* name, Word least,
                                   Word most) {
  const Word count = form.arity() - 1;
  if (count >= least && count <= most) return true;
  error("Special form '" + std::string(name) + "' called with wrong number of arguments in " +
        text_of(t) + ".");
  return false;
}

void MatchCompiler::stacktrace(Term t, const Tuple& form) {
  if (!allowed("current_stacktrace", false)) return;
  Word depth = 8;  // the default depth of stack traces
  if (form.arity() > 2) {
    return error("Special form 'current_stacktrace' called with wrong number of arguments in " +
                 text_of(t));
  }
  if (form.arity() == 2) {
    if (!form.elements[1].is_small())
      return error("Special form 'current_stacktrace' called with non small argument.");
    if (form.elements[1].as_small() < 0) {
      return error("Special form 'current_stacktrace' called with negative integer argument.");
    }
    depth = static_cast<Word>(form.elements[1].as_small());
  }
  emit_push(MatchOp::kStacktrace, depth);
}

/// Compiles a trace action (M3). Returns false if `form` is not one.
bool MatchCompiler::action(Term t, const Tuple& form) {
  const Term name = form.elements[0];
  enum Where { kAnywhere, kTraceOnly, kTraceBody };
  struct Plain {
    Term name;
    const char* text;
    MatchOp op;
    Where where;
  };
  static constexpr Plain kPlain[] = {
#define MATCH_ACTION(name, op, where) {am::name, #name, MatchOp::op, where},
#include "vm/match/match_functions.def"
  };
  for (const Plain& plain : kPlain) {
    if (plain.name != name) continue;
    if (plain.where != kAnywhere && !allowed(plain.text, plain.where == kTraceOnly)) return true;
    if (form.arity() != 1) {
      error("Special form '" + std::string(plain.text) + "' called with arguments in " +
            text_of(t) + ".");
      return true;
    }
    emit_push(plain.op);
    return true;
  }
  struct WithArguments {
    Term name;
    const char* text;
    MatchOp op;
    Word least;
    Word most;
    MatchTraceChange change;
  };
  static constexpr WithArguments kWithArguments[] = {
      {am::message, "message", MatchOp::kMessage, 1, 1, {}},
      {am::silent, "silent", MatchOp::kSilent, 1, 1, {}},
      {am::display, "display", MatchOp::kDisplay, 1, 1, {}},
      {am::set_seq_token, "set_seq_trace", MatchOp::kSetSeqToken, 2, 2, {}},
      {am::enable_trace, "enable_trace", MatchOp::kTraceFlags, 1, 2, MatchTraceChange::kEnable},
      {am::disable_trace, "disable_trace", MatchOp::kTraceFlags, 1, 2, MatchTraceChange::kDisable},
      {am::trace, "trace", MatchOp::kTraceFlags, 2, 3, MatchTraceChange::kTrace},
  };
  for (const WithArguments& with : kWithArguments) {
    if (with.name != name) continue;
    if (!allowed(with.text, false)) return true;
    const char* text = with.op == MatchOp::kSetSeqToken ? "set_seq_token" : with.text;
    if (!argument_count(t, form, text, with.least, with.most)) return true;
    arguments(form);
    emit(with.op, 0, form.arity() - 1, static_cast<Word>(with.change));
    pushed(2 - static_cast<int>(form.arity()));
    return true;
  }
  if (name == am::current_stacktrace) {
    stacktrace(t, form);
    return true;
  }
  return false;
}

Result<SharedRef<MatchProgram>, MatchErrors> compile_match_spec(Term source, MatchUse use,
                                                                const MatchFunctionLookup& lookup) {
  return MatchCompiler(use, lookup).compile(source);
}

}  // namespace vm
