// The calls of PCRE2.
#include "bif/data/re_pattern.h"

#include "bif/data/re_tables.h"

#include <algorithm>

namespace bif {
namespace {

// Where OTP's PCRE runs out of the memory for a pattern of nothing but parentheses.
constexpr std::uint32_t kMostNested = 798;

constexpr int kUnknownEscape = 103;
constexpr int kNotInClass = 107;
constexpr int kNoSuchGroup = 115;
constexpr int kNestedTooDeeply = 119;
constexpr int kPerlOnly = 137;
constexpr int kInvalidRange = 150;
constexpr int kBadControl = 168;

/// The messages of OTP's own PCRE (8) for errors that PCRE2 words differently and that programs are
/// known to print.
std::string_view message_of_old(int code) {
  switch (code) {
    case 101:
      return "\\ at end of pattern";
    case 102:
      return "\\c at end of pattern";
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
    case kNoSuchGroup:
      return "reference to non-existent subpattern";
    case kNestedTooDeeply:
      return "regular expression is too complicated";
    case 122:
      return "unmatched parentheses";
    case kPerlOnly:
      return "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u";
    case 143:
      return "two named subpatterns have the same name";
    case 167:
      return "non-hex character in \\x{} (closing brace missing?)";
    case kBadControl:
      return "\\c must be followed by an ASCII character";
    default:
      return {};
  }
}

// PCRE (8) accepted what follows, and PCRE2 does not. compile() rewrites each as it meant it: the
// functions change the text at the error and return by how many characters it has grown, 0 if the
// error is another one. Rejected: PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL, which also accepts what was
// an error.

/// The hyphen in `[\d-z]` stands for itself.
Word escape_hyphen(std::string& text, const ReError& error) {
  if (error.code != kInvalidRange || error.offset >= text.size()) return 0;
  if (text[error.offset] != '-') return 0;
  text.insert(error.offset, 1, '\\');
  return 1;
}

/// Replaces `count` characters behind a backslash by the number of the character they stand for: a
/// letter or digit alone could become a part of what is before it.
Word write_as_number(std::string& text, std::size_t at, std::size_t count, char character) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto code = static_cast<unsigned char>(character);
  text.replace(at, count, {'x', kDigits[code >> 4], kDigits[code & 15]});
  return 3 - count;
}

/// A backslash before a letter without a meaning, also in a class (`[\B]`), stands for the letter.
Word spell_letter(std::string& text, const ReError& error) {
  if (error.code != kUnknownEscape && error.code != kNotInClass) return 0;
  const std::size_t at = error.offset;
  if (at == 0 || at >= text.size() || text[at - 1] != '\\') return 0;
  return write_as_number(text, at, 1, text[at]);
}

/// `\8`, `\9` and larger numbers that begin so are digits, without such a group.
Word spell_digit(std::string& text, const ReError& error) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t at = error.offset;  // of the last digit
  if (error.code != kNoSuchGroup || at == 0 || at >= text.size()) return 0;
  while (at > 1 && is_digit(text[at - 1])) --at;
  if (text[at - 1] != '\\' || (text[at] != '8' && text[at] != '9')) return 0;
  return write_as_number(text, at, 1, text[at]);
}

/// `\F` is a letter; PCRE2 refuses it together with others that PCRE refused, too.
Word spell_f(std::string& text, const ReError& error) {
  if (error.code != kPerlOnly || error.offset < 2 || error.offset > text.size()) return 0;
  const std::size_t at = error.offset - 1;
  return text[at] == 'F' ? write_as_number(text, at, 1, 'F') : 0;
}

/// `\c` is followed by any ASCII character.
Word spell_control(std::string& text, const ReError& error) {
  const std::size_t at = error.offset;
  if (error.code != kBadControl || at < 2 || at >= text.size()) return 0;
  if (text[at - 1] != 'c' || text[at - 2] != '\\' || (text[at] & 0x80) != 0) return 0;
  return write_as_number(text, at - 1, 2, static_cast<char>(text[at] ^ 0x40));
}

Word rewrite(std::string& text, const ReError& error) {
  for (const auto function : {escape_hyphen, spell_letter, spell_digit, spell_f, spell_control}) {
    if (const Word added = function(text, error); added != 0) return added;
  }
  return 0;
}

PCRE2_SPTR units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

}  // namespace

std::string ReError::message() const {
  if (const std::string_view old = message_of_old(code); !old.empty()) return std::string(old);
  PCRE2_UCHAR text[256];
  pcre2_get_error_message(code, text, sizeof(text));
  return reinterpret_cast<const char*>(text);
}

std::size_t ReError::shown_offset() const {
  // For example, PCRE points at a quantifier, PCRE2 behind it.
  constexpr int kBehind[] = {109, kPerlOnly, 143, kInvalidRange, 171};
  const bool is_behind = std::ranges::find(kBehind, code) != std::end(kBehind);
  return is_behind && offset > 0 ? offset - 1 : offset;
}

