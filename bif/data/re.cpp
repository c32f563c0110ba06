// re: regular expressions by PCRE2. A compiled pattern is {re_pattern, Groups, Unicode, UseCrlf,
// Code}, where Code is a binary (re_patterns.h). As in OTP, conversion of characters and
// repeated matching are Erlang code of re.erl: the BIFs trap to re:urun/3, re:grun/3 and
// re:ucompile/2.
#include "bif/data/numbers.h"
#include "bif/data/re_options.h"
#include "bif/data/re_patterns.h"
#include "bif/natives.h"
#include "bif/state.h"
#include "bif/table/table_access.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <memory>

namespace bif {
namespace {

/// {"message", Offset}
Term error_term(HeapBuilder& builder, const ReError& error) {
  return builder.tuple(builder.string(error.message()), number(error.shown_offset()));
}

/// {re_pattern, Groups, Unicode, UseCrlf, Code}
Term pattern_term(HeapBuilder& builder, const RePattern& pattern, std::string_view code) {
  return builder.tuple(
      am::re_pattern, number(pattern.group_count()), Term::small(pattern.is_unicode() ? 1 : 0),
      Term::small(pattern.takes_crlf() ? 1 : 0), vm::make_binary_term(builder, code));
}

vm::SharedRef<RePattern> pattern_of(Process& p, std::string_view code, ReError* error) {
  return BifState::of(p).patterns->get(code, error);
}

/// The pattern of a {re_pattern, ...} tuple, or null. With a `newline` it is compiled again: PCRE2
/// matches with the line ends that it compiled for.
vm::SharedRef<RePattern> compiled_pattern(Process& p, Term term, std::uint32_t newline = 0) {
  if (!term.is_tuple_of(5) || term.as_tuple().elements[0] != am::re_pattern) return {};
  const Term code = term.as_tuple().elements[4];
  ReError ignored;
  if (!code.is_binary()) return {};
  const vm::BinaryBytes bytes(code);
  if (newline == 0) return pattern_of(p, bytes.text(), &ignored);
  return pattern_of(p, with_newline(bytes.text(), newline), &ignored);
}

BifResult trap_to(Process& p, Term function, Word arity, std::initializer_list<Term> arguments) {
  return p.trap(p.vm.exports->get_or_create(am::re, function, arity), arguments);
}

/// What is matched: its bytes, and the binary they are in, if they are.
struct Subject {
  std::string copied;
  std::unique_ptr<vm::BinaryBytes> bytes;
  Term binary;  // none() where it was a list
  std::string_view text() const { return bytes ? bytes->text() : std::string_view(copied); }

  bool read(Term term) {
    if (term.is_binary()) {
      bytes = std::make_unique<vm::BinaryBytes>(term);
      binary = term;
      return true;
    }
    return vm::append_iodata(term, copied);
  }
};

/// A finished match and how its parts become terms.
class Captures {
 public:
  Captures(HeapBuilder& builder, const Subject& subject, const RePattern& pattern,
           const ReMatch& match, CaptureForm form)
      : builder_(builder), subject_(subject), pattern_(pattern), match_(match), form_(form) {}

  Term group(Word index) {
    std::size_t start = 0, length = 0;
    const bool is_set = match_.find(index, &start, &length);
    const std::string_view text = subject_.text().substr(start, length);
    switch (form_) {
      case CaptureForm::kIndex:
        return builder_.tuple(Term::small(is_set ? static_cast<SWord>(start) : -1), number(length));
      case CaptureForm::kList:
        return builder_.string(text);
      case CaptureForm::kBinary:
        if (subject_.binary.has_value() && length > vm::kMaxHeapBinaryBytes) {
          return vm::make_sub_binary(builder_, subject_.binary, start * 8, length * 8);
        }
        return vm::make_binary_term(builder_, text);
    }
    return Term::none();
  }

  Term range(Word first) {
    std::vector<Term> groups;
    const auto end = static_cast<Word>(match_.result());
    for (Word number = first; number < end; ++number) groups.push_back(group(number));
    return builder_.list_from(groups);
  }

  /// By number, or by name as atom, string or binary; false where it is none of these.
  bool wanted(Term id, Term* value) {
    if (id.is_small()) {
      *value = group(id.as_small() < 0 ? kNoGroup : static_cast<Word>(id.as_small()));
      return true;
    }
    std::string name;
    if (id.is_atom()) {
      name = vm::atom_text(id);
    } else if (!vm::append_iodata(id, name)) {
      return false;
    }
    *value = named(name);
    return true;
  }

  /// The first group of that name that took part in the match.
  Term named(const std::string& name) {
    Word found = kNoGroup;
    for (const std::size_t candidate : pattern_.groups_named(name)) {
      std::size_t start, length;
      found = candidate;
      if (match_.find(found, &start, &length)) break;
    }
    return group(found);
  }

