// A single pattern is searched by memmem(). Several patterns are compared at each byte with which
// one of them starts.
#include "bif/data/binary_search.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace bif {

BytePatterns::BytePatterns(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {
  if (patterns_.size() == 1) return;
  std::sort(patterns_.begin(), patterns_.end(),
            [](const auto& l, const auto& r) { return l.size() > r.size(); });
  first_by_byte_.resize(256);
  next_.resize(patterns_.size());
  for (Link i = static_cast<Link>(patterns_.size()); i > 0; --i)
    next_[i - 1] = std::exchange(first_by_byte_[static_cast<Byte>(patterns_[i - 1][0])], i);
}

std::optional<ByteMatch> BytePatterns::find(std::string_view text, Word from, Word to) const {
  if (patterns_.size() == 1) {
    const std::string& pattern = patterns_[0];
    if (to < from || to - from < pattern.size()) return std::nullopt;
    const void* found = memmem(text.data() + from, to - from, pattern.data(), pattern.size());
    if (found == nullptr) return std::nullopt;
    return ByteMatch{static_cast<Word>(static_cast<const char*>(found) - text.data()),
                     pattern.size()};
  }
  for (Word at = from; at < to; ++at) {
    for (Link i = first_by_byte_[static_cast<Byte>(text[at])]; i != 0; i = next_[i - 1]) {
      const std::string& pattern = patterns_[i - 1];
      if (pattern.size() <= to - at && text.substr(at, pattern.size()) == pattern) {
        return ByteMatch{at, pattern.size()};
      }
    }
  }
  return std::nullopt;
}

std::optional<ByteMatch> BytePatterns::find_before(std::string_view text, Word from, Word limit,
                                                   Word to) const {
  // Each pattern that starts before the limit is still seen whole.
  const auto found = find(text, from, std::min(to, limit + patterns_[0].size() - 1));
  return found && found->start < limit ? found : std::nullopt;
}

}  // namespace bif
