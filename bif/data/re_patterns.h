// RePatterns: the compiled regular expressions of a machine, by what programs hold of them: a
// binary with the pattern and its options. So a compiled pattern is a term like any other: it may
// stand in a literal, be written to disk, and come back on another day to another build of PCRE2. A
// binary that is not found is compiled again. Rejected: PCRE2's own serialised form, which must be
// trusted: nothing checks it before it runs. Ownership: BifState. Threads: any, under the lock;
// compiling is outside of it.
#pragma once

#include "bif/data/checked_text.h"
#include "bif/data/re_pattern.h"
#include "vm/base/mutex.h"

#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bif {

/// The content of the binary for a pattern: a head (re_patterns.cpp) and the text.
std::string re_code(std::string_view text, const ReOptions& options);

/// The same with another convention for line ends, a PCRE2_NEWLINE_... Other content is returned as
/// it is.
std::string with_newline(std::string_view code, std::uint32_t newline);

class RePatterns {
 public:
  /// The pattern of a binary's content. Null: `code` is not such content (`error->code` is 0), or
  /// the pattern cannot be compiled (`*error` says why).
  vm::SharedRef<RePattern> get(std::string_view code, ReError* error) VM_EXCLUDES(mutex_);

  /// The subjects of repeated matches that are under way.
  CheckedText& checked_text() { return checked_text_; }

 private:
  // What is kept: the patterns used last, up to these limits.
  static constexpr std::size_t kMostPatterns = 512;
  static constexpr Word kMostBytes = Word{4} << 20;

  struct Entry {
    std::string code;
    vm::SharedRef<RePattern> pattern;
    Word bytes() const { return code.size() + pattern->memory_bytes(); }
  };
  using Entries = std::list<Entry>;

  vm::SharedRef<RePattern> find(std::string_view code) VM_EXCLUDES(mutex_);
  void keep(std::string_view code, const vm::SharedRef<RePattern>& pattern) VM_EXCLUDES(mutex_);

  CheckedText checked_text_;
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  Entries entries_ VM_GUARDED_BY(mutex_);  // the one used last is first
  std::unordered_map<std::string_view, Entries::iterator> by_code_ VM_GUARDED_BY(mutex_);
  Word bytes_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace bif
