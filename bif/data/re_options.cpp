// A table of the options that are plain atoms, and the few that are tuples.
#include "bif/data/re_options.h"

#include "vm/heap/list_view.h"

#include <pcre2.h>

#include <string_view>

namespace bif {
namespace {

/// Where an option belongs: to compiling alone, to matching alone, or to both.
enum class OptionUse : std::uint8_t { kCompile, kMatch, kBoth };

struct FlagOption {
  Term name;
  OptionUse use;
  std::uint32_t compile;
  std::uint32_t match;
};

constexpr FlagOption kFlagOptions[] = {
    {am::anchored, OptionUse::kBoth, PCRE2_ANCHORED, PCRE2_ANCHORED},
    {am::caseless, OptionUse::kCompile, PCRE2_CASELESS, 0},
    {am::dollar_endonly, OptionUse::kCompile, PCRE2_DOLLAR_ENDONLY, 0},
    {am::dotall, OptionUse::kCompile, PCRE2_DOTALL, 0},
    {am::dupnames, OptionUse::kCompile, PCRE2_DUPNAMES, 0},
    {am::extended, OptionUse::kCompile, PCRE2_EXTENDED, 0},
    {am::firstline, OptionUse::kCompile, PCRE2_FIRSTLINE, 0},
    {am::multiline, OptionUse::kCompile, PCRE2_MULTILINE, 0},
    {am::never_utf, OptionUse::kCompile, PCRE2_NEVER_UTF, 0},
    {am::no_auto_capture, OptionUse::kCompile, PCRE2_NO_AUTO_CAPTURE, 0},
    {am::no_start_optimize, OptionUse::kCompile, PCRE2_NO_START_OPTIMIZE, 0},
    {am::ucp, OptionUse::kCompile, PCRE2_UCP, 0},
    {am::ungreedy, OptionUse::kCompile, PCRE2_UNGREEDY, 0},
    {am::notbol, OptionUse::kMatch, 0, PCRE2_NOTBOL},
    {am::noteol, OptionUse::kMatch, 0, PCRE2_NOTEOL},
    {am::notempty, OptionUse::kMatch, 0, PCRE2_NOTEMPTY},
    {am::notempty_atstart, OptionUse::kMatch, 0, PCRE2_NOTEMPTY_ATSTART},
};

bool take_flag(Term option, ReUse use, ReOptions& options) {
  for (const FlagOption& flag : kFlagOptions) {
    if (flag.name != option) continue;
    if (use == ReUse::kCompile && flag.use == OptionUse::kMatch) return false;
    options.compile |= flag.compile;
    options.match |= flag.match;
    options.compile_only_given |= flag.use == OptionUse::kCompile;
    return true;
  }
  return false;
}

bool take_atom(Term option, ReUse use, ReOptions& options) {
  if (option == am::unicode) {
    options.unicode = true;
    options.compile |= PCRE2_UTF;
    options.compile_only_given = true;
    return true;
  }
  if (option == am::bsr_anycrlf || option == am::bsr_unicode) {
    options.bsr = option == am::bsr_unicode ? PCRE2_BSR_UNICODE : PCRE2_BSR_ANYCRLF;
    return true;
  }
  if (use == ReUse::kRun && option == am::global) return options.global = true;
  if (use == ReUse::kRun && option == am::report_errors) return options.report_errors = true;
  return take_flag(option, use, options);
}

bool take_newline(Term value, ReOptions& options) {
  if (value == am::cr)
    options.newline = PCRE2_NEWLINE_CR;
  else if (value == am::crlf)
    options.newline = PCRE2_NEWLINE_CRLF;
  else if (value == am::lf)
    options.newline = PCRE2_NEWLINE_LF;
  else if (value == am::anycrlf)
    options.newline = PCRE2_NEWLINE_ANYCRLF;
  else if (value == am::any)
    options.newline = PCRE2_NEWLINE_ANY;
  else if (value == am::nul)
    options.newline = PCRE2_NEWLINE_NUL;
  else
    return false;
  return true;
}

bool take_which(Term which, ReOptions& options) {
  options.wanted = which;
  if (which == am::all)
    options.which = CaptureWhich::kAll;
  else if (which == am::all_but_first)
    options.which = CaptureWhich::kAllButFirst;
  else if (which == am::first)
    options.which = CaptureWhich::kFirst;
  else if (which == am::none)
    options.which = CaptureWhich::kNone;
  else if (which == am::all_names)
    options.which = CaptureWhich::kAllNames;
  else if (vm::list_length(which) >= 0)
    options.which = CaptureWhich::kList;
  else
    return false;
  return true;
}

bool take_form(Term form, ReOptions& options) {
  if (form == am::index)
    options.form = CaptureForm::kIndex;
  else if (form == am::list)
    options.form = CaptureForm::kList;
  else if (form == am::binary)
    options.form = CaptureForm::kBinary;
  else
    return false;
  return true;
}

bool take_number(Term value, Word* number) {
  if (!value.is_small() || value.as_small() < 0) return false;
  *number = static_cast<Word>(value.as_small());
  return true;
}

bool take_tuple(const vm::Tuple& tuple, ReUse use, ReOptions& options) {
  const Term name = tuple.elements[0];
  if (name == am::newline && tuple.arity() == 2) return take_newline(tuple.elements[1], options);
  if (use == ReUse::kCompile) return false;
  if (name == am::capture && tuple.arity() <= 3) {
    options.bad_capture = !take_which(tuple.elements[1], options) ||
                          (tuple.arity() == 3 && !take_form(tuple.elements[2], options));
    return true;
  }
  if (tuple.arity() != 2) return false;
  if (name == am::offset) return take_number(tuple.elements[1], &options.offset);
  if (name == am::match_limit) return take_number(tuple.elements[1], &options.match_limit);
  if (name == am::match_limit_recursion) {
    return take_number(tuple.elements[1], &options.recursion_limit);
  }
  return false;
}

}  // namespace

bool are_compile_options(const ReOptions& options) {
  std::uint32_t flags = PCRE2_UTF;
  for (const FlagOption& flag : kFlagOptions) flags |= flag.compile;
  return (options.compile & ~flags) == 0 && options.newline <= PCRE2_NEWLINE_NUL &&
         options.bsr <= PCRE2_BSR_ANYCRLF &&
         options.unicode == ((options.compile & PCRE2_UTF) != 0);
}

bool read_re_options(Term list, ReUse use, ReOptions& options) {
  if (vm::list_length(list) < 0) return false;
  for (Term option : vm::ListView(list)) {
    if (option.is_atom()) {
      if (!take_atom(option, use, options)) return false;
    } else if (option.is_tuple() && option.as_tuple().arity() >= 2) {
      if (!take_tuple(option.as_tuple(), use, options)) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace bif