bool ReMatch::is_limit_reached() const {
  return result_ == PCRE2_ERROR_MATCHLIMIT || result_ == PCRE2_ERROR_DEPTHLIMIT ||
         result_ == PCRE2_ERROR_HEAPLIMIT;
}

bool ReMatch::find(std::size_t group, std::size_t* start, std::size_t* length) const {
  const std::size_t* offsets = pcre2_get_ovector_pointer(data_.get());
  if (result_ < 0 || group >= static_cast<std::size_t>(result_)) return false;
  if (offsets[2 * group] == PCRE2_UNSET) return false;
  *start = offsets[2 * group];
  *length = offsets[2 * group + 1] - *start;
  return true;
}

vm::SharedRef<RePattern> RePattern::compile(std::string_view text, const ReOptions& options,
                                            ReError* error) {
  std::unique_ptr<pcre2_compile_context, void (*)(pcre2_compile_context*)> context(
      pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
  if (options.newline != 0) pcre2_set_newline(context.get(), options.newline);
  if (options.bsr != 0) pcre2_set_bsr(context.get(), options.bsr);
  pcre2_set_character_tables(context.get(), latin1_tables());
  pcre2_set_parens_nest_limit(context.get(), kMostNested);
  pcre2_set_compile_extra_options(context.get(), PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK);
  std::uint32_t flags = options.compile;
  // PCRE2's search for a first byte knows no letters beyond ASCII in UTF-8.
  const bool has_letters = text.find("\\w") != std::string_view::npos;
  if (has_letters && (flags & (PCRE2_UTF | PCRE2_UCP)) == PCRE2_UTF)
    flags |= PCRE2_NO_START_OPTIMIZE;
  std::string rewritten(text);
  Word added = 0;
  while (true) {
    Code code(pcre2_compile(units(rewritten), rewritten.size(), flags, &error->code, &error->offset,
                            context.get()));
    if (code) return vm::make_shared_ref<RePattern>(std::move(code), options.unicode);
    const Word grown = rewrite(rewritten, *error);
    if (grown == 0) break;
    added += grown;
  }
  error->offset -= std::min(error->offset, added);
  // PCRE (8) looked for the groups when it had read all.
  if (error->code == kNoSuchGroup) error->offset = text.size();
  return {};
}

Word RePattern::group_count() const {
  std::uint32_t groups = 0;
  pcre2_pattern_info(code_.get(), PCRE2_INFO_CAPTURECOUNT, &groups);
  return groups;
}

bool RePattern::takes_crlf() const {
  std::uint32_t newline = 0;
  pcre2_pattern_info(code_.get(), PCRE2_INFO_NEWLINE, &newline);
  return newline == PCRE2_NEWLINE_CRLF || newline == PCRE2_NEWLINE_ANY ||
         newline == PCRE2_NEWLINE_ANYCRLF;
}

Word RePattern::memory_bytes() const {
  std::size_t size = 0;
  pcre2_pattern_info(code_.get(), PCRE2_INFO_SIZE, &size);
  return size;
}

std::vector<std::string> RePattern::group_names() const {
  std::uint32_t count = 0;
  std::uint32_t entry_size = 0;
  PCRE2_SPTR table = nullptr;
  pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
  pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMETABLE, &table);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    names.emplace_back(reinterpret_cast<const char*>(table + i * entry_size + 2));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::size_t> RePattern::groups_named(const std::string& name) const {
  PCRE2_SPTR first = nullptr;
  PCRE2_SPTR last = nullptr;
  std::vector<std::size_t> groups;
  const int entry_size = pcre2_substring_nametable_scan(code_.get(), units(name), &first, &last);
  if (entry_size <= 0) return groups;
  for (PCRE2_SPTR entry = first; entry <= last; entry += entry_size) {
    groups.push_back(static_cast<std::size_t>(entry[0]) << 8 | entry[1]);
  }
  return groups;
}

ReMatch RePattern::match(std::string_view subject, const ReOptions& options) const {
  ReMatch match;
  match.data_.reset(pcre2_match_data_create_from_pattern(code_.get(), nullptr));
  std::unique_ptr<pcre2_match_context, void (*)(pcre2_match_context*)> context(
      pcre2_match_context_create(nullptr), pcre2_match_context_free);
  if (options.match_limit != 0) {
    pcre2_set_match_limit(context.get(), static_cast<std::uint32_t>(options.match_limit));
  }
  if (options.recursion_limit != 0) {
    pcre2_set_depth_limit(context.get(), static_cast<std::uint32_t>(options.recursion_limit));
  }
  match.result_ = pcre2_match(code_.get(), units(subject), subject.size(), options.offset,
                              options.match, match.data_.get(), context.get());
  return match;
}

}  // namespace bif