  Term all_named() {
    std::vector<Term> values;
    for (const std::string& name : pattern_.group_names()) values.push_back(named(name));
    return builder_.list_from(values);
  }

 private:
  static constexpr Word kNoGroup = ~Word{0} >> 1;

  HeapBuilder& builder_;
  const Subject& subject_;
  const RePattern& pattern_;
  const ReMatch& match_;
  const CaptureForm form_;
};

/// `match`, {match, Captured}; none() for an id that is none.
Term match_term(HeapBuilder& builder, Captures captures, const ReOptions& options) {
  Term list;
  switch (options.which) {
    case CaptureWhich::kNone:
      return am::match;
    case CaptureWhich::kAll:
      list = captures.range(0);
      break;
    case CaptureWhich::kAllButFirst:
      list = captures.range(1);
      break;
    case CaptureWhich::kFirst:
      list = builder.cons(captures.group(0), Term::nil());
      break;
    case CaptureWhich::kAllNames:
      list = captures.all_named();
      if (list.is_nil()) return am::match;
      break;
    case CaptureWhich::kList: {
      std::vector<Term> values;
      for (Term id : vm::ListView(options.wanted)) {
        if (!captures.wanted(id, &values.emplace_back())) return Term::none();
      }
      if (values.empty()) return am::match;
      list = builder.list_from(values);
      break;
    }
  }
  return builder.tuple(am::match, list);
}

Term failure_term(HeapBuilder& builder, int result, const ReOptions& options) {
  if (result == PCRE2_ERROR_NOMATCH || !options.report_errors) return am::nomatch;
  if (result == PCRE2_ERROR_MATCHLIMIT) return builder.tuple(am::error, am::match_limit);
  if (result == PCRE2_ERROR_DEPTHLIMIT || result == PCRE2_ERROR_HEAPLIMIT) {
    return builder.tuple(am::error, am::match_limit_recursion);
  }
  return am::nomatch;
}

/// Whether a call is one of the steps that re.erl repeats a match by.
enum class FirstCall : std::uint8_t { kYes, kNo };

/// The binary that a large subject is in, if it can be kept and does not change; otherwise null.
vm::SharedRef<vm::Binary> binary_of(const Subject& subject) {
  if (!subject.binary.is_boxed_as(vm::Subtag::kSubBinary)) return {};
  const Term original = subject.binary.as_boxed<vm::SubBinary>().original;
  if (!original.is_boxed_as(vm::Subtag::kRefBinary)) return {};
  vm::Binary* binary = original.as_boxed<vm::RefBinary>().binary;
  const auto* begin = reinterpret_cast<const char*>(binary->bytes());
  const bool is_in =
      subject.text().data() >= begin && subject.text().data() < begin + binary->size();
  if (binary->object() != nullptr || !is_in) return {};
  return vm::SharedRef<vm::Binary>(binary);
}

/// A further step of a repeated match: the subject has been checked, as a rule.
ReMatch match_further(Process& p, const Subject& subject, const RePattern& pattern,
                      ReOptions options) {
  const std::string_view text = subject.text();
  const vm::SharedRef<vm::Binary> binary = binary_of(subject);
  if (!binary) return pattern.match(text, options);
  CheckedText& checked = BifState::of(p).patterns->checked_text();
  const bool is_at_end = options.offset == text.size();
  const bool is_in_character = !is_at_end && (text[options.offset] & 0xC0) == 0x80;
  const bool is_known = !is_in_character && checked.knows(p.pid, text);
  if (is_known) options.match |= PCRE2_NO_UTF_CHECK;
  ReMatch match = pattern.match(text, options);
  // re.erl goes on where there is no match other than an empty one, which it asks for like this.
  const bool goes_on = match.result() > 0 || (match.result() == PCRE2_ERROR_NOMATCH &&
                                              (options.match & PCRE2_ANCHORED) != 0);
  if (!goes_on || is_at_end) {
    checked.forget(p.pid);
  } else if (!is_known) {
    checked.keep(p.pid, binary, text);
  }
  return match;
}

BifResult match(Process& p, Term subject_term, const RePattern& pattern, const ReOptions& options,
                FirstCall first) {
  Subject subject;
  if (!subject.read(subject_term)) return table_badarg(p);
  const std::string_view text = subject.text();
  if (options.offset > text.size()) return table_badarg(p);
  const bool is_further = first == FirstCall::kNo && pattern.is_unicode();
  const ReMatch match =
      is_further ? match_further(p, subject, pattern, options) : pattern.match(text, options);
  p.use_reductions(static_cast<SWord>(text.size() / 64 + 1));
  Term answer;
  if (match.result() > 0) {
    HeapBuilder builder(p);
    answer = match_term(builder, Captures(builder, subject, pattern, match, options.form), options);
  } else if (match.result() == PCRE2_ERROR_NOMATCH || match.is_limit_reached()) {
    HeapBuilder builder(p);
    answer = failure_term(builder, match.result(), options);
  }
  return answer.is_none() ? table_badarg(p) : answer;
}

/// badarg, or what report_errors asks for.
BifResult compile_failure(Process& p, const ReOptions& options, const ReError& error) {
  if (!options.report_errors) return table_badarg(p);
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(am::compile, error_term(builder, error)));
}

/// The pattern does not come compiled: compile it for this match.
BifResult compile_and_match(Process& p, Term subject, Term pattern, const ReOptions& options,
                            FirstCall first) {
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  ReError error;
  const auto compiled = pattern_of(p, re_code(text, options), &error);
  return compiled ? match(p, subject, *compiled, options, first)
                  : compile_failure(p, options, error);
}

/// Leaves the repetition to re:grun/3, with the pattern compiled and whether there are options
/// that a compiled pattern no longer accepts.
BifResult run_repeatedly(Process& p, Term subject, Term pattern, Term option_list,
                         const ReOptions& options) {
  const Term clean = vm::make_boolean(options.compile_only_given);
  Term argument;
  if (pattern.is_tuple()) {
    {
      HeapBuilder builder(p);
      argument = builder.tuple(option_list, clean);
    }
    return trap_to(p, am::grun, 3, {subject, pattern, argument});
  }
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  ReError error;
  const std::string code = re_code(text, options);
  const auto compiled = pattern_of(p, code, &error);
  if (!compiled) return compile_failure(p, options, error);
  {
    // With the pattern as it was given, for the stack of an exception.
    HeapBuilder builder(p);
    argument = builder.tuple(option_list, clean, pattern);
    pattern = pattern_term(builder, *compiled, code);
  }
  return trap_to(p, am::grun, 3, {subject, pattern, argument});
}

BifResult run(Process& p, Term subject, Term pattern, Term option_list, FirstCall first) {
  ReOptions options;
  if (!read_re_options(option_list, ReUse::kRun, options)) return table_badarg(p, am::badopt);
  if (options.bad_capture) return table_badarg(p);
  vm::SharedRef<RePattern> compiled;
  if (pattern.is_tuple()) {
    compiled = compiled_pattern(p, pattern, options.newline);
    if (!compiled || options.compile_only_given) return table_badarg(p);
  }
  const bool unicode = compiled ? compiled->is_unicode() : options.unicode;
  if (first == FirstCall::kYes) {
    const bool needs_list = options.form == CaptureForm::kList && !options.global;
    if (unicode && (!subject.is_binary() || needs_list || (!compiled && !pattern.is_binary()))) {
      return trap_to(p, am::urun, 3, {subject, pattern, option_list});
    }
    if (options.global) return run_repeatedly(p, subject, pattern, option_list, options);
  }
  return compiled ? match(p, subject, *compiled, options, first)
                  : compile_and_match(p, subject, pattern, options, first);
}

BifResult compile_term(Process& p, Term pattern, Term option_list) {
  ReOptions options;
  if (!read_re_options(option_list, ReUse::kCompile, options)) return table_badarg(p, am::badopt);
  if (options.unicode && !pattern.is_binary()) {
    return trap_to(p, am::ucompile, 2, {pattern, option_list});
  }
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  ReError error;
  const std::string code = re_code(text, options);
  const auto compiled = pattern_of(p, code, &error);
  HeapBuilder builder(p);
  if (!compiled) return builder.tuple(am::error, error_term(builder, error));
  return builder.tuple(am::ok, pattern_term(builder, *compiled, code));
}

}  // namespace

