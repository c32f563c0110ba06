// The options of a command as words, for what is made of them beside parsing: completion, manual
// pages.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tools {

struct OptionWords {
  std::vector<std::string> names;  // with dashes
  std::string about;               // one line
  std::string value;               // what stands for its value: FILE, a|b; empty: it has none
  std::string default_value;       // empty: none that is worth saying
};

/// Without the spellings that only the parser knows. In the order of definition. Threads: any.
std::vector<OptionWords> options_of(const CLI::App& app);

/// The commands of `app`, in the order of definition.
std::vector<const CLI::App*> commands_of(const CLI::App& app);

}  // namespace tools
