// The content of a binary: "Sonde-re", a version, the options of compiling, and the pattern's text.
// The options are PCRE2's constants, which are the same in all its versions, as little-endian
// numbers.
#include "bif/data/re_patterns.h"

#include <cstddef>
#include <cstring>

namespace bif {
namespace {

struct Head {
  char magic[8];
  std::uint32_t version;
  std::uint32_t compile;
  std::uint32_t newline;
  std::uint32_t bsr;
};
constexpr Head kHead = {{'S', 'o', 'n', 'd', 'e', '-', 'r', 'e'}, 1, 0, 0, 0};

/// Reads the options; false where the content is of another origin.
bool read_head(std::string_view code, ReOptions* options) {
  Head head;
  if (code.size() < sizeof head) return false;
  std::memcpy(&head, code.data(), sizeof head);
  options->compile = head.compile;
  options->newline = head.newline;
  options->bsr = head.bsr;
  options->unicode = (head.compile & PCRE2_UTF) != 0;
  return std::memcmp(head.magic, kHead.magic, sizeof head.magic) == 0 &&
         head.version == kHead.version && are_compile_options(*options);
}

}  // namespace

std::string re_code(std::string_view text, const ReOptions& options) {
  Head head = kHead;
  head.compile = options.compile;
  head.newline = options.newline;
  head.bsr = options.bsr;
  std::string code(reinterpret_cast<const char*>(&head), sizeof head);
  return code.append(text);
}

std::string with_newline(std::string_view code, std::uint32_t newline) {
  std::string changed(code);
  ReOptions options;
  if (!read_head(code, &options)) return changed;
  std::memcpy(changed.data() + offsetof(Head, newline), &newline, sizeof newline);
  return changed;
}

vm::SharedRef<RePattern> RePatterns::get(std::string_view code, ReError* error) {
  *error = {};
  if (vm::SharedRef<RePattern> known = find(code)) return known;
  ReOptions options;
  if (!read_head(code, &options)) return {};
  vm::SharedRef<RePattern> made = RePattern::compile(code.substr(sizeof(Head)), options, error);
  if (made) keep(code, made);
  return made;
}

vm::SharedRef<RePattern> RePatterns::find(std::string_view code) {
  const vm::MutexLock lock(mutex_);
  const auto found = by_code_.find(code);
  if (found == by_code_.end()) return {};
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->pattern;
}

void RePatterns::keep(std::string_view code, const vm::SharedRef<RePattern>& pattern) {
  const vm::MutexLock lock(mutex_);
  if (by_code_.contains(code)) return;  // another process compiled it meanwhile
  entries_.push_front({std::string(code), pattern});
  by_code_.emplace(entries_.front().code, entries_.begin());
  bytes_ += entries_.front().bytes();
  while (entries_.size() > kMostPatterns || (bytes_ > kMostBytes && entries_.size() > 1)) {
    bytes_ -= entries_.back().bytes();
    by_code_.erase(entries_.back().code);
    entries_.pop_back();
  }
}

}  // namespace bif
