// What a match specification writes as a call and is none: `const`, `and`, `andalso`, the trace
// actions.
#include "vm/match/match_compiler.h"

#include <algorithm>
#include <string>

namespace vm {

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

}  // namespace vm
