// MatchCompiler: the translation of one match specification. It compiles heads with a work list, so
// they may have any depth, and expressions by recursion with a limit. It reports all errors of a
// clause and stops after the first clause with errors. For match_compile.cpp and
// match_special_forms.cpp; others call compile_match_spec() (match_compile.h). Threads: one.
#pragma once

#include "vm/match/match_compile.h"
#include "vm/match/match_functions.h"
#include "vm/term/copy.h"
#include "vm/term/print.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

namespace vm {

class MatchCompiler {
 public:
  MatchCompiler(MatchUse use, const MatchFunctionLookup& lookup)
      : use_(use),
        lookup_(lookup),
        program_(SharedRef<MatchProgram>(new MatchProgram())) {  // owner: the count
    pending_.reserve(16);
    bound_.reserve(8);
  }

  Result<SharedRef<MatchProgram>, MatchErrors> compile(Term source, MatchSource kept) {
    program_->source_ = source;
    if (kept == MatchSource::kCopied) {
      HeapBuilder builder(Word{64});
      program_->source_ = copy_term(builder, source, nullptr);
      program_->fragment_ = builder.take_fragments();
    }
    program_->use_ = use_;
    clauses(program_->source_);
    if (!errors_.messages.empty() || errors_.too_deep) return Err(std::move(errors_));
    program_->find_first_tests();
    return std::move(program_);
  }

 private:
  /// Whether the value of an expression has to be a copy on the process heap.
  enum class Copied : bool { kNo, kYes };
  struct Variable {
    SWord number;
    std::uint32_t index;
    bool operator==(const Variable&) const = default;
  };

  /// A term as error messages print it.
  static std::string text_of(Term t) { return term_to_text(t, PrintStyle::kDisplay); }
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
  void renumber();
  void pattern(Term pattern, std::uint32_t slot);
  void map_pattern(Term pattern, std::uint32_t slot);
  void guards(Term guards);
  void comparison(Term guard);
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
  /// Compiles a trace action (M3). False: `form` is not one.
  bool action(Term t, const Tuple& form);
  /// Whether a trace action is allowed in this context; reports the error if it is not.
  bool allowed(const char* name, bool guards_too);
  bool argument_count(Term t, const Tuple& form, const char* name, Word least, Word most);
  void stacktrace(Term t, const Tuple& form);
  void trace_control_word(const Tuple& form, std::string_view name);
  void arguments(const Tuple& form) {
    for (Word n = form.arity(); n-- > 1;) expression(form.elements[n], Copied::kNo);
  }
  void load(Term pattern, MatchOp op, Word b, Word c);
  void load_all(std::span<const Term> patterns, MatchOp op, Word slot);

  const MatchUse use_;
  const MatchFunctionLookup& lookup_;
  SharedRef<MatchProgram> program_;
  MatchErrors errors_;
  // The lists below, while they are short.
  std::array<Byte, 512> first_memory_;
  std::pmr::monotonic_buffer_resource memory_{first_memory_.data(), first_memory_.size()};
  std::pmr::vector<Variable> bound_{&memory_};  // of a clause; by number after the head
  struct Pending {
    Term pattern;
    std::uint32_t slot;
  };
  std::pmr::vector<Pending> pending_{&memory_};
  std::uint32_t next_slot_ = 0;
  int depth_ = 0;    // depth of the stack at run time
  int nesting_ = 0;  // recursion depth of expression()
  bool in_guard_ = false;
};

}  // namespace vm