BifResult re_version_0(Process& p, const Args<0>&) {
  char text[64];
  pcre2_config(PCRE2_CONFIG_VERSION, text);
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, text);
}

BifResult re_compile_1(Process& p, const Args<1>& a) { return compile_term(p, a[0], Term::nil()); }
BifResult re_compile_2(Process& p, const Args<2>& a) { return compile_term(p, a[0], a[1]); }

BifResult re_run_2(Process& p, const Args<2>& a) {
  return run(p, a[0], a[1], Term::nil(), FirstCall::kYes);
}
BifResult re_run_3(Process& p, const Args<3>& a) {
  return run(p, a[0], a[1], a[2], FirstCall::kYes);
}
BifResult re_internal_run_4(Process& p, const Args<4>& a) {
  return run(p, a[0], a[1], a[2], a[3] == am::true_ ? FirstCall::kYes : FirstCall::kNo);
}

BifResult re_inspect_2(Process& p, const Args<2>& a) {
  const vm::SharedRef<RePattern> pattern = compiled_pattern(p, a[0]);
  if (!pattern || a[1] != am::namelist) return table_badarg(p);
  HeapBuilder builder(p);
  std::vector<Term> names;
  for (const std::string& name : pattern->group_names()) {
    names.push_back(vm::make_binary_term(builder, name));
  }
  return builder.tuple(am::namelist, builder.list_from(names));
}

}  // namespace bif
