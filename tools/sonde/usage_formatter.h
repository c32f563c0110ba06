// What `--help` looks like: CLI11's form with our own line of usage, and texts in lines of a width
// that people read.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tools {

/// `-pa`, as erl spells it, would be `-p a` to CLI11: it goes through the parser under this name.
inline constexpr const char* kPaSpelling = "--pa-as-erl-spells-it";

/// Of one command. Threads: any.
class UsageFormatter : public CLI::Formatter {
 public:
  /// `usage` is the line of usage, without "Usage: ".
  explicit UsageFormatter(std::string usage);

  /// That line; takes nothing of what CLI11 knows of the command.
  std::string make_usage(const CLI::App* app, std::string name) const override;

  /// The names of an option, without the spellings that only the parser knows.
  std::string make_option_name(const CLI::Option* option, bool positional) const override;

  /// What an option does, with line breaks. CLI11 indents the lines.
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string usage_;
};

}  // namespace tools
