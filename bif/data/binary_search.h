// BytePatterns: a search for one or several byte strings. The result is the leftmost match, and the
// longest one of those that start at the same byte.
// Threads: any; constant after construction.
#pragma once

#include "bif/bif.h"

#include <string>
#include <vector>

namespace bif {

/// Of no bytes: nothing was found. (Two words, which are returned in registers: an std::optional of
/// it is returned in memory, where it takes longer to copy than many matches take to find.)
struct ByteMatch {
  Word start = 0;
  Word size = 0;

  explicit operator bool() const { return size != 0; }
};

class BytePatterns {
 public:
  /// There must be at least one pattern, and none may be empty.
  explicit BytePatterns(std::vector<std::string> patterns);

  /// Returns the first match that is entirely within text[from, to), or nothing.
  ByteMatch find(std::string_view text, Word from, Word to) const;
  /// The same of the matches that start before `limit`: for a search in parts.
  ByteMatch find_before(std::string_view text, Word from, Word limit, Word to) const;
  std::size_t count() const { return patterns_.size(); }

 private:
  /// A pattern's index plus one; 0: none.
  using Link = std::uint32_t;
  std::vector<std::string> patterns_;  // longest first
  // Of several patterns only: a table for one would cost more than most searches.
  std::vector<Link> first_by_byte_;  // the longest that starts with the byte
  std::vector<Link> next_;           // after each pattern, the next one that starts with its byte
};

}  // namespace bif
