// The calls of PCRE2.
#include "bif/data/re_pattern.h"

#include "bif/data/re_tables.h"

#include <algorithm>

namespace bif {
namespace {

// Where OTP's PCRE runs out of the memory for a pattern of nothing but parentheses.
constexpr std::uint32_t kMostNested = 798;

constexpr int kNestedTooDeeply = 119;
constexpr int kInvalidRange = 150;

/// The messages of OTP's own PCRE (8) for errors that PCRE2 words differently and that programs are
/// known to print.
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
    case kNestedTooDeeply:
      return "regular expression is too complicated";
    case 122:
      return "unmatched parentheses";
    case 143:
      return "two named subpatterns have the same name";
    default:
      return {};
  }
}

/// PCRE (8) takes the hyphen in `[\d-z]` for itself, PCRE2 refuses it. True: the hyphen at which
/// the error is has been escaped.
bool escape_hyphen(std::string& text, const ReError& error) {
  if (error.code != kInvalidRange || error.offset >= text.size()) return false;
  if (text[error.offset] != '-') return false;
  text.insert(error.offset, 1, '\\');
  return true;
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
  const bool behind = code == 109 || code == 143 || code == kInvalidRange;
  if (behind && offset > 0) return offset - 1;
  return code == 115 ? offset + 1 : offset;
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
    if (!escape_hyphen(rewritten, *error)) break;
    ++added;
  }
  error->offset -= std::min(error->offset, added);
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
