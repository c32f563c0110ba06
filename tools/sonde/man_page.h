// Manual pages, from the definitions that parse the command line.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tools {

/// The page of the command of this name, in troff with the macros of man(7); of `app` itself, which
/// has all commands, where the name is `sonde`. Threads: any.
std::string man_page(const CLI::App& app, const std::string& name);

}  // namespace tools
