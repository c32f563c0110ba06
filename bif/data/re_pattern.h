// RePattern: a regular expression compiled by PCRE2, and its errors with OTP's messages. It knows
// no terms.
// Ownership: counted; held by the machine's RePatterns, and by the call that uses it.
// Threads: any, constant once made; each match has its own data.
#pragma once

#include "bif/data/re_options.h"
#include "vm/base/shared.h"

#include <pcre2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bif {

struct ReError {
  int code = 0;
  std::size_t offset = 0;

  std::string message() const;
  /// The offset that OTP reports: for some errors PCRE2 gives another one than PCRE did.
  std::size_t shown_offset() const;
};

/// The result of a match.
class ReMatch {
 public:
  /// What PCRE2 returned: the number of groups up to the last one that matched, or an error code.
  int result() const { return result_; }
  bool is_limit_reached() const;
  /// Returns whether a group took part in the match, and stores its place in the subject.
  bool find(std::size_t group, std::size_t* start, std::size_t* length) const;

 private:
  friend class RePattern;
  struct Free {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
  };
  std::unique_ptr<pcre2_match_data, Free> data_;
  int result_ = 0;
};

class RePattern final : public vm::Shared {
 public:
  /// Compiles a pattern. On an error, returns null and fills in `*error`.
  static vm::SharedRef<RePattern> compile(std::string_view text, const ReOptions& options,
                                          ReError* error);

  bool is_unicode() const { return is_unicode_; }
  Word group_count() const;
  /// Whether CR LF ends a line.
  bool takes_crlf() const;
  Word memory_bytes() const;
  /// The different names of groups, in alphabetical order.
  std::vector<std::string> group_names() const;
  /// The numbers of the groups of this name.
  std::vector<std::size_t> groups_named(const std::string& name) const;
  /// Matches `subject` from options.offset on, which is at most its size.
  ReMatch match(std::string_view subject, const ReOptions& options) const;

 private:
  template <typename T, typename... Arguments>
  friend vm::SharedRef<T> vm::make_shared_ref(Arguments&&...);
  struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  };
  using Code = std::unique_ptr<pcre2_code, Free>;
  RePattern(Code code, bool is_unicode) : code_(std::move(code)), is_unicode_(is_unicode) {}

  const Code code_;
  const bool is_unicode_;
};

}  // namespace bif
