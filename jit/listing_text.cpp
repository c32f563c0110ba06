// Needs no LLVM, so that the command line can use it without the compiler's library.
#include "jit/listing_text.h"

#include <charconv>

namespace jit {

std::string_view next_line(std::string_view* text) {
  const std::size_t end = text->find('\n');
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return line;
}

std::string_view begins_function(std::string_view line) {
  if (line.starts_with("define ")) {  // IR: ... @"symbol"(
    const std::size_t begin = line.find('@');
    std::string_view symbol = line.substr(begin + 1);
    if (!symbol.starts_with('"')) return symbol.substr(0, symbol.find('('));
    symbol.remove_prefix(1);
    return symbol.substr(0, symbol.find('"'));
  }
  // Assembly: "symbol":, where local labels have no quotes (but for a second name of the symbol).
  if (!line.starts_with('"') || line.starts_with("\".L")) return {};
  const std::size_t end = line.find("\":");
  return end == std::string_view::npos ? std::string_view{} : line.substr(1, end - 1);
}

std::vector<TextSection> sections_of(std::string_view text) {
  std::vector<TextSection> sections;
  std::string function;
  while (!text.empty()) {
    const std::string_view line = next_line(&text);
    if (const std::string_view symbol = begins_function(line); !symbol.empty()) {
      function = symbol;
      sections.push_back({function, TextSection::kNoInstruction, {}});
    } else if (line == "}") {
      function.clear();
    } else if (function.empty() || line.empty()) {
      continue;
    } else if (line.substr(1).starts_with(kListingMark)) {
      int number = TextSection::kNoInstruction;
      std::from_chars(line.data() + 1 + kListingMark.size(), line.data() + line.size(), number);
      sections.push_back({function, number, {}});
    } else {
      sections.back().lines.emplace_back(line);
    }
  }
  return sections;
}

}  // namespace jit
