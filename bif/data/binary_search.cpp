// A single byte is compared with eight at a time, a longer pattern is searched by memmem(). Several
// patterns are compared at each byte with which one of them starts.
#include "bif/data/binary_search.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace bif {

namespace {
/// The first `byte` in text[from, to), or nothing. Many are close: where lines and words end.
ByteMatch find_byte(std::string_view text, char byte, Word from, Word to) {
  constexpr Word kOnes = ~Word{0} / 255, kHighs = kOnes << 7, kClose = 32;
  const Word wanted = kOnes * static_cast<Byte>(byte);
  Word at = from;
  for (; to - at >= sizeof(Word) && at - from < kClose; at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, text.data() + at, sizeof word);
    const Word differs = word ^ wanted;
    // The lowest of these bits is in the lowest byte that does not differ.
    const Word same = (differs - kOnes) & ~differs & kHighs;
    if (same != 0) return {at + static_cast<Word>(std::countr_zero(same)) / 8, 1};
  }
  const void* found = std::memchr(text.data() + at, byte, to - at);
  if (found == nullptr) return {};
  return {static_cast<Word>(static_cast<const char*>(found) - text.data()), 1};
}
}  // namespace

BytePatterns::BytePatterns(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {
  if (patterns_.size() == 1) return;
  std::sort(patterns_.begin(), patterns_.end(),
            [](const auto& l, const auto& r) { return l.size() > r.size(); });
  first_by_byte_.resize(256);
  next_.resize(patterns_.size());
  for (Link i = static_cast<Link>(patterns_.size()); i > 0; --i)
    next_[i - 1] = std::exchange(first_by_byte_[static_cast<Byte>(patterns_[i - 1][0])], i);
}

ByteMatch BytePatterns::find(std::string_view text, Word from, Word to) const {
  if (patterns_.size() == 1) {
    const std::string& pattern = patterns_[0];
    if (to < from || to - from < pattern.size()) return {};
    if (pattern.size() == 1) return find_byte(text, pattern[0], from, to);
    const void* found = memmem(text.data() + from, to - from, pattern.data(), pattern.size());
    if (found == nullptr) return {};
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
  return {};
}

ByteMatch BytePatterns::find_before(std::string_view text, Word from, Word limit, Word to) const {
  // Each pattern that starts before the limit is still seen whole.
  const ByteMatch found = find(text, from, std::min(to, limit + patterns_[0].size() - 1));
  return found.start < limit ? found : ByteMatch{};
}

}  // namespace bif
