// Searching binaries for one or several byte strings: the leftmost match, and the longest of those
// that start there.
#pragma once

#include "bif/bif.h"

#include <optional>
#include <string>
#include <vector>

namespace bif {

struct ByteMatch {
  Word start;
  Word size;
};

class BytePatterns {
 public:
  /// No pattern is empty, and there is at least one.
  explicit BytePatterns(std::vector<std::string> patterns);

  /// The first match in text[from, to), lying in it as a whole.
  std::optional<ByteMatch> find(std::string_view text, Word from, Word to) const;
  std::size_t count() const { return patterns_.size(); }

 private:
  std::vector<std::string> patterns_;        // longest first
  std::vector<std::uint32_t> by_byte_[256];  // indexes of those that start with the byte
};

}  // namespace bif
