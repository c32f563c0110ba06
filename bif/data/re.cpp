// re: regular expressions by PCRE2. A compiled pattern is {re_pattern, Groups, Unicode, UseCrlf,
// Code}, where Code is a magic reference to what PCRE2 made. As in OTP, what needs Erlang
// (conversion of characters, repeated matching) is left to re.erl: the natives trap to re:urun/3,
// re:grun/3 and re:ucompile/2. Threads: a compiled pattern is constant and shared; what a match
// needs is made for it.
#include "bif/data/re_options.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"

#include <pcre2.h>

#include <algorithm>
#include <memory>

namespace bif {
namespace {

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
using CodePtr = std::unique_ptr<pcre2_code, FreeCode>;
struct FreeMatchData {
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
struct FreeMatchContext {
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

class CompiledPattern final : public vm::MagicObject {
 public:
  CompiledPattern(CodePtr code, bool unicode) : code_(std::move(code)), unicode_(unicode) {}
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  const pcre2_code* code() const { return code_.get(); }
  bool is_unicode() const { return unicode_; }

 private:
  const CodePtr code_;
  const bool unicode_;
};

struct CompileError {
  int code = 0;
  std::size_t offset = 0;
};

/// What OTP's own PCRE (8) says, where PCRE2 puts it in other words and programs are known to print
/// it.
std::string_view message_of_old(int code) {
  switch (code) {
    case 101:
      return "\\ at end of pattern";
    case 104:
      return "numbers out of order in {} quantifier";
    case 106:
      return "missing terminating ] for character class";
    case 108:
      return "range out of order in character class";
    case 109:
      return "nothing to repeat";
    case 111:
      return "unrecognized character after (? or (?-";
    case 114:
      return "missing )";
    case 115:
      return "reference to non-existent subpattern";
    case 122:
      return "unmatched parentheses";
    case 143:
      return "two named subpatterns have the same name";
    default:
      return {};
  }
}

std::string message_of(int code) {
  if (const std::string_view old = message_of_old(code); !old.empty()) return std::string(old);
  PCRE2_UCHAR text[256];
  pcre2_get_error_message(code, text, sizeof(text));
  return reinterpret_cast<const char*>(text);
}

/// PCRE2 does not always point where PCRE pointed: at a quantifier, say, and not behind it.
std::size_t offset_of(const CompileError& error) {
  const bool behind = error.code == 109 || error.code == 143;
  if (behind && error.offset > 0) return error.offset - 1;
  return error.code == 115 ? error.offset + 1 : error.offset;
}

CodePtr compile(std::string_view pattern, const ReOptions& options, CompileError* error) {
  std::unique_ptr<pcre2_compile_context, void (*)(pcre2_compile_context*)> context(
      pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
  if (options.newline != 0) pcre2_set_newline(context.get(), options.newline);
  if (options.bsr != 0) pcre2_set_bsr(context.get(), options.bsr);
  return CodePtr(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                               options.compile, &error->code, &error->offset, context.get()));
}

Term string_term(HeapBuilder& builder, std::string_view text) { return builder.string(text); }

/// {"message", Offset}
Term error_term(HeapBuilder& builder, const CompileError& error) {
  return builder.tuple(string_term(builder, message_of(error.code)),
                       Term::small(static_cast<SWord>(offset_of(error))));
}

Term pattern_term(Process& p, HeapBuilder& builder, CodePtr code, bool unicode) {
  std::uint32_t groups = 0;
  std::uint32_t newline = 0;
  pcre2_pattern_info(code.get(), PCRE2_INFO_CAPTURECOUNT, &groups);
  pcre2_pattern_info(code.get(), PCRE2_INFO_NEWLINE, &newline);
  std::size_t size = 0;
  pcre2_pattern_info(code.get(), PCRE2_INFO_SIZE, &size);
  const bool crlf = newline == PCRE2_NEWLINE_CRLF || newline == PCRE2_NEWLINE_ANY ||
                    newline == PCRE2_NEWLINE_ANYCRLF;
  auto* pattern = std::make_unique<CompiledPattern>(std::move(code), unicode).release();
  const vm::RefNumber number = vm::next_ref_number(p.vm);
  const Term ref = vm::make_magic_ref(builder, number.low, number.high, *pattern, size);
  return builder.tuple(am::re_pattern, Term::small(groups), Term::small(unicode ? 1 : 0),
                       Term::small(crlf ? 1 : 0), ref);
}

/// The pattern of a {re_pattern, ...} tuple, or null.
const CompiledPattern* compiled_pattern(Term term) {
  if (!term.is_tuple_of(5) || term.as_tuple().elements[0] != am::re_pattern) return nullptr;
  return vm::magic_object<CompiledPattern>(term.as_tuple().elements[4]);
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
  Captures(HeapBuilder& builder, const Subject& subject, const pcre2_code* code,
           pcre2_match_data* data, int count, CaptureForm form)
      : builder_(builder),
        subject_(subject),
        code_(code),
        offsets_(pcre2_get_ovector_pointer(data)),
        count_(static_cast<Word>(count)),
        form_(form) {}

  Term group(Word number) {
    const bool is_set = number < count_ && offsets_[2 * number] != PCRE2_UNSET;
    const std::size_t start = is_set ? offsets_[2 * number] : 0;
    const std::size_t length = is_set ? offsets_[2 * number + 1] - start : 0;
    const std::string_view text = subject_.text().substr(start, length);
    switch (form_) {
      case CaptureForm::kIndex:
        return builder_.tuple(Term::small(is_set ? static_cast<SWord>(start) : -1),
                              Term::small(static_cast<SWord>(length)));
      case CaptureForm::kList:
        return string_term(builder_, text);
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
    for (Word number = first; number < count_; ++number) groups.push_back(group(number));
    return builder_.list_from(groups);
  }

  /// By number, or by name as atom, string or binary; false where it is none of these.
  bool wanted(Term id, Term* value) {
    if (id.is_small()) {
      *value = group(id.as_small() < 0 ? ~Word{0} >> 1 : static_cast<Word>(id.as_small()));
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
    PCRE2_SPTR first = nullptr;
    PCRE2_SPTR last = nullptr;
    const int entry_size = pcre2_substring_nametable_scan(
        code_, reinterpret_cast<PCRE2_SPTR>(name.c_str()), &first, &last);
    if (entry_size <= 0) return group(~Word{0} >> 1);
    Word number = 0;
    for (PCRE2_SPTR entry = first; entry <= last; entry += entry_size) {
      number = static_cast<Word>(entry[0]) << 8 | entry[1];
      if (number < count_ && offsets_[2 * number] != PCRE2_UNSET) break;
    }
    return group(number);
  }

 private:
  HeapBuilder& builder_;
  const Subject& subject_;
  const pcre2_code* code_;
  const std::size_t* offsets_;
  const Word count_;
  const CaptureForm form_;
};

/// The different names of a pattern's groups, in alphabetical order.
std::vector<std::string> group_names(const pcre2_code* code) {
  std::uint32_t count = 0;
  std::uint32_t entry_size = 0;
  PCRE2_SPTR table = nullptr;
  pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
  pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    names.emplace_back(reinterpret_cast<const char*>(table + i * entry_size + 2));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// `match`, {match, Captured}; none() for an id that is none.
Term match_term(HeapBuilder& builder, Captures captures, const ReOptions& options,
                const pcre2_code* code) {
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
    case CaptureWhich::kAllNames: {
      std::vector<Term> values;
      for (const std::string& name : group_names(code)) values.push_back(captures.named(name));
      if (values.empty()) return am::match;
      list = builder.list_from(values);
      break;
    }
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

bool is_limit(int result) {
  return result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_DEPTHLIMIT ||
         result == PCRE2_ERROR_HEAPLIMIT;
}

BifResult match(Process& p, Term subject_term, const pcre2_code* code, const ReOptions& options) {
  Subject subject;
  if (!subject.read(subject_term)) return table_badarg(p);
  const std::string_view text = subject.text();
  if (options.offset > text.size()) return table_badarg(p);
  std::unique_ptr<pcre2_match_data, FreeMatchData> data(
      pcre2_match_data_create_from_pattern(code, nullptr));
  std::unique_ptr<pcre2_match_context, FreeMatchContext> context(
      pcre2_match_context_create(nullptr));
  if (options.match_limit != 0) {
    pcre2_set_match_limit(context.get(), static_cast<std::uint32_t>(options.match_limit));
  }
  if (options.recursion_limit != 0) {
    pcre2_set_depth_limit(context.get(), static_cast<std::uint32_t>(options.recursion_limit));
  }
  const int result = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                 options.offset, options.match, data.get(), context.get());
  p.use_reductions(static_cast<SWord>(text.size() / 64 + 1));
  Term answer;
  if (result > 0) {
    HeapBuilder builder(p);
    answer = match_term(builder, Captures(builder, subject, code, data.get(), result, options.form),
                        options, code);
  } else if (result == PCRE2_ERROR_NOMATCH || is_limit(result)) {
    HeapBuilder builder(p);
    answer = failure_term(builder, result, options);
  }
  return answer.is_none() ? table_badarg(p) : answer;
}

enum class FirstCall : std::uint8_t { kYes, kNo };

/// badarg, or what report_errors asks for.
BifResult compile_failure(Process& p, const ReOptions& options, const CompileError& error) {
  if (!options.report_errors) return table_badarg(p);
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(am::compile, error_term(builder, error)));
}

/// The pattern does not come compiled: compile it for this match.
BifResult compile_and_match(Process& p, Term subject, Term pattern, const ReOptions& options) {
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  CompileError error;
  const CodePtr code = compile(text, options, &error);
  return code ? match(p, subject, code.get(), options) : compile_failure(p, options, error);
}

/// Leaves the repetition to re:grun/3, with the pattern compiled and whether there are options
/// that a compiled pattern no longer accepts.
BifResult run_repeatedly(Process& p, Term subject, Term pattern, Term option_list,
                         const ReOptions& options) {
  Term argument;
  {
    HeapBuilder builder(p);
    argument = builder.tuple(option_list, vm::make_boolean(options.compile_only_given));
  }
  if (pattern.is_tuple()) return trap_to(p, am::grun, 3, {subject, pattern, argument});
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  CompileError error;
  CodePtr code = compile(text, options, &error);
  if (!code) return compile_failure(p, options, error);
  {
    HeapBuilder builder(p);
    pattern = pattern_term(p, builder, std::move(code), options.unicode);
  }
  return trap_to(p, am::grun, 3, {subject, pattern, argument});
}

BifResult run(Process& p, Term subject, Term pattern, Term option_list, FirstCall first) {
  ReOptions options;
  if (!read_re_options(option_list, ReUse::kRun, options)) return table_badarg(p, am::badopt);
  if (options.bad_capture) return table_badarg(p);
  const CompiledPattern* compiled = nullptr;
  if (pattern.is_tuple()) {
    compiled = compiled_pattern(pattern);
    if (compiled == nullptr || options.compile_only_given) return table_badarg(p);
  }
  const bool unicode = compiled != nullptr ? compiled->is_unicode() : options.unicode;
  if (first == FirstCall::kYes) {
    const bool needs_list = options.form == CaptureForm::kList && !options.global;
    if (unicode &&
        (!subject.is_binary() || needs_list || (compiled == nullptr && !pattern.is_binary()))) {
      return trap_to(p, am::urun, 3, {subject, pattern, option_list});
    }
    if (options.global) return run_repeatedly(p, subject, pattern, option_list, options);
  }
  return compiled != nullptr ? match(p, subject, compiled->code(), options)
                             : compile_and_match(p, subject, pattern, options);
}

BifResult compile_term(Process& p, Term pattern, Term option_list) {
  ReOptions options;
  if (!read_re_options(option_list, ReUse::kCompile, options)) return table_badarg(p, am::badopt);
  if (options.unicode && !pattern.is_binary()) {
    return trap_to(p, am::ucompile, 2, {pattern, option_list});
  }
  std::string text;
  if (!vm::append_iodata(pattern, text)) return table_badarg(p);
  CompileError error;
  CodePtr code = compile(text, options, &error);
  HeapBuilder builder(p);
  if (!code) return builder.tuple(am::error, error_term(builder, error));
  return builder.tuple(am::ok, pattern_term(p, builder, std::move(code), options.unicode));
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
  const CompiledPattern* pattern = compiled_pattern(a[0]);
  if (pattern == nullptr || a[1] != am::namelist) return table_badarg(p);
  HeapBuilder builder(p);
  std::vector<Term> names;
  for (const std::string& name : group_names(pattern->code())) {
    names.push_back(vm::make_binary_term(builder, name));
  }
  return builder.tuple(am::namelist, builder.list_from(names));
}

}  // namespace bif
