// CLI11 breaks no lines: it indents the line breaks that it finds in a description.
#include "tools/sonde/usage_formatter.h"

#include <sstream>
#include <utility>

namespace tools {
namespace {

constexpr std::size_t kNamesWidth = 28;
constexpr std::size_t kLineWidth = 98;

}  // namespace

UsageFormatter::UsageFormatter(std::string usage) : usage_(std::move(usage)) {
  column_width(kNamesWidth);
}

std::string UsageFormatter::make_usage(const CLI::App*, std::string) const {
  return "\nUsage: " + usage_ + "\n";
}

std::string UsageFormatter::make_option_name(const CLI::Option* option, bool positional) const {
  std::string name = CLI::Formatter::make_option_name(option, positional);
  // What CLI11 says of a flag that makes something false.
  if (name.ends_with("{false}")) name.resize(name.size() - std::string("{false}").size());
  const std::size_t hidden = name.find(std::string(",") + kPaSpelling);
  return hidden == std::string::npos ? name : name.substr(0, hidden);
}

std::string UsageFormatter::make_option_desc(const CLI::Option* option) const {
  std::istringstream words(CLI::Formatter::make_option_desc(option));
  std::string text;
  std::size_t used = 0;
  for (std::string word; words >> word;) {
    const bool fits = used + 1 + word.size() <= kLineWidth - kNamesWidth;
    if (!text.empty()) text += fits ? ' ' : '\n';
    used = text.empty() || !fits ? word.size() : used + 1 + word.size();
    text += word;
  }
  return text;
}

}  // namespace tools
