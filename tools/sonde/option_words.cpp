// CLI11 writes the type of a value as NAME:CHECK, where a check of some words is {a,b}.
#include "tools/sonde/option_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tools {
namespace {

bool is_for_people(const std::string& name) { return name.find("-as-erl-") == std::string::npos; }

std::string value_of(const CLI::Option& option) {
  if (option.get_items_expected_min() == 0) return {};
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  const std::string name = type.substr(0, colon);
  if (name != "TEXT" || colon == std::string::npos || type[colon + 1] != '{') return name;
  std::string words = type.substr(colon + 2, type.find('}') - colon - 2);
  std::replace(words.begin(), words.end(), ',', '|');
  return words;
}

}  // namespace

std::vector<OptionWords> options_of(const CLI::App& app) {
  std::vector<OptionWords> all;
  for (const CLI::Option* option : app.get_options()) {
    OptionWords words{{}, option->get_description(), value_of(*option), option->get_default_str()};
    for (const std::string& name : option->get_snames()) words.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) {
      if (is_for_people(name)) words.names.push_back("--" + name);
    }
    if (!words.names.empty()) all.push_back(std::move(words));
  }
  return all;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

}  // namespace tools
